"""The table as people see it: one snapshot of the database, a scene for each viewer, fragments of a page."""
