"""What the simulator knows of this game; the other rooms would do for another one."""
