"""What a player sees: the window and its keys, pictures, and playing without a display."""
