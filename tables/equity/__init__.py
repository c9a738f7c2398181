"""Work out the chances of hands to win and to tie."""
