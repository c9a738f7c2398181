"""Keep a process going: threads for the database, channel layers, caches, the broker, feeds that push what changed.

Begin with `feeds` for pushes and with `embedded` for the whole site in one process.
"""
