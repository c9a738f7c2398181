"""Define the rules of one table as a frozen value. Code asks for its fields, never for the name of the rulebook."""

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self

from tables.engine.places import Burns
from tables.engine.sentences import TranslatableError, translatable

VERSION: Final = 1
MOST_PLAYERS: Final = 10
MOST_CHIPS: Final = 10**12
"""Most chips in a stack, a blind or an ante: every sum of a hand then fits a database's big integer."""


class Betting(StrEnum):
    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"
    DOUBLING = "doubling"
    """Players bet any amount and raise to exactly twice the highest bet."""
    QUEUE = "queue"
    """Players raise by fixed steps, wait in a queue and may pass to its end."""


class AnteFrom(StrEnum):
    EVERYONE = "everyone"
    BIG_BLIND = "big_blind"
    BUTTON = "button"


class BlindGrowth(StrEnum):
    NONE = "none"
    DOUBLE_EACH_ORBIT = "double_each_orbit"


class ShortAllIn(StrEnum):
    """Says what an all-in above the highest bet does when it is less than a raise."""

    CLOSES = "closes"
    """A player who has acted may raise again only against a full raise (TDA 47)."""
    REOPENS = "reopens"
    COUNTS_AS_RAISE = "counts_as_raise"


class OddChips(StrEnum):
    ONE_EACH = "one_each"
    """The winners get one each, from the left of the button."""
    FIRST_UNFOLDED = "first_unfolded"
    """The first player left of the button who is in for that pot gets all, winner or not."""


class Reveal(StrEnum):
    LIVE = "live"
    LOSERS_MAY_MUCK = "losers_may_muck"
    EVERYONE = "everyone"
    """Folded hands are shown too; the board is dealt out even when all but one folded."""


class HeadsUpSmallBlind(StrEnum):
    BUTTON = "button"
    OTHER = "other"


_OUT_OF_RANGE: Final = translatable("{option}: must be from {least} to {most}")


class RulesError(TranslatableError, ValueError):
    """Says that nobody could play by these rules; `option` names the field to change."""

    def __init__(self, option: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence if "{option}" in sentence else "{option}: " + sentence, option=option, **values)
        self.option = option


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    rulebook: str
    betting: Betting
    small_blind: int
    big_blind: int
    players_least: int = 2
    players_most: int = MOST_PLAYERS
    ante: int = 0
    ante_from: AnteFrom = AnteFrom.EVERYONE
    blind_growth: BlindGrowth = BlindGrowth.NONE
    bet_least: int = 0
    """Least bet; 0 means the big blind."""
    raise_least: int = 0
    """Least increase of a raise; 0 means the last full bet or raise."""
    raise_cap: int = 0
    """Most raises on a street, all players together; 0 means any number."""
    bet_cap: int = 0
    cap_counts_bets: bool = False
    """True if bets count for the raise cap; the next field says the same of the big blind before the flop."""
    cap_counts_big_blind: bool = False
    short_all_in: ShortAllIn = ShortAllIn.CLOSES
    odd_chips: OddChips = OddChips.ONE_EACH
    burns: Burns = (True, True, True)
    reveal: Reveal = Reveal.LIVE
    heads_up_small_blind: HeadsUpSmallBlind = HeadsUpSmallBlind.BUTTON

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_type(field.name, field.type, getattr(self, field.name))
        _check_players(self)
        _check_chips(self)
        _check_betting(self)

    @property
    def takes_posts(self) -> bool:
        """Tell whether a newcomer may post a blind out of turn; in a queue everybody waits for the big blind."""
        return self.betting is not Betting.QUEUE

    @property
    def least_bet(self) -> int:
        return self.bet_least or self.big_blind

    def to_json(self) -> dict[str, Any]:
        """Write every field, so that a changed default never changes a hand of the past."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        values["burns"] = list(self.burns)
        return {"version": VERSION, **{k: str(v) if isinstance(v, StrEnum) else v for k, v in values.items()}}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        if not isinstance(data, dict) or type(data.get("version")) is not int or data["version"] != VERSION:
            raise RulesError("version", f"these rules are not of version {VERSION}")
        names = {field.name for field in dataclasses.fields(cls)}
        for name in sorted(names ^ (set(data) - {"version"}), key=str):
            raise RulesError(str(name), "is missing" if name in names else "is not known")
        return cls(**{name: _from_json(name, data[name]) for name in names})


_ENUMS: Final[dict[str, type[StrEnum]]] = {
    "betting": Betting,
    "ante_from": AnteFrom,
    "blind_growth": BlindGrowth,
    "short_all_in": ShortAllIn,
    "odd_chips": OddChips,
    "reveal": Reveal,
    "heads_up_small_blind": HeadsUpSmallBlind,
}


def _from_json(name: str, value: Any) -> Any:
    if name == "burns":
        return tuple(value) if isinstance(value, list) else value
    return choice(name, value) if name in _ENUMS else value


def choice(option: str, value: Any) -> Any:
    """Return the enumerated value for its text, which forms and files send."""
    kind = _ENUMS[option]
    if value not in tuple(kind):
        raise RulesError(option, f"choose one of {', '.join(kind)}")
    return kind(value)


def _check_type(option: str, kind: Any, value: Any) -> None:
    if option == "burns":
        fits = isinstance(value, tuple) and len(value) == 3 and all(isinstance(burn, bool) for burn in value)
    elif kind is int:
        fits = isinstance(value, int) and not isinstance(value, bool)
    else:
        fits = isinstance(value, kind)
    if not fits:
        wanted = "a whole number" if kind is int else getattr(kind, "__name__", "three times true or false")
        raise RulesError(option, f"must be {wanted}")


def _between(rules: Rules, option: str, *, least: int, most: int) -> None:
    if not least <= getattr(rules, option) <= most:
        raise RulesError(option, _OUT_OF_RANGE, least=least, most=most)


def _check_players(rules: Rules) -> None:
    _between(rules, "players_least", least=2, most=MOST_PLAYERS)
    _between(rules, "players_most", least=rules.players_least, most=MOST_PLAYERS)
    if not rules.rulebook:
        raise RulesError("rulebook", "must have a name")


def _check_chips(rules: Rules) -> None:
    _between(rules, "big_blind", least=1, most=MOST_CHIPS)
    _between(rules, "small_blind", least=int(rules.betting is Betting.QUEUE), most=rules.big_blind)
    _between(rules, "ante", least=0, most=MOST_CHIPS)
    _between(rules, "bet_least", least=0, most=rules.big_blind)
    _between(rules, "raise_least", least=0, most=rules.big_blind)
    _between(rules, "raise_cap", least=0, most=100)
    _between(rules, "bet_cap", least=0, most=100)


def _check_betting(rules: Rules) -> None:
    """Check fields that the betting structure fixes, or that would contradict one another."""
    if rules.betting is Betting.QUEUE:
        if rules.big_blind != 2 * rules.small_blind:
            raise RulesError("big_blind", "must be twice the step, and the small blind the step")
        if rules.heads_up_small_blind is not HeadsUpSmallBlind.OTHER:
            raise RulesError("heads_up_small_blind", "is the other one where players wait in a queue")
        if rules.ante:
            raise RulesError("ante", "there is none where players wait in a queue")
    if rules.bet_cap and rules.betting is not Betting.DOUBLING:
        raise RulesError("bet_cap", "only where raises double: elsewhere a street has one bet")
    if rules.cap_counts_big_blind and not rules.cap_counts_bets:
        raise RulesError("cap_counts_big_blind", "counts only where bets count")
    if rules.ante_from is not AnteFrom.EVERYONE and not rules.ante:
        raise RulesError("ante_from", "there is no ante to pay")
    if rules.betting in _SIZES_FIXED:
        _check_fixed_sizes(rules)


_SIZES_FIXED: Final = (Betting.QUEUE, Betting.FIXED_LIMIT, Betting.DOUBLING)


def _check_fixed_sizes(rules: Rules) -> None:
    for option in ("bet_least", "raise_least"):
        if getattr(rules, option):
            raise RulesError(option, "the way of betting fixes it: leave it 0")
    if rules.betting is Betting.FIXED_LIMIT:
        if rules.short_all_in is not ShortAllIn.CLOSES:
            raise RulesError("short_all_in", "closes the betting in fixed limit unless it is half a bet")
        if not rules.raise_cap:
            raise RulesError("raise_cap", "fixed limit has a most of bets on a street, usually 4")
    elif rules.short_all_in is not ShortAllIn.REOPENS:
        raise RulesError("short_all_in", "re-opens the betting where an all-in counts as nothing")
    elif rules.cap_counts_bets:
        raise RulesError("cap_counts_bets", "bets are counted apart here")
