"""Measure the rules engine beside other poker libraries for Python: begin with `__main__`."""
