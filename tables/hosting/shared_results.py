"""Whether the people of a table read each other's results there: each says so for themselves, and may change it."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.models import BoardConsent, Sitting, Table


def agree(table: Table, user: User) -> None:
    """For who played there; from the moment when the last one does the board is there."""
    with locked(table.pk, even_closed=True):
        if user.is_bot or not Sitting.objects.filter(table=table, user=user).exists():
            raise Refused(_("Only who has played a hand at this table has a part in its board."))
        BoardConsent.objects.get_or_create(table=table, user=user)


def take_back(table: Table, user: User) -> None:
    """At once nobody sees the board any more."""
    with locked(table.pk, even_closed=True):
        BoardConsent.objects.filter(table=table, user=user).delete()


def forget(user: User) -> None:
    BoardConsent.objects.filter(user=user).delete()
