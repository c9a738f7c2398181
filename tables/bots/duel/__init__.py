"""Play series between programs over raw TCP: in memory on the same engine, with each finished hand stored.

A connection (`server`) turns bytes into messages (`wire`, `messages`) for the hall (`rooms`), which knows the rooms. A
room (`room`) plays a match (`match`) hand by hand (`play`, `deals`) and tells it (`audience`, `encoding`); nothing in
it knows of sockets, threads or the database, so that tests need none. What is finished goes to the store (`storing`,
`journal`).
"""
