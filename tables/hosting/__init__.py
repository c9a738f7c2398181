"""Do what hosts and moderators may do with a table: invite, approve, change settings, add house bots, remove people."""
