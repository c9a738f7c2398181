"""Work out what everybody and what one viewer sees of a table, each part when it is first needed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Preferences, User
from accounts.selectors import shown_name
from tables.access.permissions import Tie, may_host
from tables.core import words
from tables.engine.opening import SeatNumber
from tables.engine.view import HandView, SeatView, view
from tables.models import Hand, Seat
from tables.page import about, host_log, narration, odds, own_place, seats
from tables.page import actions as player_actions
from tables.page import game as games
from tables.page import invitations as guest_list
from tables.page.felt import Felt
from tables.page.invitations import Guests
from tables.page.snapshot import SeatedTable, Snapshot
from tables.records import ledger


@dataclass(eq=False)
class PublicScene(Felt):
    """Shows the table as everybody may see it, in one language and one unit of amounts."""

    snapshot: Snapshot
    unit: str = Preferences.Amounts.CHIPS
    language: str = field(default_factory=get_language)

    @cached_property
    def seen(self) -> HandView | None:
        play = self.snapshot.play
        return view(play, None) if play else None

    @cached_property
    def table(self) -> about.TableShown:
        return about.table(self.snapshot)

    @cached_property
    def amounts(self) -> words.Amounts:
        return words.amounts_in(self.unit, self.table.big_blind)

    @property
    def version(self) -> int:
        return self.snapshot.version

    @cached_property
    def moment(self) -> str:
        hand = self.snapshot.hand
        return f"{hand.number}.{self.snapshot.table.moves_made}" if hand else ""

    @property
    def hand_number(self) -> int | None:
        return self.snapshot.hand.number if self.snapshot.hand else None

    @property
    def root(self) -> str:
        return self.snapshot.hand.root if self.snapshot.hand else ""

    @property
    def cutting(self) -> bool:
        return self.snapshot.hand is not None and self.snapshot.hand.state == Hand.State.CUTTING

    @cached_property
    def phase(self) -> str:
        return about.phase(self)

    @cached_property
    def shows_hand(self) -> bool:
        """Return whether a hand is on the felt; a result stays until the next hand begins or the table is idle."""
        return self.phase in ("running", "over") or (self.phase == "paused" and self.seen is not None)

    @cached_property
    def names(self) -> dict[int, str]:
        """Map seats to the names of the players who were dealt in."""
        return {seat: shown_name(user) for seat, user in self.snapshot.players.items()}

    @cached_property
    def dealt_in(self) -> Mapping[int, SeatNumber]:
        """Map users to their seats in the hand, even if they have left since."""
        return {user.pk: SeatNumber(seat) for seat, user in self.snapshot.players.items()}

    @cached_property
    def seated(self) -> Mapping[int, Seat]:
        """Map users to the seats they have or hold."""
        return {seat.user_id: seat for seat in self.snapshot.seats.values()}

    @cached_property
    def turn(self) -> int | None:
        """Return the seat that has to act."""
        return self.seen.turn if self.phase == "running" and self.seen else None

    @cached_property
    def to_act(self) -> str:
        """Say whose turn it is."""
        return _("%(name)s to act") % {"name": self.names[self.turn]} if self.turn is not None else _("One moment")

    @cached_property
    def clock(self) -> about.Clock | None:
        return about.clock(self)

    @cached_property
    def chances(self) -> odds.StreetChances:
        return odds.chances(self)

    @cached_property
    def odds(self) -> Mapping[int, tuple[odds.Odds, ...]]:
        """Map seats whose cards lay face up before the board was complete to their chances."""
        return odds.of_seats(self.chances)

    @cached_property
    def log(self) -> list[narration.LogLine]:
        """Return the lines of the hand's log, which name cards only once they are shown."""
        return narration.log(self) if self.seen else []

    @cached_property
    def did(self) -> Mapping[int, str]:
        """Word the last action of each seat on this street."""
        return narration.last_actions(self.seen, self.amounts) if self.seen and self.phase == "running" else {}

    @cached_property
    def seats(self) -> tuple[seats.PublicSeat, ...]:
        return seats.public_seats(self)

    @cached_property
    def game(self) -> games.GameShown | None:
        return games.shown(self.snapshot)

    @cached_property
    def cohosts(self) -> frozenset[int]:
        return self.snapshot.ties.users.get(Tie.COHOST, frozenset())

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        return tuple([shown_name(user) for user in self.snapshot.waiting])


@dataclass(eq=False)
class Scene:
    """Shows the table as one viewer sees it, with only the cards that the engine's `view` returns."""

    snapshot: Snapshot
    user: User | None
    preferences: Preferences | None
    others: tuple[SeatedTable, ...] = ()
    """Lists the viewer's other tables."""
    looks: str = ""
    """Changes with the preferences, so that an open page is loaded again."""
    origin: str = ""
    """Holds the origin as the viewer's browser knows it, with which links to share begin."""
    shared: PublicScene | None = None
    """Holds the public scene shared with other viewers; if it is None, this scene makes its own."""

    @property
    def stands_on(self) -> tuple[object, ...]:
        return (self.snapshot.seats, self.user, self.preferences, self.looks, self.others or None)

    @cached_property
    def public(self) -> PublicScene:
        return self.shared or PublicScene(self.snapshot, self.unit)

    @property
    def unit(self) -> str:
        return self.preferences.amounts if self.preferences else Preferences.Amounts.CHIPS

    @property
    def in_big_blinds(self) -> bool:
        return self.unit == Preferences.Amounts.BIG_BLINDS

    @property
    def table(self) -> about.TableShown:
        return self.public.table

    @property
    def phase(self) -> str:
        return self.public.phase

    @property
    def amounts(self) -> words.Amounts:
        return self.public.amounts

    @property
    def moment(self) -> str:
        return self.public.moment

    @cached_property
    def hosts(self) -> bool:
        return may_host(self.snapshot.table, self.user, self.snapshot.ties)

    @cached_property
    def mine(self) -> Seat | None:
        return self.public.seated.get(self.user.pk) if self.user else None

    @property
    def my_seat(self) -> seats.PublicSeat | None:
        """Return the viewer's seat as everybody sees it."""
        return self.public.seats[self.mine.number - 1] if self.mine else None

    @cached_property
    def in_hand(self) -> SeatNumber | None:
        return self.public.dealt_in.get(self.user.pk) if self.user else None

    @cached_property
    def seen(self) -> HandView | None:
        """Return the hand as far as this viewer may know it."""
        play, watched = self.snapshot.play, self.public.seen
        if play is None or watched is None or self.in_hand is None:
            return watched
        return view(play, self.in_hand, watched=watched)

    @cached_property
    def my_hand(self) -> SeatView | None:
        """Return the viewer's seat in the hand on the felt."""
        return self.seen.own if self.seen and self.public.shows_hand else None

    @property
    def is_my_turn(self) -> bool:
        return self.in_hand is not None and self.public.turn == self.in_hand

    @property
    def replay(self) -> str:
        """Return the address of the hand that has just ended if the viewer was in it."""
        hand = self.snapshot.hand
        over = hand is not None and hand.state == Hand.State.OVER and self.in_hand is not None
        return reverse("hand", args=[hand.pk]) if hand and over else ""

    @cached_property
    def actions(self) -> player_actions.Actions | None:
        return player_actions.offered(self, self.seen) if self.seen and self.phase == "running" else None

    @cached_property
    def pre(self) -> player_actions.PreActions | None:
        return player_actions.before_turn(self)

    @cached_property
    def me(self) -> own_place.ViewerSeat | None:
        return own_place.me(self)

    @cached_property
    def sit(self) -> own_place.SeatOffer:
        return own_place.sit(self)

    @cached_property
    def holding(self) -> own_place.HeldSeat | None:
        return own_place.holding(self)

    @cached_property
    def guests(self) -> Guests:
        return Guests(self)

    @cached_property
    def asking(self) -> guest_list.LinkOnFelt | None:
        return guest_list.link_on_felt(self)

    @cached_property
    def game(self) -> games.OwnGame | None:
        return games.own(self)

    @cached_property
    def has_books(self) -> bool:
        """Return whether the viewer may read the table's ledger."""
        return ledger.may_read(self.snapshot.table, self.user, self.snapshot.ties)

    @cached_property
    def happened(self) -> tuple[host_log.HostEvent, ...]:
        """List what hosts and moderators did, newest first."""
        return host_log.host_events(self.snapshot)
