"""Forms of accounts: those allauth runs, in our words, and our own."""
