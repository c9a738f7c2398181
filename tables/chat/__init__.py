"""The chat of a table as each viewer reads it, and how it is pushed.

Begin with `view`, which says what a viewer may read; `push` sends it to all who have the table open.
"""
