"""What all tests share: the same examples in every run, so that a red test is red again when it is looked at."""

from hypothesis import settings

settings.register_profile("same_every_time", derandomize=True, deadline=None, database=None)
settings.load_profile("same_every_time")
