"""Find the chances of a finished hand's players, street by street."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, Shown
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.state import STREETS
from tables.equity.asking import ask
from tables.equity.question import BOARDS, Chances, Question

_STREETS: Final = dict(zip(BOARDS, STREETS, strict=True))


class AtStreet(NamedTuple):
    """Holds the chances when the cards of a street had just been dealt."""

    street: str
    seats: tuple[SeatNumber, ...]
    """Seats that the chances belong to, in the order of `chances`."""
    unknown: int
    """Number of other players who were in with unknown cards, which count as any cards."""
    left_out: int
    """Number of other players who were in but are left out: several known hands are compared with each other only."""
    chances: Chances

    def of(self, seat: SeatNumber) -> tuple[float, float] | None:
        """Return the chances to win and to tie of a player who was still in."""
        if seat not in self.seats:
            return None
        place = self.seats.index(seat)
        return self.chances.win[place], self.chances.tie[place]


def chances_at_streets(play: HandState, known: Collection[SeatNumber]) -> list[AtStreet]:
    """Return chances for each street that was dealt, from the known hands still in; folded cards count as any.

    Two known hands or more are compared with each other, a single one with as many unknown hands as were in. Raises
    `Unanswered`.
    """
    asked = _asked(play, known)
    answers = ask(*[question for *_, question in asked])
    return [
        AtStreet(street, seats, question.unknown, left_out, found)
        for (street, seats, left_out, question), found in zip(asked, answers, strict=True)
    ]


StreetQuestion = tuple[str, tuple[SeatNumber, ...], int, Question]


def _asked(play: HandState, known: Collection[SeatNumber]) -> list[StreetQuestion]:
    """List the questions to ask at the beginning of each street."""
    found = []
    for street, board, live in _streets(play):
        seats = tuple([seat for seat in live if seat in known])
        others = len(live) - len(seats)
        unknown, left_out = (others, 0) if len(seats) == 1 else (0, others)
        if len(seats) + unknown > 1:
            question = Question.make([play.hole(seat) for seat in seats], board, unknown=unknown)
            found.append((street, seats, left_out, question))
    return found


def _streets(play: HandState) -> list[tuple[str, tuple[Card, ...], list[SeatNumber]]]:
    """Return each street with the board and the seats that were in as it began."""
    live = list(play.seats)
    board: tuple[Card, ...] = ()
    found = [(STREETS[0], board, list(live))]
    for event in play.events:
        if isinstance(event, Acted) and event.verb == "fold":
            live.remove(event.seat)
        elif isinstance(event, DealtBoard):
            board += event.cards
            found.append((event.street, board, list(live)))
    return found


def has_run_out(play: HandState) -> bool:
    """Tell whether hands lay face up before the board was complete."""
    events = [event for event in play.events if isinstance(event, (Shown, DealtBoard))]
    return any(isinstance(one, Shown) and isinstance(after, DealtBoard) for one, after in pairwise(events))


def face_up_chances(play: HandState) -> list[dict[str, Any]]:
    """Return chances as they are stored, for each street since the hands were turned up until the last card.

    The first of them says under "pots", for each pot in order, which share of it each contender could expect. The list
    is empty if no hands lay face up before. Raises `Unanswered`.
    """
    if not has_run_out(play):
        return []
    live = [seat for seat, out in zip(play.seats, play.folded, strict=True) if not out]
    turned_up = _cards_at_turning_up(play)
    boards = [play.board[:cards] for cards in BOARDS[:-1] if cards >= turned_up]
    asked = [Question.make([play.hole(seat) for seat in live], board) for board in boards]
    pots = [_of_a_pot(play, pot.seats, live, boards[0]) for pot in play.pots]
    answers = ask(*asked, *pots)
    found = [
        _stored(_STREETS[len(board)], live, answer) for board, answer in zip(boards, answers[: len(asked)], strict=True)
    ]
    found[0]["pots"] = [
        {"seats": list(pot.seats), "share": [round(share, 12) for share in answer.share]}
        for pot, answer in zip(play.pots, answers[len(asked) :], strict=True)
    ]
    return found


def _of_a_pot(
    play: HandState, contenders: Sequence[SeatNumber], live: Sequence[SeatNumber], board: tuple[Card, ...]
) -> Question:
    """Ask about the contenders of a pot: the cards of the other live players cannot come either."""
    others = [card for seat in live if seat not in contenders for card in play.hole(seat)]
    return Question.make([play.hole(seat) for seat in contenders], board, dead=others)


def _cards_at_turning_up(play: HandState) -> int:
    cards = 0
    for event in play.events:
        if isinstance(event, DealtBoard):
            cards += len(event.cards)
        elif isinstance(event, Shown):
            break
    return cards


def _stored(street: str, seats: list[SeatNumber], chances: Chances) -> dict[str, Any]:
    return {
        "street": street,
        "seats": list(seats),
        "win": [round(chance, 6) for chance in chances.win],
        "tie": [round(chance, 6) for chance in chances.tie],
        "exact": chances.exact,
        "error": chances.error,
    }
