"""Explain rulebooks and protocols to players and programmers, from the data that the engine plays by."""
