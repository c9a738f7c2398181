"""House bots against each other, in memory, in duplicate: see `__main__`."""
