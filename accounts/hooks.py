"""Define signals that other apps connect to, so that accounts need not import them."""

from django.dispatch import Signal

data_wanted = Signal()
"""Asks for the data of `user`: each receiver returns what its app keeps, as a dictionary of plain values."""

account_deleted = Signal()
"""Says that `user` lost name and login: receivers end what the account still does elsewhere. May be sent twice."""

user_blocked = Signal()
"""Says that `by` has blocked `whom`: receivers end what connects the two elsewhere. May be sent twice."""
