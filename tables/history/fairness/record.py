"""Build the record of a finished hand, with no cards but those that one viewer may know, and the values of its page."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tables.engine.cards import parse_card
from tables.engine.deck import SealedDeck
from tables.engine.opening import SeatNumber
from tables.engine.proof import CardPlace, build_record
from tables.history.hands.found_hand import SeenHand
from tables.page.felt import Face


@dataclass(frozen=True, kw_only=True)
class Promise:
    """Shows what one seat did for the cut."""

    seat: str
    name: str
    commitment: str | None
    number: str | None
    stand_in: str | None


@dataclass(frozen=True, kw_only=True)
class ProvenCards:
    """Shows cards that the viewer may see, before a player or on the board."""

    name: str
    """The player's name; empty for the board."""
    cards: tuple[Face, ...]


def record_of(found: SeenHand) -> dict[str, Any]:
    """Build the record; for a number that was not sent or did not match, it has the stand-in under the seal."""
    deck = SealedDeck.from_json(found.hand.sealed)
    numbers = {player.seat: player.number for player in found.hand.players.all() if player.number}
    return build_record(deck, numbers=numbers, shown=_shown(found))


def record_text(record: Mapping[str, Any]) -> str:
    """Write the record as text, the same on the page and in the file."""
    return json.dumps(record, indent=1)


def promises(names: Mapping[SeatNumber, str], record: Mapping[str, Any]) -> list[Promise]:
    """Return what each seat did for the cut, in the order of the deal."""
    return [_promise(names[seat["seat"]], **seat) for seat in record["seats"]]


def proven_cards(names: Mapping[SeatNumber, str], record: Mapping[str, Any]) -> list[ProvenCards]:
    """Return the cards that the record proves, those of the board first."""
    places = [None, *(seat["seat"] for seat in record["seats"])]
    found = [ProvenCards(name="" if at is None else names[at], cards=_cards_at(at, record)) for at in places]
    return [lay for lay in found if lay.cards]


def _shown(found: SeenHand) -> Iterator[CardPlace]:
    for seat in found.play.seats:
        if seat in found.known:
            yield from (CardPlace(seat=seat, card=card) for card in range(2))
    yield from (CardPlace(card=card) for card in range(len(found.play.board)))


def _promise(name: str, *, seat: int, commitment: str | None, number: str | None, stand_in: Any) -> Promise:
    ready = stand_in and stand_in["text"]
    return Promise(seat=str(seat), name=name, commitment=commitment, number=number, stand_in=ready)


def _cards_at(seat: int | None, record: Mapping[str, Any]) -> tuple[Face, ...]:
    proven = [card["proof"]["text"] for card in record["cards"] if card["where"].get("seat") == seat]
    return tuple(Face(card=parse_card(text)) for text in proven)
