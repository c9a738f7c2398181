"""Run poker tables: the rules engine, the games, and everything around them."""
