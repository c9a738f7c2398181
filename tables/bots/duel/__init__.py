"""Series between programs, over raw TCP: played in memory on the same engine, each finished hand stored.

A connection (`server`) turns bytes into messages (`wire`, `messages`) for the hall (`hall`), which knows the rooms.
A room (`room`) plays a match (`match`) hand by hand (`play`, `deals`) and tells it (`telling`); nothing in it knows of
sockets, threads or the database, so that tests need none. What is finished goes to the store (`storing`, `journal`).
"""
