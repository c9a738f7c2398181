"""Do what hosts and moderators may do with a table: invite, approve, change settings, add house bots, remove people.

`admission` has what the door asks of those who come: the table's password, and who has to go when it gets stricter.
"""
