"""Describe a game with an end: how far it is, who is ahead, and what this viewer may do in it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.selectors import shown_name
from poker_site.web.fragments import ViewModel, view_model
from tables.core import words
from tables.engine.cards import Card
from tables.engine.opening import SeatNumber
from tables.engine.rulebooks import RULEBOOKS
from tables.formats.standings import Placed
from tables.models import Entrant, Game, Hand, Seat, Table
from tables.page.felt import Face
from tables.page.open_cards import open_cards

if TYPE_CHECKING:
    from tables.page.scene import Scene
    from tables.page.snapshot import Snapshot

State = Game.State


@view_model
class Row(ViewModel):
    """Shows a line of the standings."""

    rank: int
    seat: int
    name: str
    bot: bool
    chips: str
    total: str
    unused: int
    net: str
    loses: bool
    hands: int
    mbb: str
    interval: str
    out: str


@view_model
class GameShown(ViewModel):
    """Describes a game as everybody sees it."""

    title: str
    waiting: bool
    starting: bool
    running: bool
    over: bool
    played: bool
    scratch: bool
    """True if every hand begins with the same chips."""
    progress: str
    signed_up: int
    least: int
    enough: bool
    full: bool
    by_itself: bool
    opens_cards: bool
    hands_most: int
    stack: int
    reloads_most: int
    ends_with_one: bool
    level_minutes: int
    rows: tuple[Row, ...]
    winners: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """Describes one viewer's part in the game."""

    signed_up: bool
    seat: int | None
    rank: int | None
    net: str
    out: bool
    reloads_left: int
    wants_reload: bool
    was_reloaded: bool
    may_reload: bool


@view_model
class OpenHole(ViewModel):
    name: str
    cards: tuple[Face, ...]


@view_model
class GamePanel(ViewModel):
    game: GameShown | None = None
    own_seat: int | None = None
    result_at: str = ""
    open_number: int | None = None
    """Holds the number of the hand whose cards are shown to watchers."""
    open_cards: tuple[OpenHole, ...] = ()


def shown(snapshot: "Snapshot") -> GameShown | None:
    """Describe the game; return None at a table whose game has no end."""
    table, game = snapshot.table, snapshot.game
    if game is None:
        return None
    signed_up = [seat for seat in snapshot.seats.values() if seat.state != Seat.State.HELD]
    return GameShown(
        title=str(game.get_state_display()),
        waiting=game.state == State.STANDBY,
        starting=game.state == State.PREPARING,
        running=game.state == State.RUNNING,
        over=game.is_over,
        played=game.has_begun,
        scratch=RULEBOOKS[table.rulebook].every_hand_from_scratch,
        progress=progress(snapshot),
        signed_up=len(signed_up),
        least=table.played_by.players_least,
        enough=len(signed_up) >= table.played_by.players_least,
        full=len(signed_up) >= table.played_by.players_most,
        by_itself=game.starts_when_full,
        opens_cards=game.opens_cards,
        hands_most=game.hands_most,
        stack=game.stack,
        reloads_most=game.reloads_most,
        ends_with_one=game.ends_with_one,
        level_minutes=game.level_minutes,
        rows=tuple(row(placed, game, table.rules["big_blind"]) for placed in snapshot.standings),
        winners=winners(snapshot.standings) if game.is_over else "",
    )


def own(scene: "Scene") -> OwnGame | None:
    game, user, seat = scene.snapshot.game, scene.user, scene.mine
    if game is None:
        return None
    placed = next((placed for placed in scene.snapshot.standings if user and placed.user.pk == user.pk), None)
    entrant = placed.entrant if placed else None
    plays = game.state == State.RUNNING and entrant is not None and entrant.out_after is None
    left = game.reloads_most - entrant.reloads_used if entrant else 0
    reloaded = entrant is not None and _lost_everything(scene.snapshot, entrant.seat)
    between = game.hands_played > 0 and scene.phase in ("over", "asleep", "paused")
    return OwnGame(
        signed_up=seat is not None and seat.state != Seat.State.HELD,
        seat=entrant.seat if entrant else None,
        rank=placed.rank if placed else None,
        net=words.signed(placed.entrant.net) if placed else "",
        out=entrant is not None and entrant.out_after is not None,
        reloads_left=left,
        wants_reload=plays and entrant is not None and entrant.wants_reload and left > 0,
        was_reloaded=plays and between and reloaded,
        may_reload=plays and between and left > 0 and not reloaded,
    )


def panel(scene: "Scene") -> GamePanel:
    """Show the game beside the table; the cards of the last hand are for watchers."""
    game, shown, mine = scene.snapshot.game, scene.public.game, scene.game
    if game is None or shown is None or mine is None:
        return GamePanel()
    found = open_cards(scene.snapshot.table, game) if game.opens_cards and scene.mine is None else None
    number, holes = found or (None, [])
    return GamePanel(
        game=shown,
        own_seat=mine.seat,
        result_at=scene.table.result_at,
        open_number=number,
        open_cards=tuple(_hole(name, cards) for name, cards in holes),
    )


def _hole(name: str, cards: tuple[Card, Card]) -> OpenHole:
    return OpenHole(name=name, cards=tuple(Face(card=card) for card in cards))


def _lost_everything(snapshot: "Snapshot", seat: int) -> bool:
    """Return whether this seat lost all its chips in the last hand; if it still plays, a reload brought new ones."""
    play = snapshot.play
    return play is not None and play.over and seat in play.seats and not play.stacks[play.seats.index(SeatNumber(seat))]


def row(placed: Placed, game: Game, big_blind: int) -> Row:
    entrant, score = placed.entrant, placed.score
    mean, half = score.mbb_per_hand(big_blind), score.interval(big_blind)
    return Row(
        rank=placed.rank,
        seat=entrant.seat,
        name=shown_name(placed.user),
        bot=placed.user.is_bot,
        chips=words.chips(placed.chips),
        total=words.chips(placed.total),
        unused=placed.unused,
        net=words.signed(entrant.net),
        loses=entrant.net < 0,
        hands=entrant.hands,
        mbb="" if mean is None else words.signed(round(mean)),
        interval="" if half is None else number_format(round(half), force_grouping=True),
        out=_out(entrant),
    )


def _out(entrant: Entrant) -> str:
    if entrant.out_after is None:
        return ""
    return _("out in hand %(number)s") % {"number": words.chips(entrant.out_after)}


def winners(standings: "tuple[Placed, ...] | list[Placed]") -> str:
    first = [shown_name(placed.user) for placed in standings if placed.rank == 1]
    if not first:
        return ""
    values = {"names": pgettext("between names", ", ").join(first)}
    return (_("%(names)s has won") if len(first) == 1 else _("%(names)s share the first place")) % values


def progress(snapshot: "Snapshot") -> str:
    """Say in a few words how far the game is."""
    game, hand = snapshot.game, snapshot.hand
    if game is None or game.state != State.RUNNING:
        return str(game.get_state_display()) if game else ""
    runs = hand is not None and hand.state in (Hand.State.CUTTING, Hand.State.RUNNING)
    return hands_so_far(game, game.hands_played + runs)


def hands_so_far(game: Game, number: int) -> str:
    values = {"number": number_format(number), "most": number_format(game.hands_most), "level": game.orbit_number + 1}
    if game.hands_most:
        return _("hand %(number)s of %(most)s") % values
    return _("hand %(number)s, blinds level %(level)s") % values


def empty_felt_text(snapshot: "Snapshot") -> str:
    """Return the text on the felt before and after a game, where no cards lie."""
    game = snapshot.game
    if game is None or snapshot.table.state != Table.State.OPEN or game.state == State.RUNNING:
        return ""
    if game.state == State.STANDBY:
        return str(game.get_state_display())
    if game.state == State.PREPARING:
        return _("The game is about to start")
    return winners(snapshot.standings) or _("The game is over")
