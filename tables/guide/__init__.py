"""What players and programmers can read up: the rulebooks, drawn from the same data that the engine plays by."""
