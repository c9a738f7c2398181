"""What other apps have to do with accounts. They connect to these signals, so that this one need not know of them."""

from django.dispatch import Signal

data_wanted = Signal()
"""By `user`, about `user`: each receiver returns what its app keeps, as a dictionary of plain values."""

account_deleted = Signal()
"""`user` has neither name nor way in any more; what this account still does elsewhere is to end. May come twice."""

people_parted = Signal()
"""`by` has blocked `whom`: what binds the two elsewhere is to end. May come twice."""
