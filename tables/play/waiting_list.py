"""Keep the waiting list of a full table: join it, leave it, and hold seats for it as they become free."""

from datetime import timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.access import permissions
from tables.access.neighbours import is_beside_blocker
from tables.access.same_owner import other_seat_of_owner, refuse_second_of_owner
from tables.core.deadlines import now
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.formats import strategy_of
from tables.models import Seat, Table, Waiting, Wish

HOLD: Final = timedelta(seconds=60)
"""Limits how long a seat is held for somebody who has not bought in."""


def wait_for_seat(table_id: int, user: User) -> None:
    with locked(table_id) as table:
        release_holds(table)
        if table.seated.filter(user=user).exists():
            raise Refused(_("You sit at this table already."))
        if sentence := strategy_of(table).refuses_entry(table):
            raise Refused(sentence)
        if table.seated.count() < table.played_by.players_most:
            raise Refused(_("There is a free seat: take it."))
        if sentence := permissions.reason_not_to_sit(table, user):
            raise Refused(sentence)
        refuse_second_of_owner(table, user)
        Waiting.objects.get_or_create(table=table, user=user)
        mark_changed(table)


def stop_waiting(table_id: int, user: User) -> None:
    with locked(table_id) as table:
        if table.waiting.filter(user=user).delete()[0]:
            mark_changed(table)


def release_holds(table: Table) -> None:
    """Release holds that have run out, and offer free seats to the waiting list."""
    over = table.seated.filter(state=Seat.State.HELD, held_until__lte=now())
    if over.exists():
        table.wishes.filter(kind=Wish.Kind.SIT, user__in=list(over.values_list("user", flat=True))).delete()
        over.delete()
        mark_changed_for_lobby(table)
    offer_free_seats(table)


def offer_free_seats(table: Table) -> None:
    """Hold free seats for the waiting list in its order, and drop from it those who may not sit here any more."""
    waiting_list = list(table.waiting.select_related("user"))
    ties = permissions.ties_of(table.pk) if waiting_list else None
    for waiting in [waiting for waiting in waiting_list if permissions.reason_not_to_sit(table, waiting.user, ties)]:
        waiting_list.remove(waiting)
        waiting.delete()
        mark_changed(table)
    taken = set(table.seated.values_list("number", flat=True)) if waiting_list else set()
    free = [number for number in range(1, table.played_by.players_most + 1) if number not in taken]
    for waiting in waiting_list:
        if other_seat_of_owner(table, waiting.user):
            continue  # stays on the list: the owner's other seat may be free before the next one is
        number = next((number for number in free if not is_beside_blocker(table, waiting.user, number)), None)
        if number is not None:
            free.remove(number)
            Seat.objects.create(table=table, user=waiting.user, number=number, held_until=now() + HOLD)
            waiting.delete()
            mark_changed_for_lobby(table)
