"""Change accounts: one function per verb, and no other code does."""
