"""Replay a finished hand step by step, with the elements of a live table."""
