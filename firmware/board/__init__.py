"""This handheld's parts: the only room that imports CircuitPython's hardware modules."""
