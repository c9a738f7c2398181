"""Show what a user won and how they play: counted hand by hand, summed by session, table and time."""
