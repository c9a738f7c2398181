"""One function per verb; the only code that changes an account."""
