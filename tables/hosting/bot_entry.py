"""Let players' bots enter and leave games: through the contest's own protocol, or for their owner."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import Bot, User
from tables.access.permissions import may_come_in, table_at
from tables.core.lock_order import account_lock
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused
from tables.models import Entrant, Seat, Table
from tables.play import games, seating


def enter_contest(table_id: int, user: User, *, known_as: str = "") -> None:
    """Sign up, or come back; `known_as` is the name that all bots there are sent from now on."""
    with account_lock(user), locked(table_id, even_closed=True) as table:
        seat = table.seated.filter(user=user).first()
        if seat is None:
            if _has_played(table, user):
                return
            games.enter(table_id, user)
            seat = table.seated.get(user=user)
        elif seat.state in (Seat.State.AWAY, Seat.State.OUT):
            _come_back(table, user)
            seat.refresh_from_db()
        if seat.known_as != known_as:
            seat.known_as = known_as
            seat.save(update_fields=["known_as"])
            mark_changed(table)


def _has_played(table: Table, user: User) -> bool:
    """Tell whether the user was in this table's game and it is over: then they may come back to read how it ended."""
    return Entrant.objects.filter(game=table.pk, user=user, game__ended_at__isnull=False).exists()


def sign_up(bot: Bot, by: User, code: str) -> Table:
    """Enter a bot at its owner's request: a program that knows nothing but its key then finds this table by itself."""
    _refuse_unless_own(bot, by)
    table = table_at(code)
    if table is None or not may_come_in(table, bot.user):
        raise Refused(_("There is no such table."))
    with account_lock(bot.user):
        games.enter(table.pk, bot.user)
    return table


def withdraw_bot(bot: Bot, by: User, table_id: int) -> bool:
    """Make a bot stand up for its owner, and return whether its seat is free; a running game keeps the seat."""
    _refuse_unless_own(bot, by)
    with locked(table_id) as table:
        seat = table.seated.filter(user=bot.user).first()
        if seat and seat.state == Seat.State.HELD:
            seating.give_up_hold(table.pk, bot.user)
        elif seat and not (seat.leaves and seat.state == Seat.State.OUT):
            seating.stand_up(table.pk, bot.user)
        return not table.seated.filter(user=bot.user).exists()


def _refuse_unless_own(bot: Bot, by: User) -> None:
    if bot.owner_id != by.pk:
        raise PermissionDenied(_("This bot is not yours."))


def _come_back(table: Table, user: User) -> None:
    """Bring the user back into play; those out of the game, or sent away, may still look on."""
    try:
        seating.come_back(table.pk, user)
    except Refused:
        return
