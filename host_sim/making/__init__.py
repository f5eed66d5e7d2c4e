"""Making what goes onto a drive, and what is drawn for it."""
