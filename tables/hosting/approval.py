"""Approve or refuse what waits for the host: sitting down and topping up, where the host approves of both."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused
from tables.models import Table, Wish
from tables.play import seating
from tables.play.lifecycle import refuse_unless_host


def approve(table_id: int, by: User, wish_id: int) -> None:
    """Carry out the wish now, by the same services, if it is still possible."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        wish = _wish(table, wish_id)
        wish.delete()
        try:
            _do(table, wish)
        except Refused:
            raise Refused(_("The chips or the seat for it are gone. Refuse it, and let them ask again.")) from None
        log_event(table, by, "approve", wish.user, kind=wish.kind, chips=wish.chips)


def _do(table: Table, wish: Wish) -> None:
    if wish.kind == Wish.Kind.SIT and wish.number is not None:
        seating.sit_down(table.pk, wish.user, number=wish.number, chips=wish.chips, approved=True)
    else:
        seating.top_up(table.pk, wish.user, wish.chips, approved=True)


def refuse(table_id: int, by: User, wish_id: int) -> None:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        wish = _wish(table, wish_id)
        _take_back(table, wish)
        log_event(table, by, "refuse", wish.user, kind=wish.kind, chips=wish.chips)


def withdraw(table_id: int, user: User) -> None:
    with locked(table_id) as table:
        wish = table.wishes.filter(user=user).select_related("user").first()
        if wish is not None:
            _take_back(table, wish)


def _take_back(table: Table, wish: Wish) -> None:
    """Delete the wish, and give up the seat that was held for it."""
    wish.delete()
    mark_changed(table)
    if wish.kind == Wish.Kind.SIT:
        seating.give_up_hold(table.pk, wish.user)


def _wish(table: Table, wish_id: int) -> Wish:
    wish = table.wishes.select_related("user").filter(pk=wish_id).first()
    if wish is None:
        raise Refused(_("Nobody wishes for this any more."))
    return wish
