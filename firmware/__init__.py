"""What goes onto the drive: one handheld of the card game James Bond."""
