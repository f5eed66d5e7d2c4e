"""Many handhelds in one process on virtual time, with every fault there is."""
