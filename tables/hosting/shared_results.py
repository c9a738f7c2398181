"""Let players of a table share their results there: each agrees for themselves, and may take it back."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.models import BoardConsent, Sitting, Table


def agree(table: Table, user: User) -> None:
    """Agree, as a player of this table; the board appears when the last one agrees."""
    with locked(table.pk, even_closed=True):
        if user.is_bot or not Sitting.objects.filter(table=table, user=user).exists():
            raise Refused(_("Only who has played a hand at this table has a part in its board."))
        BoardConsent.objects.get_or_create(table=table, user=user)


def take_back(table: Table, user: User) -> None:
    """Take the agreement back: nobody sees the board from this moment on."""
    with locked(table.pk, even_closed=True):
        BoardConsent.objects.filter(table=table, user=user).delete()


def forget(user: User) -> None:
    BoardConsent.objects.filter(user=user).delete()
