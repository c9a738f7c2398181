"""Open the same game once more, with the same people and house bots."""

from datetime import datetime
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.social import blocks
from tables.access import permissions
from tables.core.lock_order import account_lock
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.hosting import house_bots, invitations
from tables.models import Departure, Entrant, Game, Hand, HandPlayer, Seat, Table
from tables.play import lifecycle

MOST_INVITED: Final = 30
"""Limits the invitations to those who were there last: hundreds may have come by at a listed table."""


def play_again(table_id: int, by: User) -> Table:
    """Open the next table after one that is closed or whose game is over; the others who were there are invited.

    The player who asks second joins the table that the first has opened.
    """
    with account_lock(by), locked(table_id, even_closed=True) as old:
        _refuse_unless_was_there(old, by)
        over = old.closed_at or Game.objects.filter(table=old).values_list("ended_at", flat=True).first()
        if over is None:
            raise Refused(_("This table is still open."))
        people = _people(old)
        return _opened_already(old, by, people, since=over) or _open(old, by, people)


def _refuse_unless_was_there(old: Table, by: User) -> None:
    was_there = _left(old).filter(user=by).exists() or _still_there(old).filter(user=by).exists()
    if not (was_there or old.owner_id == by.pk) or old.bans.filter(user=by).exists():
        raise PermissionDenied(_("Only who was at this table can do this."))


def _people(old: Table) -> set[int]:
    here, left = (
        found.filter(user__is_active=True).exclude(user__in=old.bans.values("user")).values_list("user_id", flat=True)
        for found in (_still_there(old), _left(old).order_by("-at", "pk"))
    )
    return {old.owner_id, *[*here, *left][:MOST_INVITED]}


def _house_styles(old: Table) -> list[str]:
    """Return the styles of the house bots in the old table's game, or in its last hand."""
    last = Hand.objects.filter(table=old).order_by("-number")[:1]
    entrants = Entrant.objects.filter(game__table=old).order_by("seat")
    players = entrants if entrants.exists() else HandPlayer.objects.filter(hand__in=last).order_by("seat")
    return [house_bots.style_of(one.user) for one in players.select_related("user") if one.user.is_house]


def _left(old: Table) -> QuerySet[Departure]:
    return Departure.objects.filter(table=old)


def _still_there(old: Table) -> QuerySet[Seat]:
    """Return the people still seated: they may look at the result of a game before they leave."""
    return Seat.objects.filter(table=old, house=Seat.House.NOBODY).exclude(state=Seat.State.HELD)


def _opened_already(old: Table, by: User, people: set[int], *, since: datetime) -> Table | None:
    """Find the table that another player, or a first click, has opened already."""
    later = Table.objects.filter(owner__in=people | {by.pk}, name=old.name, opened_at__gte=since)
    for table in later.exclude(state=Table.State.CLOSED).exclude(pk=old.pk).order_by("pk"):
        if table.rulebook == old.rulebook and permissions.may_come_in(table, by):
            return table
    return None


def _open(old: Table, by: User, people: set[int]) -> Table:
    table = lifecycle.open_like(old, by)
    with locked(table.pk) as fresh:
        for user in User.objects.filter(pk__in=people - {by.pk}, is_active=True).order_by("pk"):
            if not blocks.has_blocked(by, user):
                invitations.create_personal_invitation(fresh, by, user)
    for style in _house_styles(old)[: table.played_by.players_most - len(people | {by.pk})]:
        house_bots.seat_bot(table.pk, style)
    return table
