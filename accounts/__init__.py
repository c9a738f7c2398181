"""People: accounts, names, preferences, sanctions, sessions."""
