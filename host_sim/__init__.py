"""The PC side: the simulator of the handhelds, its window, and the project's tests and measurements."""
