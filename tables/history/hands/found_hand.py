"""Find a finished hand as one viewer may see it. Every page and file about a hand begins here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from accounts.models import User
from accounts.selectors import shown_name
from tables.core import hand_cache
from tables.core.refusals import Unreadable
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.models import Entrant, Hand, LedgerEntry, Table

_OPENING: Final = {"found_by": Table.FoundBy.LOBBY.value, "watchable": True, "password": False}
"""The settings with which a host lets everybody watch."""
_SEATS: Final = (LedgerEntry.Kind.BUY_IN, LedgerEntry.Kind.CASH_OUT)
"""The ledger entries of a player who takes a seat or gives it up, even without a chip."""


@dataclass(frozen=True)
class SeenHand:
    """Holds all cards: none leaves the server but those of the seats in `known`."""

    hand: Hand
    play: HandState
    """The hand as it ended, with cards that were shown afterwards."""
    players: Mapping[SeatNumber, User]
    viewer: SeatNumber | None
    """The viewer's seat in the hand; None if they were not dealt in."""

    @property
    def known(self) -> frozenset[SeatNumber]:
        """Return the seats whose cards the viewer may see."""
        own = () if self.viewer is None else (self.viewer,)
        return frozenset((*self.play.shown, *own))

    @property
    def names(self) -> dict[SeatNumber, str]:
        return {seat: shown_name(user) for seat, user in self.players.items()}


def finished() -> QuerySet[Hand]:
    return Hand.objects.filter(state=Hand.State.OVER).select_related("table")


def seen_hand(hand_id: int, user: User) -> SeenHand | None:
    """Return the hand; None if there is none, if it is not over, or if this user may not see it."""
    hand = finished().filter(pk=hand_id).first() if hand_id < 2**63 else None
    return read_hand(hand, user) if hand is not None and may_see_hand(hand, user) else None


def read_hand(hand: Hand, user: User | None) -> SeenHand:
    """Read the hand as this user sees it; the caller checks whether they may. Raises `Unreadable`."""
    players = {SeatNumber(player.seat): player.user for player in hand.players.select_related("user")}
    play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
    if not play.over:
        raise Unreadable
    viewer = next((seat for seat, player in players.items() if user is not None and player.pk == user.pk), None)
    return SeenHand(hand, play, players, viewer)


def may_see_hand(hand: Hand, user: User) -> bool:
    """Allow everybody a hand of a table that everybody may watch; other hands only players who were there."""
    return user.is_active and (is_public(hand) or was_there(hand, user))


def is_public(hand: Hand) -> bool:
    """Tell whether everybody may watch the table, and might when the hand was played: a private hand stays private."""
    table = hand.table
    if table.found_by != Table.FoundBy.LOBBY or not table.watchable or table.password:
        return False
    since = table.events.filter(verb__in=_OPENING, at__gt=hand.began_at)
    return not any(event.values.get("value") == _OPENING[event.verb] for event in since.only("verb", "values"))


def was_there(hand: Hand, user: User) -> bool:
    """Tell whether the user was dealt in, entered the game of this hand, or had a seat while it was played."""
    entered = Entrant.objects.filter(game=hand.table_id, user=user)
    return hand.players.filter(user=user).exists() or entered.exists() or _had_seat(hand, user)


def _had_seat(hand: Hand, user: User) -> bool:
    """Ask the ledger, not sessions: a player may have been away in the middle of one."""
    presence_changed = LedgerEntry.objects.filter(user=user, table=hand.table_id, at__lt=hand.ended_at, kind__in=_SEATS)
    last = presence_changed.order_by("-at", "-pk").first()
    return last is not None and (last.kind == LedgerEntry.Kind.BUY_IN or last.at > hand.began_at)
