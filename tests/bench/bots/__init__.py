"""Let house bots play each other in memory, each deal from both seats: begin with `__main__`."""
