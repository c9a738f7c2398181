"""A finished hand, step by step, with the parts of a live table."""
