"""Show a table as a row of the lobby: its name and stakes, and two lines on what goes on there."""

from collections.abc import Iterator
from math import cos, sin, tau
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import Preferences, User
from accounts.selectors import marked_name
from poker_site.web.fragments import ViewModel, view_model
from tables.core import hand_cache, words
from tables.core.refusals import Unreadable
from tables.lobby.games import state_of
from tables.models import Seat, Table

NAMES_SHOWN: Final = 3


@view_model
class Dot(ViewModel):
    """Draws a seat on the little map; `kind` is free, on if it is taken, or lit if it is the reader's turn."""

    x: str
    y: str
    kind: str


@view_model
class Row(ViewModel):
    code: str
    name: str
    game: str
    stakes: str
    dots: tuple[Dot, ...]
    taken: int
    seats: int
    players: tuple[str, ...]
    """The names of the first few who sit there, with a word on bots."""
    others: int
    watchers: int
    seated: bool
    """True if the reader sits there."""
    host: bool
    turn: bool
    cost: str
    """The chips to call, if it is the reader's turn."""
    acting: str
    """The player to act, at a table where the reader sits."""
    paused: bool
    listed: bool
    private: bool
    password: bool
    watchable: bool
    starts: str
    phase: str = ""
    """The phase of a game with an end; empty for a ring game."""
    phase_text: str = ""

    @property
    def names(self) -> str:
        return pgettext("between names", ", ").join(self.players)

    @property
    def full(self) -> bool:
        return self.taken >= self.seats

    @property
    def headline(self) -> str:
        """Tell what matters most about the table; the reader's own turn comes first."""
        if self.paused:
            return _("Paused")
        if self.acting:
            return _("%(name)s to act") % {"name": self.acting}
        if self.starts and not self.players:
            return _("Starts %(when)s") % {"when": self.starts}
        if self.players:
            return self._who
        return _("Full table") if self.full else _("No one has sat down yet")

    @property
    def _who(self) -> str:
        if not self.others:
            return self.names
        text = ngettext("%(names)s and %(others)s other", "%(names)s and %(others)s others", self.others)
        return text % {"names": self.names, "others": self.others}

    @property
    def details(self) -> str:
        return " · ".join(self._details())

    def _details(self) -> Iterator[str]:
        if self.phase:
            yield self.phase_text
        if self.full:
            yield _("all %(seats)s seats taken") % {"seats": self.seats}
        else:
            yield _("%(taken)s of %(seats)s seats taken") % {"taken": self.taken, "seats": self.seats}
        if self.starts and self.players:
            yield _("Starts %(when)s") % {"when": self.starts}
        if self.watchers:
            yield ngettext("%(n)s watching", "%(n)s watching", self.watchers) % {"n": self.watchers}
        if self.host:
            yield _("You host")
        if self.host and not self.listed and not self.private:
            yield _("By link only")
        if self.private:
            yield _("Private")
        if self.password:
            yield _("With a password")


def row_of(table: Table, reader: User | None, watchers: int) -> Row:
    """Build the row of a table as this reader sees it; without a reader, the row that is the same for all others."""
    rules = table.played_by
    seats = list(table.seated.all())
    players = [seat for seat in seats if seat.state != Seat.State.HELD]
    own = next((seat for seat in seats if reader and seat.user_id == reader.pk), None)
    hosts = reader is not None and table.owner_id == reader.pk
    turn = own is not None and table.turn == own.number
    if not (table.watchable or own or hosts):
        players = []  # only its players and its owner see who plays there
    return Row(
        code=table.code,
        name=table.name,
        game=words.game(table.rules),
        stakes=words.stakes(rules),
        dots=tuple(_dots(rules.players_most, seats, own, lit=turn)),
        taken=len(seats),
        seats=rules.players_most,
        players=tuple(marked_name(seat.user) for seat in players[:NAMES_SHOWN]),
        others=max(0, len(players) - NAMES_SHOWN),
        watchers=watchers,
        seated=own is not None,
        host=hosts,
        turn=turn,
        cost=_cost(table, reader) if turn else "",
        acting=_acting(table, players) if own and not turn else "",
        paused=table.state == Table.State.PAUSED,
        listed=table.found_by == Table.FoundBy.LOBBY,
        private=table.found_by == Table.FoundBy.INVITATION,
        password=bool(table.password),
        watchable=table.watchable,
        starts=words.day_and_time(table.starts_at) if table.starts_at and table.starts_at > timezone.now() else "",
        **state_of(table),
    )


def _cost(table: Table, reader: User | None) -> str:
    """Return in words what the reader's turn costs; empty if the hand cannot be read."""
    try:
        play = hand_cache.hand_state_of(table.hand, moves_made=table.moves_made) if table.hand else None
    except Unreadable:
        return ""
    if play is None or play.legal is None:
        return ""
    if play.legal.call:
        unit = getattr(getattr(reader, "preferences", None), "amounts", Preferences.Amounts.CHIPS)
        return _("%(chips)s to call") % {"chips": words.amounts_in(unit, table.rules["big_blind"])(play.legal.call)}
    return _("You can check") if play.legal.check else ""


def _acting(table: Table, players: list[Seat]) -> str:
    seat = next((seat for seat in players if seat.number == table.turn), None)
    return marked_name(seat.user) if seat else ""


def _dots(seats: int, taken: list[Seat], own: Seat | None, *, lit: bool) -> Iterator[Dot]:
    """Draw the seats clockwise around the table, the reader's own at the bottom."""
    numbers = {seat.number for seat in taken}
    first = own.number if own else 1
    for place in range(seats):
        number = (first - 1 + place) % seats + 1
        kind = "lit" if lit and not place else "on" if number in numbers else "free"
        turn = place / seats * tau
        yield Dot(x=f"{30 - 26.5 * sin(turn):.1f}", y=f"{18 + 14.5 * cos(turn):.1f}", kind=kind)
