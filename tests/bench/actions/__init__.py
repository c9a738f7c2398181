"""Measure the service behind one action, without sockets and browsers."""
