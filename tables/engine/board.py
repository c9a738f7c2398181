"""Deal the board, street by street."""

from typing import Final

from tables.engine.cards import Card
from tables.engine.events import DealtBoard
from tables.engine.opening import Opening
from tables.engine.places import board_places
from tables.engine.rules import MOST_PLAYERS
from tables.engine.state import STREETS, State

_CARDS_BY_STREET: Final = (0, 3, 4, 5)
_YES_NO: Final = (False, True)
_PLACES: Final = {
    (players, burns): board_places(players=players, burns=burns)
    for players in range(2, MOST_PLAYERS + 1)
    for burns in [(flop, turn, river) for flop in _YES_NO for turn in _YES_NO for river in _YES_NO]
}


def deal_next_street(state: State) -> None:
    opening = state.opening
    places = _PLACES[len(opening.seats), opening.rules.burns]
    state.street += 1
    cards = tuple([opening.deck[place] for place in places[len(state.board) : _CARDS_BY_STREET[state.street]]])
    state.board += cards
    state.events.append(DealtBoard(STREETS[state.street], cards))


def hole_cards(opening: Opening, position: int) -> tuple[Card, Card]:
    return opening.deck[position], opening.deck[len(opening.seats) + position]
