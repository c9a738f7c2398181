"""Draw random hands for properties: openings of every rulebook, and players who do anything that is legal.

Play is a string of bytes, one for each decision, because that is quick to draw and shrinks well: a zero checks or
calls, and so does everybody once the bytes are used up.
"""

import os
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from hypothesis import settings
from hypothesis import strategies as st

from tables.engine.blind_levels import Orbit, rules_in_orbit
from tables.engine.cards import DECK, Card, parse_cards
from tables.engine.hand import HandState
from tables.engine.legal import Bounds, Legal
from tables.engine.opening import Opening, SeatNumber
from tables.engine.places import board_places
from tables.engine.rulebooks import rules_for
from tables.engine.rules import MOST_CHIPS, Rules
from tests.samples import count

VARIANTS: Final = ("cash_no_limit", "cash_pot_limit", "cash_fixed_limit", "home", "duel", "contest", "queue")
LIVE_BOARDS: Final = ("", "AsKsQsJsTs", "AcAdAhAsKc", "KcKdKhQcQd", "2c3d4h5s6c", "2c2d7h7s9c", "AcKdQhJs9c")
"""Boards: the first is any, the others make players tie, all of them or unless a pair in the hand decides."""

A_CARD: Final = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![a-z])")
"""Matches a card as text; no word or number that anybody is shown looks like one."""

DECISIONS: Final = 48
_MORE: Final = os.environ.get("PROPERTY_EXAMPLES", "")


def examples(number: int) -> settings:
    """Run so many examples in the whole matrix, else a third, always the same ones.

    PROPERTY_EXAMPLES=50 tries fifty times as many, and others each time.
    """
    tried = number * int(_MORE) if _MORE else count(number, quick=max(3, number // 3))
    return settings(max_examples=tried, derandomize=not _MORE, database=None, deadline=None)


@st.composite
def rules_of(draw: st.DrawFn, variant: str) -> Rules:
    if variant.startswith("cash"):
        return _cash(draw, variant.removeprefix("cash_"))
    if variant == "home":
        small, big = draw(st.sampled_from([(10, 20), (1, 2), (0, 1), (7, 7), (3, 100)]))
        return rules_for("home", small_blind=small, big_blind=big)
    if variant == "queue":
        return rules_for("queue", small_blind=draw(st.sampled_from([10, 1, 7])))
    rules = rules_for(variant)
    if variant == "contest":
        orbit = Orbit(SeatNumber(1), SeatNumber(1), draw(st.sampled_from([0, 1, 5])))
        return rules_in_orbit(rules, orbit)
    return rules


def _cash(draw: st.DrawFn, limit: str) -> Rules:
    small, big = draw(st.sampled_from([(50, 100), (1, 2), (0, 1), (5, 5), (1, 3)]))
    options: dict[str, Any] = {"betting": limit, "small_blind": small, "big_blind": big}
    ante = draw(st.sampled_from([0, 1, big, 3 * big]))
    if ante:
        options |= {"ante": ante, "ante_from": draw(st.sampled_from(["everyone", "big_blind", "button"]))}
    options["reveal"] = draw(st.sampled_from(["live", "losers_may_muck"]))
    return rules_for("cash", **options)


def _stacks(draw: st.DrawFn, *, players: int, big: int) -> list[int]:
    edges = [1, 2, max(big - 1, 1), big, big + 1, 3 * big, 40 * big, 100 * big, 100 * big + 1, MOST_CHIPS]
    stack = st.one_of(st.integers(1, 60 * big), st.sampled_from(edges))
    if draw(st.booleans()):
        return [draw(stack)] * players
    return [draw(stack) for _ in range(players)]


@st.composite
def openings(draw: st.DrawFn, variant: str) -> Opening:
    rules = draw(rules_of(variant))
    players = draw(st.integers(2, 10))
    luck = random.Random(draw(st.integers(0, 2**32)))
    seats = sorted(luck.sample(range(1, 20), players))
    start = luck.randrange(players)
    return Opening.make(
        rules,
        seats=seats[start:] + seats[:start],
        stacks=_stacks(draw, players=players, big=rules.big_blind),
        button=luck.choice(seats),
        deck=a_deck(rules, players=players, board=draw(st.sampled_from(LIVE_BOARDS)), luck=luck),
        posts=_posts(rules, seats, luck) if variant.startswith("cash") else None,
    )


def _posts(rules: Rules, seats: list[int], luck: random.Random) -> dict[int, int]:
    return {seat: luck.choice([0, 0, rules.small_blind, rules.big_blind]) for seat in seats}


def a_deck(rules: Rules, *, players: int, board: str, luck: random.Random) -> tuple[Card, ...]:
    """Shuffle a deck, with this board if it is not empty."""
    wanted = parse_cards(board)
    places = dict(zip(board_places(players=players, burns=rules.burns), wanted, strict=False))
    rest = [card for card in DECK if card not in wanted]
    luck.shuffle(rest)
    return tuple([places[place] if place in places else rest.pop() for place in range(len(DECK))])


play = st.binary(min_size=DECISIONS, max_size=DECISIONS)


def _passive(legal: Legal) -> tuple[str, int | None]:
    if legal.check:
        return "check", None
    return ("call", None) if legal.call else ("fold", None)


def _sized(legal: Legal, choose: Callable[[Bounds], int]) -> tuple[str, int | None]:
    for verb, bounds in (("bet", legal.bet), ("raise", legal.raise_)):
        if bounds:
            return verb, choose(bounds)
    return _passive(legal)


def decide(legal: Legal, byte: int) -> tuple[str, int | None]:
    """Choose mostly small raises and calls, so that hands are long, and now and then everything there is."""
    part, kind = divmod(byte, 16)
    match kind:
        case 1 | 2 | 3:
            return _sized(legal, lambda bounds: bounds.least)
        case 4 | 5:
            return _sized(legal, lambda bounds: bounds.least + (bounds.most - bounds.least) * part**3 // 16**3)
        case 6 if part >= 8:
            return _sized(legal, lambda bounds: bounds.most)
        case 7 if part >= 8 and legal.all_in is not None:
            return "all-in", None
        case 8 | 9 if legal.pass_:
            return "pass", None
        case 8 if legal.overbet:
            return "overbet", legal.overbet.least + (legal.overbet.most - legal.overbet.least) * part**3 // 16**3
        case 10 | 11:
            return "fold", None
        case _:
            return _passive(legal)


def longest(legal: Legal, *, cautious: bool) -> tuple[str, int | None]:
    """Keep a hand going for as long as there is a way."""
    raising = legal.bet or legal.raise_
    if legal.pass_:
        return "pass", None
    if raising and not cautious:
        return ("bet" if legal.bet else "raise"), raising.least
    if legal.check:
        return "check", None
    return ("call", None) if legal.call else ("all-in", None)


def hands(opening: Opening, decisions: bytes, *, begin: HandState | None = None) -> Iterator[HandState]:
    """Yield the hand before the first move and after each; at its end some players show or muck of their own accord."""
    hand = begin or HandState.deal(opening)
    yield hand
    rest = iter(decisions)
    while hand.legal:
        hand = hand.act(*decide(hand.legal, next(rest, 0)), seat=hand.turn)
        yield hand
    for seat in hand.seats:
        verb = {1: "show", 2: "muck"}.get(next(rest, 0) % 3)
        if verb and seat not in hand.shown:
            hand = hand.act(verb, seat=seat)
            yield hand


PROPERTIES: Final = sorted(name for name, value in vars(HandState).items() if isinstance(value, property))


def snapshot(hand: HandState) -> dict[str, Any]:
    """Return everything public, so that a property that the engine gets later is compared as well."""
    return {name: getattr(hand, name) for name in PROPERTIES} | {"repr": repr(hand), "hash": hash(hand)}


def may(legal: Legal, verb: object, amount: object) -> bool:
    """Tell whether `Legal` allows this action: a second version of the engine's check."""
    sized = {"bet": legal.bet, "raise": legal.raise_, "overbet": legal.overbet}
    bounds = sized.get(verb) if isinstance(verb, str) else None
    if bounds:
        only = amount is None and bounds.least == bounds.most
        return only or (type(amount) is int and bounds.least <= amount <= bounds.most)
    if verb == "call":
        return legal.call > 0 and (amount is None or (type(amount) is int and amount == legal.call))
    free = {"fold": legal.fold, "check": legal.check, "pass": legal.pass_, "all-in": legal.all_in is not None}
    return amount is None and isinstance(verb, str) and free.get(verb, False)


VERBS: Final = ("fold", "check", "call", "bet", "raise", "overbet", "pass", "all-in")
NO_VERBS: Final[tuple[Any, ...]] = (
    "",
    "FOLD",
    " call",
    "raises",
    "post",
    "None",
    "show",
    "muck",
    None,
    7,
    ("fold",),
    ["fold"],
)
NO_AMOUNTS: Final[tuple[Any, ...]] = (
    True,
    False,
    20.0,
    float("nan"),
    float("inf"),
    "20",
    "",
    b"20",
    [20],
    {},
    object(),
)


def amounts(legal: Legal) -> set[int | None]:
    """Return amounts on both sides of every limit."""
    borders = {0, legal.call, legal.all_in or 0, *(legal.bet or ()), *(legal.raise_ or ()), *(legal.overbet or ())}
    return {None, 10**30, -(10**30), *(border + step for border in borders for step in (-1, 0, 1))}
