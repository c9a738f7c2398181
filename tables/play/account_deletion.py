"""Take a deleted account off every table, by the same services that other players use."""

from contextlib import suppress

from django.db.models import Q

from accounts.models import User
from tables.core.locking import locked
from tables.core.refusals import Unreadable
from tables.models import Seat, Table, Waiting
from tables.play import lifecycle, seating, waiting_list
from tables.play.dealing import is_in_hand


def leave_all(user: User) -> None:
    """Leave one table after the other, each under its own lock, so that no two are held at once. Safe to run twice."""
    concerned = Q(seated__user=user) | Q(waiting__user=user) | Q(owner=user)
    tables = Table.objects.filter(concerned).exclude(state=Table.State.CLOSED).distinct()
    for table_id in tables.values_list("pk", flat=True):
        with locked(table_id, even_closed=True) as table:
            _leave(table, user)
            if table.owner_id == user.pk and not table.is_closed:
                _leave_without_host(table, user)


def _leave(table: Table, user: User) -> None:
    seat = table.seated.filter(user=user).first()
    if seat is None:
        waiting_list.stop_waiting(table.pk, user)
    elif seat.state == Seat.State.HELD:
        seating.give_up_hold(table.pk, user)
    elif not (seat.leaves and seat.state == Seat.State.OUT):
        with suppress(Unreadable):  # the player leaves once a moderator has voided that hand
            seating.stand_up(table.pk, user)


def _leave_without_host(table: Table, host: User) -> None:
    """Close the table if nobody is left, else resume it if it is paused: nobody else could."""
    others = table.seated.filter(house=Seat.House.NOBODY).exclude(user=host)
    stuck = is_in_hand(table) and not table.due
    if not others.exists() and not table.waiting.exists():
        lifecycle.close(table.pk, host)
    elif table.state == Table.State.PAUSED and not stuck:
        lifecycle.resume(table.pk, host)


def left_behind() -> list[User]:
    """Return deleted users who still have a seat or wait for one, after a crash or a race with the deletion."""
    gone = Q(user__deleted_at__isnull=False)
    seats = Seat.objects.filter(gone, leaves=False).order_by().values("user")
    waiting = Waiting.objects.filter(gone).order_by().values("user")
    return list(User.objects.filter(pk__in=seats.union(waiting)))
