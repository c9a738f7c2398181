"""The chances of hands."""
