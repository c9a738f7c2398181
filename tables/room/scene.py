"""What one viewer sees of a table, as plain values for the templates (cards only those the engine's `view` gives)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language

from accounts.models import Preferences, User
from accounts.selectors import shown_name
from tables import ledger
from tables.access import Tie, may_host
from tables.engine.opening import Seat as Place
from tables.engine.view import HandView, view
from tables.models import Hand, Seat
from tables.room import about, actions, game, guests, happened, hosting, odds, own, seats, story, words
from tables.room.common import common
from tables.room.felt import Felt
from tables.room.guests import Guests
from tables.room.snapshot import Elsewhere, Snapshot


@dataclass
class Scene(Felt):
    """Built lazily, part by part: a fragment asks for what it shows."""

    snapshot: Snapshot
    user: User | None
    preferences: Preferences | None
    others: tuple[Elsewhere, ...] = ()
    """The viewer's other tables."""
    looks: str = ""
    """Of what language and preferences this is drawn for."""
    origin: str = ""
    """The site's origin as the viewer's browser knows it, for links to pass on."""
    is_public: bool = False
    """Nobody's own: what others share."""

    @cached_property
    def public(self) -> "Scene":
        """What everybody sees who reads the same language and counts in the same unit; made once for all of them."""
        drawn, key = self.snapshot.drawn, ("scene", self.language, self.unit)
        if key not in drawn:
            apart = replace(self.snapshot, drawn={})  # or the two would keep each other from being forgotten
            drawn[key] = Scene(apart, None, Preferences(amounts=self.unit), is_public=True)
        found: Scene = drawn[key]
        return found

    @cached_property
    def language(self) -> str | None:
        """Of whoever it is being drawn for; asking for it is not cheap."""
        return get_language()

    @property
    def unit(self) -> str:
        return self.preferences.amounts if self.preferences else Preferences.Amounts.CHIPS

    @cached_property
    def mine(self) -> Seat | None:
        if self.user is None:
            return None
        return next((seat for seat in self.snapshot.seats.values() if seat.user_id == self.user.pk), None)

    @cached_property
    def in_hand(self) -> Place | None:
        """The viewer's seat in the hand, though perhaps left since."""
        own = [seat for seat, user in self.snapshot.players.items() if self.user and user.pk == self.user.pk]
        return Place(own[0]) if own else None

    @cached_property
    def seen(self) -> HandView | None:
        """The hand as this viewer may know it."""
        play = self.snapshot.play
        if play is None or self.is_public:
            return view(play, None) if play else None
        return self.public.seen if self.in_hand is None else view(play, self.in_hand, watched=self.public.seen)

    @common
    def amounts(self) -> words.Amounts:
        return words.amounts_in(self.unit, self.table["big_blind"])

    @cached_property
    def table(self) -> dict[str, Any]:
        if not self.is_public:
            return {**self.public.table, "host": may_host(self.snapshot.table, self.user, self.snapshot.ties)}
        return about.table(self.snapshot)

    @property
    def door(self) -> str:
        """Where the forms go without a socket; each fragment has several."""
        return str(self.table["door"])

    @property
    def shared_key(self) -> Hashable | None:
        """Watchers with the same key see the same; None: this viewer sees what nobody else does."""
        user = self.user
        if user is None or self.mine or self.in_hand is not None or self.others or self.sit["waiting"]:
            return None
        owns, guests = self.snapshot.table.owner_id == user.pk, self.guests
        invited = (guests.may_sit, guests.password, guests.may_play_again)
        was_in = self.game and self.game["seat"]
        return (self.table["host"] and self.origin, owns, self.has_books, invited, was_in, self.looks)

    @property
    def stands_on(self) -> tuple[object, ...]:
        """What no move changes, and this viewer: while these are the very same, so is whatever else hangs on them."""
        return (self.snapshot.seats, self.user, self.preferences, self.looks, self.others or None)

    @property
    def version(self) -> int:
        return self.snapshot.version

    @property
    def moment(self) -> str:
        hand = self.snapshot.hand
        return f"{hand.number}.{self.snapshot.table.moves_made}" if hand else ""

    @property
    def hand_number(self) -> int | None:
        return self.snapshot.hand.number if self.snapshot.hand else None

    @property
    def replay(self) -> str:
        """Where to look at the hand that has just ended, for whoever was in it."""
        hand = self.snapshot.hand
        over = hand is not None and hand.state == Hand.State.OVER and self.in_hand is not None
        return reverse("hand", args=[hand.pk]) if hand and over else ""

    @property
    def root(self) -> str:
        return self.snapshot.hand.root if self.snapshot.hand else ""

    @property
    def cutting(self) -> bool:
        return self.snapshot.hand is not None and self.snapshot.hand.state == Hand.State.CUTTING

    phase = common(about.phase)

    @common
    def shows_hand(self) -> bool:
        """A result stays on the table until the next hand begins, or the table falls asleep."""
        return self.phase in ("running", "over") or (self.phase == "paused" and self.seen is not None)

    @common
    def names(self) -> dict[int, str]:
        """By seat, of who was dealt in."""
        return {seat: shown_name(user) for seat, user in self.snapshot.players.items()}

    chances = common(odds.chances)

    @common
    def odds(self) -> Mapping[int, tuple[odds.Odds, ...]]:
        """Of each seat whose cards lay face up while the board was not complete."""
        return odds.of_seats(self.chances)

    @cached_property
    def turn(self) -> dict[str, Any] | None:
        if self.phase != "running" or not self.seen or self.seen.turn is None:
            return None
        number = self.seen.turn
        return {"number": number, "name": self.names[number], "mine": number == self.in_hand}

    clock = common(about.clock)

    @cached_property
    def actions(self) -> dict[str, Any] | None:
        return actions.bar(self, self.seen) if self.seen and self.phase == "running" else None

    @cached_property
    def pre(self) -> dict[str, Any] | None:
        return actions.before_turn(self)

    @common
    def log(self) -> list[dict[str, str]]:
        """Cards are told when they are shown."""
        return story.log(self) if self.seen else []

    @common
    def did(self) -> Mapping[int, str]:
        """The last action of each seat on this street."""
        return story.last_actions(self.seen, self.amounts) if self.seen and self.phase == "running" else {}

    @cached_property
    def seats(self) -> list[dict[str, Any]]:
        return seats.places(self)

    @common
    def common_data(self) -> str:
        return own.written(own.common_data(self))

    data = property(own.attributes)
    standing = property(own.standing)

    @property
    def cards_at(self) -> str:
        """The seats with cards before them, clockwise from the viewer."""
        return "".join(f"{seat['number']} " for seat in self.seats if seat.get("cards"))

    @property
    def bets_at(self) -> str:
        return "".join(f"{seat['number']}:{seat['bet']} " for seat in self.seats if seat.get("bet"))

    @cached_property
    def me(self) -> dict[str, Any] | None:
        return own.me(self)

    @cached_property
    def sit(self) -> dict[str, Any]:
        return own.sit(self)

    @property
    def elsewhere(self) -> list[dict[str, Any]]:
        return [{**table._asdict(), "url": reverse("table", args=[table.code])} for table in self.others]

    @cached_property
    def guests(self) -> Guests:
        return Guests(self)

    @cached_property
    def asking(self) -> dict[str, Any] | None:
        return guests.asking(self)

    @cached_property
    def game(self) -> dict[str, Any] | None:
        return game.shown(self)

    @cached_property
    def hosting(self) -> dict[str, Any] | None:
        return hosting.menu(self)

    @common
    def cohosts(self) -> frozenset[int]:
        return self.snapshot.ties.users.get(Tie.COHOST, frozenset())

    @cached_property
    def has_books(self) -> bool:
        """May look at who bought in for how much."""
        return ledger.may_read(self.snapshot.table, self.user, self.snapshot.ties)

    @cached_property
    def happened(self) -> list[dict[str, Any]]:
        """The newest first."""
        told = [(event, happened.sentence(event)) for event in reversed(self.snapshot.events)]
        return [{"key": str(event.pk), "text": text, "at": event.at} for event, text in told if text]

    @common
    def people(self) -> dict[str, Any]:
        return {"watchers": self.snapshot.watchers, "waiting": [shown_name(user) for user in self.snapshot.waiting]}
