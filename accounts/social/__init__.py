"""Know who is a friend of whom, who has blocked whom, and who is online. Reads only: `accounts.services` changes it."""
