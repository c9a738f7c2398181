"""Build the card of a player at a table: who it is, what is between the two users, and what they played together."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Aside, Friendship, PlayerNote, User
from accounts.models.notes import LONGEST_NOTE
from accounts.selectors import shown_name
from tables.history.hands.selecting import Filters, hands_of
from tables.history.results.board import BoardRow, board_of
from tables.models import Seat, Table

LONGEST_TEXT = LONGEST_NOTE


@dataclass(frozen=True)
class PlayerCard:
    table: Table
    user: User
    is_self: bool
    is_host: bool
    friendship: str
    """Is none, asked (by the reader), asking (the reader has to answer) or friends."""
    muted: bool
    blocked: bool
    note: str
    hands: int
    """The number of hands that both were dealt into, at any table."""
    figures: BoardRow | None
    """The net and hands at this table, if its players agreed to show them to each other."""

    @property
    def name(self) -> str:
        return shown_name(self.user)

    @property
    def is_person(self) -> bool:
        return not self.user.is_bot


def player_at(table: Table, user_id: int) -> User | None:
    """Find a player who sits there, was dealt in, waits for a seat or is the host; nobody else has a card."""
    is_there = (
        Q(seats__in=Seat.objects.filter(table=table).exclude(state=Seat.State.HELD))
        | Q(pk__in=table.hand.players.values("user") if table.hand else [])
        | Q(pk__in=table.waiting.values("user"))
        | Q(pk=table.owner_id)
    )
    return User.objects.filter(is_there, pk=user_id, deleted_at=None).distinct().first()


def card_of(table: Table, user: User, reader: User) -> PlayerCard:
    asides = set(Aside.objects.filter(by=reader, whom=user).values_list("kind", flat=True))
    note = PlayerNote.objects.filter(author=reader, about=user).values_list("text", flat=True).first()
    blocked = Aside.Kind.BLOCK in asides
    return PlayerCard(
        table=table,
        user=user,
        is_self=user.pk == reader.pk,
        is_host=user.pk == table.owner_id,
        friendship=_friendship(reader, user, blocked=blocked),
        muted=Aside.Kind.MUTE in asides,
        blocked=blocked,
        note=note or "",
        hands=0 if user.pk == reader.pk else hands_of(reader, Filters(beside=user.pk)).count(),
        figures=_figures(table, user, reader),
    )


def _friendship(reader: User, user: User, *, blocked: bool) -> str:
    either = Q(by=reader, to=user) | Q(by=user, to=reader)
    found = Friendship.objects.filter(either).first()
    if found is None or blocked:
        return "none"
    if found.agreed_at:
        return "friends"
    return "asked" if found.by_id == reader.pk else "asking"


def _figures(table: Table, user: User, reader: User) -> BoardRow | None:
    board = board_of(table, reader)
    places = board.places if board else ()
    return next((place for place in places if place.user_id == user.pk), None)
