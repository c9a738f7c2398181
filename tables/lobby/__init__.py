"""Show the list of tables that everybody who is logged in comes to first, and keep it up to date.

Begin with `page`, which says what stands there; `look` reads the tables once for all who have the lobby open, `push`
sends to each what changed. It imports the tables' models, who may see what, and the elements of pages.
"""
