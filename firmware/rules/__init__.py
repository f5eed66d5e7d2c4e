"""The game itself. Imports nothing of the rest; knows no clock, no radio and no screen."""
