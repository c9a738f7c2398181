"""Build what programs of the contest are sent, as plain values: field by field as the protocol names them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tables.bots.contest.event_replay import HandReplay
from tables.engine.cards import Card, card_text
from tables.engine.events import Acted
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.ranks import WORST, Category, best_five

Plain = dict[str, Any]
Cards = Mapping[int, Sequence[str]]
"""Cards by seat, of those players whose cards the receiver may know."""

STATUS: Final = {"standby": 0, "preparing": 1, "running": 2, "finished": 3, "ended": 4}
_ROUND_NAMES: Final = {"preflop": "Deal", "flop": "Flop", "turn": "Turn", "river": "River"}
_MESSAGES: Final = {
    Category.HIGH_CARD: "High Card",
    Category.PAIR: "Pair",
    Category.TWO_PAIR: "Two Pair",
    Category.THREE_OF_A_KIND: "Three of a Kind",
    Category.STRAIGHT: "Straight",
    Category.FLUSH: "Flush",
    Category.FULL_HOUSE: "Full House",
    Category.FOUR_OF_A_KIND: "Four of a kind",
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.ROYAL_FLUSH: "Royal Flush",
}
NO_CARDS: Final[Cards] = {}


@dataclass(frozen=True)
class Person:
    """Describes a player who is in the game, or signed up for it."""

    seat: int
    name: str
    user_id: int = 0
    online: bool = True
    human: bool = False
    reloads: int = 0
    chips: int = 0
    """Chips between two hands."""
    out: bool = False


@dataclass(frozen=True)
class ContestTable:
    """Holds what all events have in common."""

    code: str
    status: str
    stack: int
    reloads_most: int
    blinds: tuple[int, int]
    people: tuple[Person, ...]
    """The players in seating order."""
    first_hand: int = 0
    """The number that the game's first hand has at the table; 0: none was dealt yet."""
    older: bool = False
    """True if a program of the older dialect takes part."""
    names: Mapping[int, str] = field(init=False)
    """Names by seat."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", {person.seat: person.name for person in self.people})

    def round_count(self, number: int) -> int:
        return max(0, number - self.first_hand + 1) if self.first_hand else 0


def texts(cards: Iterable[Card]) -> list[str]:
    return [card_text(card).upper() for card in cards]


def player(person: Person, course: HandReplay | None, cards: Cards) -> Plain:
    at = course.at(person.seat) if course else None
    runs = course is not None and not course.over
    if course is None or at is None:
        in_hand = {"chips": person.chips, "folded": runs, "allIn": False, "roundBet": 0, "bet": 0}
    else:
        in_hand = {
            "chips": course.stacks[at],
            "folded": course.folded[at],
            "allIn": course.all_in[at],
            "roundBet": course.paid[at],
            "bet": course.bets[at],
        }
    return {
        "playerName": person.name,
        **in_hand,
        "isSurvive": not person.out or (at is not None and runs),
        "reloadCount": person.reloads - (course is not None and runs and person.seat in course.reloaded),
        "isOnline": person.online,
        "isHuman": person.human,
        "cards": list(cards.get(person.seat, ())) if at is not None else [],
    }


def players(stage: ContestTable, course: HandReplay | None, cards: Cards = NO_CARDS) -> list[Plain]:
    return [player(person, course, cards) for person in stage.people]


def table(stage: ContestTable, number: int, course: HandReplay | None) -> Plain:
    return {
        "tableNumber": stage.code,
        "status": STATUS[stage.status],
        **_round(stage, number, course),
        "totalBet": course.middle if course else 0,
        "initChips": stage.stack,
        "maxReloadCount": stage.reloads_most,
        **_blinds(stage, course),
    }


def _round(stage: ContestTable, number: int, course: HandReplay | None) -> Plain:
    return {
        "roundName": "Deal" if course is None else "Showdown" if course.over else _ROUND_NAMES[course.street],
        "board": texts(course.board) if course else [],
        "roundCount": stage.round_count(number),
        "raiseCount": course.raises if course else 0,
        "betCount": course.bets_made if course else 0,
    }


def _blinds(stage: ContestTable, course: HandReplay | None) -> Plain:
    """Name both blinds; the small blind is left of the button, heads-up as well."""
    small, big = (course.rules.small_blind, course.rules.big_blind) if course else stage.blinds
    names = [stage.names.get(seat, "") for seat in course.seats[:2]] if course else ["", ""]
    return {
        "smallBlind": {"playerName": names[0], "amount": small},
        "bigBlind": {"playerName": names[1], "amount": big},
    }


def state(stage: ContestTable, number: int, course: HandReplay | None, cards: Cards = NO_CARDS) -> Plain:
    """Return what most events say."""
    return {"table": table(stage, number, course), "players": players(stage, course, cards)}


def action(stage: ContestTable, course: HandReplay, event: Acted, did: str) -> Plain:
    """Describe what was really done; `course` has taken it already."""
    at = course.seats.index(event.seat)
    amount = {"amount": event.amount} if event.amount or did == "call" else {}
    return {"action": did, "playerName": stage.names.get(event.seat, ""), **amount, "chips": course.stacks[at]}


def prompt(
    stage: ContestTable, number: int, course: HandReplay, play: HandState, legal: Legal, cards: Cards
) -> tuple[str, Plain]:
    """Return the name and data of the prompt for the player to act and for guests."""
    bets = play.prompt == "bet"
    own = next(person for person in stage.people if person.seat == legal.seat)
    return "__bet" if bets else "__action", {
        "tableNumber": stage.code,
        "self": {**player(own, course, cards), "minBet": play.rules.least_bet if bets else legal.call},
        "game": {
            **_round(stage, number, course),
            "players": players(stage, course, cards),
            **_blinds(stage, course),
        },
    }


def shown_down(stage: ContestTable, number: int, course: HandReplay, hole: Cards, play: HandState) -> Plain:
    """Describe a hand that is over: what each player had and won. A player who just lost all still counts as alive."""
    plain = state(stage, number, course, hole)
    for person, one in zip(stage.people, plain["players"], strict=True):
        at = course.at(person.seat)
        one["winMoney"] = 0 if at is None else course.won[at]
        if at is not None:
            one["hand"] = hand(play, person.seat)
            one["isSurvive"] = True
    return plain


def hand(play: HandState, seat: int) -> Plain | None:
    """Describe a player's seven cards and their rank, once everybody sees them."""
    if not play.over or seat not in play.shown:
        return None
    cards = (*play.hole(seat), *play.board)
    best = best_five(cards)
    return {"cards": texts(cards), "rank": WORST + 1 - best.strength, "message": _MESSAGES[best.category]}


def peers(stage: ContestTable) -> list[str]:
    return [person.name for person in stage.people if person.online]


def peers_2(stage: ContestTable, basic: Plain) -> Plain:
    return {
        "tableNumber": stage.code,
        "players": [{"playerName": person.name, "isOnline": person.online} for person in stage.people],
        "tableStatus": STATUS[stage.status],
        "basicData": basic,
    }
