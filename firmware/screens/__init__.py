"""What a player sees and presses. The thinking halves know no displayio; the ``*_picture`` files draw them."""
