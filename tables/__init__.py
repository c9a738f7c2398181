"""Tables: the rules engine, the games and everything around them."""
