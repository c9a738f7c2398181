"""Show the page on which anybody checks that nobody chose the cards."""
