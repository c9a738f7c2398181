"""Test the chances of hands."""
