"""Measure how many tables one machine can serve, and how quickly: run `python -m tests.bench.tables`."""
