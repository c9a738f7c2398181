"""Example programs to download."""
