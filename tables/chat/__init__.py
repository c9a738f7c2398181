"""Keep the chat of a table: its rules and services, what each viewer reads, and how it is pushed.

Begin with `view`, which says what a viewer may read; `push` sends it to all who have the table open.
"""
