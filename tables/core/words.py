"""Put cards, hands, stakes, chips and times into words."""

from collections.abc import Callable
from datetime import datetime
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Any, Final

from django.utils.formats import date_format, number_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from tables.engine.cards import RANKS, SUITS, Card, rank_of, suit_of
from tables.engine.ranks import Best, Category
from tables.engine.rules import Betting, Rules

SUIT_NAMES: Final = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}
RANK_NAMES: Final = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("jack"),
    "T": gettext_lazy("ten"),
    "9": gettext_lazy("nine"),
    "8": gettext_lazy("eight"),
    "7": gettext_lazy("seven"),
    "6": gettext_lazy("six"),
    "5": gettext_lazy("five"),
    "4": gettext_lazy("four"),
    "3": gettext_lazy("three"),
    "2": gettext_lazy("two"),
}
RANKS_PLURAL: Final = {
    "A": gettext_lazy("aces"),
    "K": gettext_lazy("kings"),
    "Q": gettext_lazy("queens"),
    "J": gettext_lazy("jacks"),
    "T": gettext_lazy("tens"),
    "9": gettext_lazy("nines"),
    "8": gettext_lazy("eights"),
    "7": gettext_lazy("sevens"),
    "6": gettext_lazy("sixes"),
    "5": gettext_lazy("fives"),
    "4": gettext_lazy("fours"),
    "3": gettext_lazy("threes"),
    "2": gettext_lazy("twos"),
}
STREETS: Final = {
    "preflop": gettext_lazy("Before the flop"),
    "flop": gettext_lazy("Flop"),
    "turn": pgettext_lazy("street", "Turn"),
    "river": gettext_lazy("River"),
}
HANDS: Final = {
    Category.ROYAL_FLUSH: gettext_lazy("Royal flush"),
    Category.STRAIGHT_FLUSH: gettext_lazy("Straight flush, %(one)s high"),
    Category.FOUR_OF_A_KIND: gettext_lazy("Four of a kind, %(many)s"),
    Category.FULL_HOUSE: gettext_lazy("Full house, %(many)s full of %(others)s"),
    Category.FLUSH: gettext_lazy("Flush, %(one)s high"),
    Category.STRAIGHT: gettext_lazy("Straight, %(one)s high"),
    Category.THREE_OF_A_KIND: gettext_lazy("Three of a kind, %(many)s"),
    Category.TWO_PAIR: gettext_lazy("Two pair, %(many)s and %(others)s"),
    Category.PAIR: gettext_lazy("Pair of %(many)s"),
    Category.HIGH_CARD: gettext_lazy("High card %(one)s"),
}
WITH_HANDS: Final = {
    Category.ROYAL_FLUSH: gettext_lazy("a royal flush"),
    Category.STRAIGHT_FLUSH: gettext_lazy("a straight flush, %(one)s high"),
    Category.FOUR_OF_A_KIND: gettext_lazy("four of a kind, %(many)s"),
    Category.FULL_HOUSE: gettext_lazy("a full house, %(many)s full of %(others)s"),
    Category.FLUSH: gettext_lazy("a flush, %(one)s high"),
    Category.STRAIGHT: gettext_lazy("a straight, %(one)s high"),
    Category.THREE_OF_A_KIND: gettext_lazy("three of a kind, %(many)s"),
    Category.TWO_PAIR: gettext_lazy("two pair, %(many)s and %(others)s"),
    Category.PAIR: gettext_lazy("a pair of %(many)s"),
    Category.HIGH_CARD: gettext_lazy("high card %(one)s"),
}
"""Hands as they stand within a sentence, after "with"."""
GAMES: Final = {
    "no_limit": gettext_lazy("No-limit hold'em"),
    "pot_limit": gettext_lazy("Pot-limit hold'em"),
    "fixed_limit": gettext_lazy("Fixed-limit hold'em"),
}
RULEBOOKS: Final = {
    "home": gettext_lazy("Kitchen table"),
    "duel": gettext_lazy("Duel"),
    "contest": gettext_lazy("Knock-out"),
    "queue": gettext_lazy("Queue"),
}

Amounts = Callable[[int], str]
"""Formats chips as this viewer reads them."""


def game(rules: dict[str, Any]) -> str:
    """Name the game as a player would."""
    return str(RULEBOOKS.get(rules["rulebook"]) or GAMES[rules["betting"]])


def stakes(rules: Rules) -> str:
    if rules.betting is Betting.QUEUE:
        return _("step %(step)s") % {"step": chips(rules.small_blind)}
    blinds = f"{chips(rules.small_blind)}/{chips(rules.big_blind)}"
    if not rules.ante:
        return blinds
    return _("%(blinds)s, ante %(ante)s") % {"blinds": blinds, "ante": chips(rules.ante)}


def day_and_time(at: datetime) -> str:
    """Format a time in the reader's time zone."""
    return date_format(localtime(at), pgettext("date format", "D, M j, g:i A"))


def starts_with_zone(at: datetime) -> str:
    """Name the time zone too, because the reader's own is not known for certain."""
    return _("Starts %(when)s (%(zone)s).") % {"when": day_and_time(at), "zone": get_current_timezone_name()}


def rank_letter(card: Card) -> str:
    return RANKS[rank_of(card)]


def suit_letter(card: Card) -> str:
    return SUITS[suit_of(card)]


def card_label(card: Card) -> str:
    """Name a card for screen readers."""
    return _card_label(card, get_language())


@lru_cache(500)
def _card_label(card: Card, language: str) -> str:
    names = {"rank": RANK_NAMES[rank_letter(card)], "suit": SUIT_NAMES[suit_letter(card)]}
    return _("%(rank)s of %(suit)s") % names


def hand_name(best: Best | None, *, in_a_sentence: bool = False) -> str:
    """Name a player's best five as `view` gives them, with the deciding ranks; empty before the flop."""
    if best is None:
        return ""
    others = best.cards[2 if best.category is Category.TWO_PAIR else 3]
    first, language = rank_letter(best.cards[0]), get_language()
    return _hand_name(best.category, first, rank_letter(others), language, in_a_sentence=in_a_sentence)


@lru_cache(5_000)
def _hand_name(category: Category, first: str, others: str, language: str, *, in_a_sentence: bool) -> str:
    names = {"one": RANK_NAMES[first], "many": RANKS_PLURAL[first], "others": RANKS_PLURAL[others]}
    return str((WITH_HANDS if in_a_sentence else HANDS)[category]) % names


def chips(amount: int) -> str:
    return _grouped(amount, get_language())


def signed(amount: int) -> str:
    """Write chips won or lost with their sign."""
    sign = {True: "+", False: "\N{MINUS SIGN}"}[amount > 0] if amount else ""
    return f"{sign}{chips(abs(amount))}"


@lru_cache(20_000)
def _grouped(amount: int, language: str) -> str:
    """Group the digits, cached: `number_format` is slow, and a table shows the same few amounts all evening."""
    return number_format(amount, force_grouping=True)


def percent(chance: float) -> str:
    """Format a chance in whole percent; one that is neither 0 nor 1 gets a decimal below 1% and above 99%."""
    value = Decimal(str(chance)) * 100
    if not 0 < value < 100:
        return _percent(value, 0)
    places = 0 if 1 <= value <= 99 else 1
    least = Decimal("0.1")
    return _percent(min(max(value, least), 100 - least), places)


def _percent(value: Decimal, places: int) -> str:
    rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{number_format(rounded, places)}%"


def amounts_in(unit: str, big_blind: int) -> Amounts:
    """Return how to write amounts: in chips, or in big blinds with one decimal where it needs one."""
    if unit != "bb":
        language = get_language()
        return lambda amount: _grouped(amount, language)

    def in_big_blinds(amount: int) -> str:
        value = (Decimal(amount) / big_blind).quantize(Decimal("0.1"), ROUND_HALF_UP)
        return _("%(number)s BB") % {"number": number_format(value, 0 if value == value.to_integral_value() else 1)}

    return in_big_blinds


_ROOM: Final = 11
_STEPS: Final = {
    "zh-hans": ((10**12, "万亿"), (10**8, "亿"), (10**4, "万")),
    "en": ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "K")),
}
"""Chinese counts large numbers by ten thousands, English by thousands."""


def short_amount(amount: str) -> str:
    """Shorten an amount that is too long for a seat's plate, rounded down to three figures or more; else return ""."""
    if len(amount) <= _ROOM:
        return ""
    number, _space, unit = amount.partition(" ")
    if not number.replace(",", "").replace(".", "").isdigit():
        return ""
    value = Decimal(number.replace(",", ""))
    steps = _STEPS.get(get_language() or "", _STEPS["en"])
    step, letter = next((step for step in steps if value >= step[0]), (1, ""))
    parts = value / step
    places = 2 if parts < 10 else 1
    rounded = parts.quantize(Decimal(1).scaleb(-places), ROUND_DOWN)
    return f"{number_format(rounded, places)}{letter}{' ' if unit else ''}{unit}"
