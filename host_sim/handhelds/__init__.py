"""Simulated handhelds: hardware, panel, drive, one process each, and the hub that gives them their time."""
