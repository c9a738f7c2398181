"""The rules of the game: pure functions of their arguments, without Django, clock, randomness, logging or I/O."""
