"""Open a table for a game with an end."""

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.lock_order import account_lock
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused
from tables.engine.rulebooks import RULEBOOKS
from tables.models import Game, Table
from tables.play import lifecycle

MOST_HANDS: Final = 10_000
MOST_RELOADS: Final = 10
MOST_LEVEL_MINUTES: Final = 120
MOST_STACK: Final = 1_000_000_000


class Kind(NamedTuple):
    strategy: str
    hands: int
    """Holds the usual number of hands; 0 means as many as it takes."""
    seconds: int
    needs_hands: bool
    seats: int = 6
    """Holds the usual number of seats."""


KINDS: Final = {
    "duel": Kind("series", hands=50, seconds=20, needs_hands=True, seats=2),
    "contest": Kind("knockout", hands=0, seconds=15, needs_hands=False),
}
"""Maps rulebooks to the kind of game they play."""


def open_game(
    owner: User,
    *,
    rulebook: str,
    name: str,
    players_most: int = 6,
    stack: int | None = None,
    hands_most: int | None = None,
    reloads: int | None = None,
    ends_with_one: bool = False,
    level_minutes: int = 0,
    starts_when_full: bool = True,
    opens_cards: bool = False,
    seconds_to_act: int | None = None,
    **manners: Any,
) -> Table:
    """Open the table and its game; raise `RulesError` for an option that the rulebook does not offer."""
    game = _game(rulebook, stack, hands_most, reloads)
    game.starts_when_full, game.opens_cards = starts_when_full, opens_cards
    if KINDS[rulebook].strategy == "knockout":
        game.ends_with_one, game.level_minutes = ends_with_one, min(max(level_minutes, 0), MOST_LEVEL_MINUTES)
    seconds = seconds_to_act or KINDS[rulebook].seconds
    with account_lock(owner):
        table = _table(owner, game, rulebook, name=name, players=players_most, seconds_to_act=seconds, **manners)
        with locked(table.pk) as fresh:
            fresh.strategy = KINDS[rulebook].strategy
            mark_changed(fresh, "strategy")
            game.table = fresh
            game.save()
    return Table.objects.get(pk=table.pk)


def _table(owner: User, game: Game, rulebook: str, *, players: int, **manners: Any) -> Table:
    """Open the table with one stack as both buy-in limits: all begin with the same chips."""
    least = most = game.stack
    options = {"players_most": players}
    return lifecycle.open_table(
        owner, rulebook=rulebook, options=options, buy_in_least=least, buy_in_most=most, **manners
    )


def _game(rulebook: str, stack: int | None, hands: int | None, reloads: int | None) -> Game:
    """Return the game with the usual values for all that was not chosen."""
    kind, book = KINDS[rulebook], RULEBOOKS[rulebook]
    game = Game(
        stack=book.stack if stack is None else stack,
        hands_most=kind.hands if hands is None else hands,
        reloads_most=book.reloads if reloads is None or not book.reloads else reloads,
    )
    least = book.rules.big_blind
    if not least <= game.stack <= MOST_STACK:
        raise Refused(_("Everybody begins with %(least)s to %(most)s chips."), least=least, most=MOST_STACK)
    if not int(kind.needs_hands) <= game.hands_most <= MOST_HANDS:
        raise Refused(_("A game has at most %(most)s hands."), most=MOST_HANDS)
    if not 0 <= game.reloads_most <= MOST_RELOADS:
        raise Refused(_("There are at most %(most)s reloads."), most=MOST_RELOADS)
    return game
