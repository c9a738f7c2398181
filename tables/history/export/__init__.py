"""Hands as files, out and in: PHH, readable text, JSON lines."""
