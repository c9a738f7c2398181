"""The rules engine beside what else plays poker in Python: see `__main__`."""
