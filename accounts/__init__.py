"""Keep accounts of people and bots: names, preferences, sanctions, sessions, friends."""
