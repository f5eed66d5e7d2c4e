"""Measuring what has a budget, on this PC and on device VMs."""
