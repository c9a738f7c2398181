"""The service behind an action, alone."""
