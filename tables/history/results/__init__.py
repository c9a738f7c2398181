"""What somebody won and how they play: counted hand by hand, told by session, table and time."""
