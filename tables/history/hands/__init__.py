"""The hands one has played: what is kept of each when it ends, the list of them, and who may see one."""
