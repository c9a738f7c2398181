"""The chance of hands to win and to tie."""
