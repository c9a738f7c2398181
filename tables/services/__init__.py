"""Everything that changes a table: one function per verb, whichever door calls it."""
