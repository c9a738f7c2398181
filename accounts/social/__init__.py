"""Tell who is a friend of whom, who has blocked whom, and who is online; `accounts.services` changes it."""
