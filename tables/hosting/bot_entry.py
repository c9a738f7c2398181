"""Programs that come to a knock-out through the contest's own protocol."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import Bot, User
from tables.access.permissions import may_come_in, table_at
from tables.core.lock_order import alone
from tables.core.locking import locked, note
from tables.core.refusals import Refused
from tables.models import Entrant, Seat, Table
from tables.play import games, seating


def come_in(table_id: int, user: User, *, known_as: str = "") -> None:
    """Sign up, or come back; `known_as` is the name that all programs there are told from now on."""
    with alone(user), locked(table_id, even_closed=True) as table:
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
            note(table)


def _has_played(table: Table, user: User) -> bool:
    """In a game that is over: who comes back may hear how it ended."""
    return Entrant.objects.filter(game=table.pk, user=user, game__ended_at__isnull=False).exists()


def sign_up(bot: Bot, by: User, code: str) -> Table:
    """By its owner: a program that knows nothing but its key comes to this table by itself."""
    _refuse_unless_own(bot, by)
    table = table_at(code)
    if table is None or not may_come_in(table, bot.user):
        raise Refused(_("There is no such table."))
    with alone(bot.user):
        games.enter(table.pk, bot.user)
    return table


def take_away(bot: Bot, by: User, table_id: int) -> bool:
    """By its owner, from any table: as if it stood up itself. Whether its seat is free; a running game keeps it."""
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
    """Who is out of the game, or has been sent away, may still look on."""
    try:
        seating.come_back(table.pk, user)
    except Refused:
        return
