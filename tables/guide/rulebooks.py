"""Compare the five rulebooks as the engine plays them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.core.words import RULEBOOKS as NAMES
from tables.core.words import chips
from tables.engine.rulebooks import RULEBOOKS, Rulebook
from tables.engine.rules import Betting, BlindGrowth, OddChips, Reveal, ShortAllIn

TITLES: Final = {"cash": gettext_lazy("Ring game"), **NAMES}

BETTING: Final = {
    Betting.NO_LIMIT: gettext_lazy("No-limit, pot-limit or fixed-limit"),
    Betting.DOUBLING: gettext_lazy("Bet any amount, raise to exactly double"),
    Betting.QUEUE: gettext_lazy("In steps"),
}
SHORT_ALL_IN: Final = {
    ShortAllIn.CLOSES: gettext_lazy("Does not reopen the betting"),
    ShortAllIn.REOPENS: gettext_lazy("Reopens the betting"),
    ShortAllIn.COUNTS_AS_RAISE: gettext_lazy("Counts as a raise"),
}
ODD_CHIPS: Final = {
    OddChips.ONE_EACH: gettext_lazy("One each to the winners, from the left of the button"),
    OddChips.FIRST_UNFOLDED: gettext_lazy("All to the first player left of the button who has not folded"),
}
REVEAL: Final = {
    Reveal.LIVE: gettext_lazy("Of everybody at the showdown"),
    Reveal.LOSERS_MAY_MUCK: gettext_lazy("Of the winners; losers may muck"),
    Reveal.EVERYONE: gettext_lazy("Everybody's, folded ones too"),
}


@dataclass(frozen=True)
class Book:
    slug: str
    title: str


@dataclass(frozen=True)
class Question:
    title: str
    cells: tuple[str, ...]
    """Answers the question for each rulebook."""


@dataclass(frozen=True)
class Comparison:
    books: tuple[Book, ...]
    rows: tuple[Question, ...]


def comparison() -> Comparison:
    """Build the comparison: a column for each rulebook, a row for each question."""
    answers = [(title, [str(answer(book)) for book in RULEBOOKS.values()]) for title, answer in ROWS]
    return Comparison(
        books=tuple(Book(slug, str(TITLES[slug])) for slug in RULEBOOKS),
        rows=tuple(Question(str(title), tuple(cells)) for title, cells in answers),
    )


def _players(book: Rulebook) -> str:
    return f"{book.rules.players_least}\N{EN DASH}{book.rules.players_most}"


def _betting(book: Rulebook) -> str:
    one = len(book.options.get("betting", ())) < 2 and book.rules.betting is Betting.NO_LIMIT
    return _("No-limit") if one else str(BETTING[book.rules.betting])


def _blinds(book: Rulebook) -> str:
    blinds = f"{chips(book.rules.small_blind)}/{chips(book.rules.big_blind)}"
    if book.rules.blind_growth is BlindGrowth.DOUBLE_EACH_ORBIT:
        return _("%(blinds)s, doubled every orbit") % {"blinds": blinds}
    return blinds if "small_blind" not in book.options else _("%(blinds)s, or others") % {"blinds": blinds}


def _stack(book: Rulebook) -> str:
    stack = chips(book.stack)
    if book.every_hand_from_scratch:
        return _("%(stack)s, again in every hand") % {"stack": stack}
    if book.reloads:
        return _("%(stack)s, and up to %(reloads)d reloads") % {"stack": stack, "reloads": book.reloads}
    return _("What you bring, within the table's limits")


def _least_bet(book: Rulebook) -> str:
    if book.rules.betting is Betting.QUEUE:
        return _("The step")
    return _("Big blind") if book.rules.least_bet == book.rules.big_blind else chips(book.rules.least_bet)


def _least_raise(book: Rulebook) -> str:
    match book.rules.betting:
        case Betting.QUEUE:
            return _("Exactly one step")
        case Betting.DOUBLING:
            return _("Exactly to double")
        case _:
            least = book.rules.raise_least
            return _("By %(chips)s") % {"chips": chips(least)} if least else _("By the last full bet or raise")


def _cap(book: Rulebook) -> str:
    rules = book.rules
    if rules.bet_cap:
        return _("%(raises)d raises and %(bets)d bets") % {"raises": rules.raise_cap, "bets": rules.bet_cap}
    if rules.raise_cap:
        return _("%(raises)d raises") % {"raises": rules.raise_cap}
    return _("None; fixed-limit: 4 bets") if len(book.options.get("betting", ())) > 1 else _("None")


def _burns(book: Rulebook) -> str:
    burnt = [word for word, burns in zip((_("flop"), _("turn"), _("river")), book.rules.burns, strict=True) if burns]
    return _(", ").join(burnt) or _("No")


def _end(book: Rulebook) -> str:
    if book.ends_at_half:
        return _("When at most half of the players still have chips")
    return _("After so many hands as were agreed") if book.every_hand_from_scratch else _("When people leave")


ROWS: Final[tuple[tuple[Any, Callable[[Rulebook], Any]], ...]] = (
    (gettext_lazy("Players"), _players),
    (gettext_lazy("Betting"), _betting),
    (gettext_lazy("Blinds"), _blinds),
    (gettext_lazy("Stack"), _stack),
    (gettext_lazy("Least bet"), _least_bet),
    (gettext_lazy("Least raise"), _least_raise),
    (gettext_lazy("Most raises on a street"), _cap),
    (gettext_lazy("All-in that is less than a raise"), lambda book: SHORT_ALL_IN[book.rules.short_all_in]),
    (gettext_lazy("Odd chips of a pot"), lambda book: ODD_CHIPS[book.rules.odd_chips]),
    (gettext_lazy("Cards burnt before"), _burns),
    (gettext_lazy("Cards shown at the end"), lambda book: REVEAL[book.rules.reveal]),
    (gettext_lazy("Ends"), _end),
)
