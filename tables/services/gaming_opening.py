"""Opening a table for a game with an end."""

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.engine.rulebooks import RULEBOOKS
from tables.models import Game, Table
from tables.refusals import Refused
from tables.services import hosting
from tables.services.locking import locked, note
from tables.services.order import alone

MOST_HANDS: Final = 10_000
MOST_RELOADS: Final = 10
MOST_STACK: Final = 1_000_000_000


class Kind(NamedTuple):
    strategy: str
    hands: int
    """The usual number; 0: as many as it takes."""
    seconds: int
    needs_hands: bool


KINDS: Final = {
    "duel": Kind("series", hands=50, seconds=20, needs_hands=True),
    "contest": Kind("knockout", hands=0, seconds=15, needs_hands=False),
}
"""By rulebook."""


def open_game(
    owner: User,
    *,
    rulebook: str,
    name: str,
    players_most: int = 6,
    stack: int | None = None,
    hands_most: int | None = None,
    reloads: int | None = None,
    starts_when_full: bool = True,
    opens_cards: bool = False,
    seconds_to_act: int | None = None,
    **manners: Any,
) -> Table:
    """`RulesError` names an option that cannot be had."""
    kind, book = KINDS[rulebook], RULEBOOKS[rulebook]
    stack = book.stack if stack is None else stack
    hands = kind.hands if hands_most is None else hands_most
    again = book.reloads if reloads is None else reloads
    _refuse_odd_numbers(stack, hands, again, book.rules.big_blind, needs_hands=kind.needs_hands)
    with alone(owner):
        table = hosting.open_table(
            owner,
            name=name,
            rulebook=rulebook,
            options={"players_most": players_most},
            buy_in_least=stack,
            buy_in_most=stack,
            seconds_to_act=seconds_to_act or kind.seconds,
            **manners,
        )
        with locked(table.pk) as fresh:
            fresh.strategy = kind.strategy
            note(fresh, "strategy")
            Game.objects.create(
                table=fresh,
                stack=stack,
                hands_most=hands,
                reloads_most=min(again, book.reloads) if not book.reloads else again,
                starts_when_full=starts_when_full,
                opens_cards=opens_cards,
            )
    return Table.objects.get(pk=table.pk)


def _refuse_odd_numbers(stack: int, hands: int, reloads: int, big_blind: int, *, needs_hands: bool) -> None:
    if not big_blind <= stack <= MOST_STACK:
        raise Refused(_("Everybody begins with %(least)s to %(most)s chips."), least=big_blind, most=MOST_STACK)
    if not int(needs_hands) <= hands <= MOST_HANDS:
        raise Refused(_("A game has at most %(most)s hands."), most=MOST_HANDS)
    if not 0 <= reloads <= MOST_RELOADS:
        raise Refused(_("There are at most %(most)s reloads."), most=MOST_RELOADS)
