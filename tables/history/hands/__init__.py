"""List the hands that a user has played, select among them, and decide who may see one."""
