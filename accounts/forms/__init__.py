"""Define the forms of accounts: those that allauth runs, reworded, and our own."""
