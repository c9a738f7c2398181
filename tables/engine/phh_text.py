"""Parse the text of a PHH file: its fields, actions, amounts and cards, each checked by itself."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

from tables.engine.cards import DECK, Card, card_text, parse_cards
from tables.engine.places import BOARD_SIZE, Burns, board_places, hole_places
from tables.engine.ranks import strength
from tables.engine.rejection import Rejection
from tables.engine.rules import MOST_CHIPS, MOST_PLAYERS, Betting
from tables.engine.sentences import TranslatableError, translatable

VARIANTS: Final = {Betting.NO_LIMIT: "NT", Betting.POT_LIMIT: "PT", Betting.FIXED_LIMIT: "FT"}
OWN_VARIANTS: Final = {betting: f"_{betting}" for betting in Betting}
"""Codes for rules that the standard cannot express; a file with one must hold the rules."""
OWN_VERBS: Final = ("all-in", "pass", "overbet")
LONGEST_FILE: Final = 50_000
UNKNOWN_HOLE: Final = "????"
RULES_FIELD: Final = "_rules"

Chips = Mapping[str, Sequence[int]]
"""Amounts of a file by the name of the field, in whole chips."""

_FIXED_SIZES: Final = (VARIANTS[Betting.FIXED_LIMIT], OWN_VARIANTS[Betting.FIXED_LIMIT])
_MOST_DOTS: Final = 200
"""Most dots in a line: `tomllib` takes quadratic time over a key of many parts."""
_ENDLESS: Final = re.compile(r"0[xob][0-9a-fA-F_]{200}")
"""Finds numbers that `tomllib` reads and Python then refuses to write down, even in the message that refuses them."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,13}(\.[0-9]{1,9})?")
_NO_NUMBER: Final = Decimal("NaN")
_PLAYER: Final = re.compile("p([1-9][0-9]?)")
_CARDS: Final = re.compile(r"([2-9TJQKA][cdhs]|\?\?)+")
_CENTS: Final = 100


_NO_TOML: Final = translatable("this is not written as PHH files are (TOML): {why}")
_NO_ACTION: Final = translatable("this is no action of hold'em")


class NotReadable(TranslatableError, ValueError):
    """Says why a file cannot be played here."""

    action: int | None = None
    """Number of the action to blame, counted from 1."""
    text = ""
    """Text of that action in the file."""

    @classmethod
    def because(cls, error: TranslatableError, *, action: int | None = None, text: str = "") -> "NotReadable":
        found = cls(error.template, **error.values)
        found.action, found.text = action, text[:40]
        return found

    def __str__(self) -> str:
        return f"action {self.action} ({self.text!r}): {self.sentence}" if self.action else self.sentence

    @property
    def sentence(self) -> str:
        return super().__str__()


class Action(NamedTuple):
    number: int
    text: str
    player: int
    """Number of the player, counted from 0; -1 for the dealer."""
    verb: str
    cards: tuple[Card | None, ...] | None = ()
    """Cards of the action; None if they are shown as they were dealt."""
    amount: Decimal = Decimal(0)

    @property
    def shows(self) -> bool:
        return self.cards is None or any(card is not None for card in self.cards)


@contextmanager
def blame_action(number: int, text: str) -> Iterator[None]:
    try:
        yield
    except (NotReadable, Rejection) as error:
        raise NotReadable.because(error, action=number, text=text) from error


def load(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_FILE:
        raise NotReadable(translatable("the hand is longer than {most} characters"), most=LONGEST_FILE)
    if any(line.count(".") > _MOST_DOTS for line in text.split("\n")):
        raise NotReadable(translatable("a line holds more than {most} dots"), most=_MOST_DOTS)
    if _ENDLESS.search(text):
        raise NotReadable(_NO_TOML, why="a number has more than 200 digits")
    try:
        fields = tomllib.loads(text, parse_float=_decimal)
    except (ValueError, RecursionError) as error:
        raise NotReadable(_NO_TOML, why=str(error)[:100]) from error
    if "variant" not in fields and any(isinstance(value, dict) for value in fields.values()):
        raise NotReadable(translatable("there are several hands, but not each below a heading such as [1]"))
    own = isinstance(fields.get(RULES_FIELD), dict) and fields.get("variant") in OWN_VARIANTS.values()
    if fields.get("variant") not in VARIANTS.values() and not own:
        raise NotReadable(
            translatable("variant: only no-limit, pot-limit and fixed-limit hold'em are played here (NT, PT, FT)")
        )
    return fields


def _decimal(text: str) -> Decimal:
    return Decimal(text) if _NUMBER.fullmatch(text) else _NO_NUMBER


def read_actions(lines: Any, players: int, *, own: bool) -> Iterator[Action]:
    """Yield the actions; `own` says that the variant is ours and has actions that the standard lacks."""
    if not isinstance(lines, list):
        raise NotReadable(translatable("actions: must be a list"))
    for number, line in enumerate(lines, start=1):
        text = line if isinstance(line, str) else repr(line)
        with blame_action(number, text):
            action = _read_action(number, text)
            if action and action.player >= players:
                raise NotReadable(translatable("only {players} play"), players=players)
            if action and action.verb in OWN_VERBS and not own:
                raise NotReadable(_NO_ACTION)
        if action:
            yield action


def _read_action(number: int, text: str) -> Action | None:
    """Parse one line; return None if it is empty or only a comment."""
    match text.partition("#")[0].split():
        case ["d", "db", cards]:
            return Action(number, text, -1, "db", _cards(cards))
        case ["d", "dh", player, cards]:
            return Action(number, text, _player(player), "dh", _cards(cards))
        case [player, "sm", "-"]:
            return Action(number, text, _player(player), "sm", None)
        case [player, "sm", cards]:
            return Action(number, text, _player(player), "sm", _cards(cards))
        case [player, "f" | "cc" | "sm" | "all-in" | "pass" as verb]:
            return Action(number, text, _player(player), verb)
        case [player, "cbr" | "overbet" as verb, amount]:
            return Action(number, text, _player(player), verb, amount=_decimal(amount))
        case []:
            return None
        case _:
            raise NotReadable(_NO_ACTION)


def _player(text: str) -> int:
    found = _PLAYER.fullmatch(text)
    if not found:
        raise NotReadable(translatable("players are called p1, p2 and so on"))
    return int(found[1]) - 1


def _cards(text: str) -> tuple[Card | None, ...]:
    if not _CARDS.fullmatch(text):
        raise NotReadable(translatable("cards are written as in AsTd, unknown ones as ??"))
    pairs = [text[start : start + 2] for start in range(0, len(text), 2)]
    return tuple([None if pair == "??" else parse_cards(pair)[0] for pair in pairs])


def count_players(fields: Mapping[str, Any]) -> int:
    stacks = fields.get("starting_stacks")
    if not isinstance(stacks, list) or not 2 <= len(stacks) <= MOST_PLAYERS:
        raise NotReadable(
            translatable("starting_stacks: there must be one for each of 2 to {most} players"), most=MOST_PLAYERS
        )
    return len(stacks)


def read_chips(fields: Mapping[str, Any], actions: Iterable[Action], players: int) -> tuple[int, Chips]:
    """Return how many chips make one of the file's units, and its amounts in chips."""
    bets = ("small_bet", "big_bet") if fields["variant"] in _FIXED_SIZES else ("min_bet",)
    amounts = {name: _amounts(name, fields.get(name), players) for name in ("starting_stacks", "antes")}
    amounts["blinds_or_straddles"] = _amounts("blinds_or_straddles", fields.get("blinds_or_straddles"), players)
    largest_bet = 2 * MOST_CHIPS  # the big bet of fixed limit is twice the big blind
    amounts["bets"] = [_amount(name, fields.get(name), most=largest_bet) for name in bets]
    if "finishing_stacks" in fields:
        all_chips = MOST_CHIPS * players
        amounts["finishing_stacks"] = _amounts("finishing_stacks", fields["finishing_stacks"], players, most=all_chips)
    for action in actions:
        with blame_action(action.number, action.text):
            _amount("the amount", action.amount)
    every = [*chain.from_iterable(amounts.values()), *[action.amount for action in actions]]
    unit = 1 if all(amount % 1 == 0 for amount in every) else _CENTS
    if any(amount * unit % 1 for amount in every):
        raise NotReadable(translatable("amounts may have whole cents, nothing smaller"))
    return unit, {name: [int(amount * unit) for amount in values] for name, values in amounts.items()}


def _amounts(name: str, values: Any, players: int, *, most: int = MOST_CHIPS) -> list[Decimal]:
    if not isinstance(values, list) or len(values) != players:
        raise NotReadable(translatable("{field}: must be a list of one number for each player"), field=name)
    return [_amount(name, value, most=most) for value in values]


def _amount(name: str, value: Any, *, most: int = MOST_CHIPS) -> Decimal:
    number = Decimal(value) if type(value) is int else value
    if not isinstance(number, Decimal) or not number.is_finite() or abs(number) > most:
        raise NotReadable(
            translatable("{field}: must be a number, at most {most}, neither unknown nor infinite"),
            field=name,
            most=most,
        )
    return number


class Cards:
    """Collects what the file tells of the deck in dealing and showing. No card may be named twice."""

    def __init__(self, actions: Iterable[Action], players: int) -> None:
        self.holes: list[list[Card | None]] = [[] for _ in range(players)]
        self.board: list[Card] = []
        self._told: set[Card] = set()
        for action in actions:
            with blame_action(action.number, action.text):
                self._read(action)
        self.holes = [[*hole, *[None] * (2 - len(hole))] for hole in self.holes]

    def unknown(self) -> list[int]:
        return [place for place, hole in enumerate(self.holes) if None in hole]

    def _read(self, action: Action) -> None:
        cards, hole = action.cards or (), self.holes[action.player]
        match action.verb:
            case "db":
                self.board += [self._take(card) for card in cards if card is not None]
                if None in cards or len(self.board) > BOARD_SIZE:
                    raise NotReadable(translatable("the board has five cards, and all must be told"))
            case "dh":
                hole += [card if card is None else self._take(card) for card in cards]
            case "sm":
                self._learn(hole, cards)
            case _:
                pass
        if len(hole) > 2 or (action.verb == "sm" and len(cards) > 2):
            raise NotReadable(translatable("a player has two cards"))

    def _learn(self, hole: list[Card | None], shown: Sequence[Card | None]) -> None:
        hole += [None] * (2 - len(hole))
        for card in shown:
            if card is None or card in hole:
                continue
            if None not in hole:
                raise NotReadable(translatable("{card} was not dealt to this player"), card=card_text(card))
            hole[hole.index(None)] = self._take(card)

    def _take(self, card: Card) -> Card:
        if card in self._told:
            raise NotReadable(translatable("{card} is in the deck only once"), card=card_text(card))
        self._told.add(card)
        return card

    def deck(self, burns: Burns) -> tuple[Card, ...]:
        """Return a deck with the known cards in their places and the unused ones in order everywhere else."""
        places: dict[int, Card] = {}
        players = len(self.holes)
        for position, hole in enumerate(self.holes):
            two = zip(hole_places(position, players=players), hole, strict=True)
            places |= {place: card for place, card in two if card is not None}
        places |= dict(zip(board_places(players=players, burns=burns), self.board, strict=False))
        unused = iter([card for card in DECK if card not in self._told])
        return tuple([places[place] if place in places else next(unused) for place in range(len(DECK))])

    def invent_weakest(self, position: int) -> None:
        hole = self.holes[position]
        unused = [card for card in DECK if card not in self._told]
        own = [card for card in hole if card is not None]
        pairs = [(*own, *rest) for rest in combinations(unused, 2 - len(own))]
        self.holes[position] = [*max(pairs, key=lambda pair: strength((*pair, *self.board)))]
        self._told |= {card for card in self.holes[position] if card is not None}
