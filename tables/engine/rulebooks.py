"""Define the five rulebooks as data, and what the opener of a table may choose in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.engine.rules import (
    Betting,
    BlindGrowth,
    HeadsUpSmallBlind,
    OddChips,
    Reveal,
    Rules,
    RulesError,
    ShortAllIn,
    choice,
)

LIMITS: Final = (Betting.NO_LIMIT, Betting.POT_LIMIT, Betting.FIXED_LIMIT)
REVEALS: Final = (Reveal.LIVE, Reveal.LOSERS_MAY_MUCK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    rules: Rules
    """The rules with the usual choices."""
    options: Mapping[str, tuple[Any, ...]]
    """Values to choose from, by option; any value that the rules allow if there are none."""
    stack: int
    """Chips that players usually begin with."""
    stack_is_fixed: bool = False
    every_hand_from_scratch: bool = False
    reloads: int = 0
    ends_at_half: bool = False
    """True if a knock-out ends once at most half of the players still have chips."""


def rules_for(rulebook: str, **chosen: Any) -> Rules:
    """Return the rules of a table under this rulebook. A `RulesError` names the option that cannot be had."""
    book = RULEBOOKS[rulebook] if rulebook in tuple(RULEBOOKS) else None
    if book is None:
        raise RulesError("rulebook", f"choose one of {', '.join(RULEBOOKS)}")
    for option, value in chosen.items():
        _check_choice(book, option, value)
    implied = _implied(book, chosen)
    try:
        return Rules.from_json({**book.rules.to_json(), **implied, **chosen})
    except RulesError as error:
        blamed = {"big_blind": "small_blind", "small_blind": "big_blind"}.get(error.option)
        if blamed in chosen and error.option not in chosen:
            raise RulesError(blamed, "is not one that the other blind could follow from") from None
        raise


def knock_out_is_over(*, players: int, with_chips: int) -> bool:
    """Tell whether at most half of those who began still have chips: the end, if the rulebook ends at half."""
    return 2 * with_chips <= players


def _check_choice(book: Rulebook, option: str, value: Any) -> None:
    if option not in book.options:
        raise RulesError(option, f"{book.rules.rulebook} leaves no choice here")
    allowed = book.options[option]
    if allowed and value not in allowed:
        raise RulesError(option, f"choose one of {', '.join(map(str, allowed))}")


def _implied(book: Rulebook, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return what follows from the choices, unless it is chosen as well."""
    implied: dict[str, Any] = {}
    small, big = chosen.get("small_blind"), chosen.get("big_blind")
    if isinstance(small, int) and big is None:
        implied["big_blind"] = 2 * small or 1
    if isinstance(big, int) and small is None:
        implied["small_blind"] = big // 2
    if choice("betting", chosen.get("betting", book.rules.betting)) is Betting.FIXED_LIMIT:
        implied |= {"raise_cap": 4, "cap_counts_bets": True, "cap_counts_big_blind": True}
    return implied


CASH: Final = Rulebook(
    rules=Rules(
        rulebook="cash",
        betting=Betting.NO_LIMIT,
        small_blind=50,
        big_blind=100,
        reveal=Reveal.LOSERS_MAY_MUCK,
    ),
    options={
        "betting": LIMITS,
        "small_blind": (),
        "big_blind": (),
        "ante": (),
        "ante_from": (),
        "reveal": REVEALS,
        "players_most": (),
    },
    stack=10_000,
)
HOME: Final = Rulebook(
    rules=Rules(
        rulebook="home",
        betting=Betting.NO_LIMIT,
        small_blind=10,
        big_blind=20,
        bet_least=1,
        raise_least=1,
        short_all_in=ShortAllIn.REOPENS,
        odd_chips=OddChips.FIRST_UNFOLDED,
        reveal=Reveal.LOSERS_MAY_MUCK,
    ),
    options={"small_blind": (), "big_blind": (), "reveal": REVEALS, "players_most": ()},
    stack=2_000,
)
DUEL: Final = Rulebook(
    rules=Rules(
        rulebook="duel",
        betting=Betting.NO_LIMIT,
        small_blind=50,
        big_blind=100,
        raise_cap=4,
        cap_counts_bets=True,
        short_all_in=ShortAllIn.COUNTS_AS_RAISE,
        burns=(False, False, False),
    ),
    options={"players_most": ()},
    stack=20_000,
    stack_is_fixed=True,
    every_hand_from_scratch=True,
)
CONTEST: Final = Rulebook(
    rules=Rules(
        rulebook="contest",
        betting=Betting.DOUBLING,
        small_blind=10,
        big_blind=20,
        players_least=3,
        blind_growth=BlindGrowth.DOUBLE_EACH_ORBIT,
        raise_cap=4,
        bet_cap=4,
        short_all_in=ShortAllIn.REOPENS,
        reveal=Reveal.EVERYONE,
        heads_up_small_blind=HeadsUpSmallBlind.OTHER,
    ),
    options={"players_most": ()},
    stack=1_000,
    stack_is_fixed=True,
    reloads=2,
    ends_at_half=True,
)
QUEUE: Final = Rulebook(
    rules=Rules(
        rulebook="queue",
        betting=Betting.QUEUE,
        small_blind=10,
        big_blind=20,
        raise_cap=3,
        short_all_in=ShortAllIn.REOPENS,
        burns=(True, True, False),
        heads_up_small_blind=HeadsUpSmallBlind.OTHER,
    ),
    options={"small_blind": (), "players_most": ()},
    stack=1_000,
)
RULEBOOKS: Final[Mapping[str, Rulebook]] = {book.rules.rulebook: book for book in (CASH, HOME, DUEL, CONTEST, QUEUE)}
