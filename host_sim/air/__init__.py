"""The radio between handhelds: who hears which frame, and when; its faults as rules."""
