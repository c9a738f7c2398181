"""Hold what every verb at a table needs: the lock and version of a table, the clock, money, hands from the log, words.

Begin with `locking`: whatever changes a table happens in its `locked` block.
"""
