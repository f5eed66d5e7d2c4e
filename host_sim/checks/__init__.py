"""Checks of the source: what CircuitPython can't run, and the stand-ins against its signatures."""
