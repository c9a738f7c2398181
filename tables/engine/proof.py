"""Write and check the record of a hand: everything one viewer needs to check that nobody chose the cards.

It proves, to a viewer who saw the root before the numbers were revealed, that the order of the deck and the stand-ins
were fixed before the cut, that the cut is the sum of the numbers, and that every shown card lay where the deal and the
cut put it. One honest number is enough for a cut that nobody knew beforehand.

It does not prove that the order was shuffled well, nor that a player who is in league with the server, which knows the
order, did not hold a number back to get the stand-in's cut instead. Only a seat's own browser knows whether it revealed
its number: it must compare root and commitment with what it saw and sent, and find its number in the record.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from tables.engine.cards import DECK
from tables.engine.deck import (
    FIRST_STAND_IN_LEAF,
    HASH_DIGITS,
    MOST_PLAYERS,
    RANDOM_DIGITS,
    NotAProof,
    Proof,
    SealedDeck,
    are_burns,
    are_seats,
    cut_of,
    deal_text,
    is_hexadecimal,
    matches_commitment,
)
from tables.engine.places import BOARD_SIZE, Burns, board_places, hole_places

_VERSION: Final = 1
_HOLE_CARDS: Final = 2
_MOST_CARDS: Final = len(DECK)


class FindingCode(StrEnum):
    """Names what can be wrong with a record."""

    MALFORMED = "malformed"
    VERSION = "version"
    ROOT = "root"
    DEAL_PROOF = "deal_proof"
    SAME_COMMITMENT = "same_commitment"
    NUMBER_WITHOUT_COMMITMENT = "number_without_commitment"
    OTHER_NUMBER = "other_number"
    STAND_IN_MISSING = "stand_in_missing"
    STAND_IN_NOT_DUE = "stand_in_not_due"
    STAND_IN_PROOF = "stand_in_proof"
    CUT = "cut"
    NO_SUCH_PLACE = "no_such_place"
    PLACE_TWICE = "place_twice"
    CARD_TWICE = "card_twice"
    CARD_PLACE = "card_place"
    CARD_PROOF = "card_proof"


@dataclass(frozen=True)
class Finding:
    code: FindingCode
    sentence: str


class NoSuchPlace(ValueError):
    def __init__(self) -> None:
        super().__init__("a card lies before a seat that is dealt in (0 or 1) or on the board (0 to 4)")


@dataclass(frozen=True, kw_only=True)
class CardPlace:
    """Names the place of a card: before a seat, or on the board if `seat` is None; the first card there is number 0."""

    card: int
    seat: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.card < (BOARD_SIZE if self.seat is None else _HOLE_CARDS):
            raise NoSuchPlace

    def __str__(self) -> str:
        return f"Card {self.card + 1} of " + ("the board" if self.seat is None else f"seat {self.seat}")

    def place(self, seats: Sequence[int], *, burns: Burns) -> int:
        """Return the place in the deck as it is dealt."""
        if self.seat is None:
            return board_places(players=len(seats), burns=burns)[self.card]
        if self.seat not in seats:
            raise NoSuchPlace
        return hole_places(seats.index(self.seat), players=len(seats))[self.card]

    def to_json(self) -> dict[str, object]:
        if self.seat is None:
            return {"to": "board", "card": self.card}
        return {"to": "seat", "seat": self.seat, "card": self.card}


def build_record(deck: SealedDeck, *, numbers: Mapping[int, str], shown: Iterable[CardPlace]) -> dict[str, object]:
    """Write a record; `numbers` are those revealed, by seat, `shown` the cards that this viewer may see."""
    accepted = zip(deck.seats, deck.commitments, deck.accepted(numbers), strict=True)
    cut = deck.cut(numbers)
    return {
        "version": _VERSION,
        "root": deck.root,
        "burns": list(deck.burns),
        "deal": deck.deal_proof().to_json(),
        "seats": [
            {
                "seat": seat,
                "commitment": sent,
                "number": number,
                "stand_in": None if number else deck.stand_in_proof(seat).to_json(),
            }
            for seat, sent, number in accepted
        ],
        "cut": cut,
        "cards": [
            {
                "where": where.to_json(),
                "proof": deck.card_proof(place=where.place(deck.seats, burns=deck.burns), cut=cut).to_json(),
            }
            for where in shown
        ],
    }


def check_record(record: object) -> tuple[Finding, ...]:
    """Return what is wrong with a record, nothing if all is well. Takes any value, even one that is no record."""
    try:
        read = _read(record)
    except _Unreadable as unreadable:
        return (unreadable.finding,)
    numbers = [*_number_findings(read), *_stand_in_findings(read)]
    cut = read.cut if numbers else cut_of(seat.counted for seat in read.seats)
    wrong_cut = Finding(FindingCode.CUT, f"The cut is given as {read.cut}, but the numbers add up to {cut}.")
    cuts = [] if cut == read.cut else [wrong_cut]
    return (*_deal_findings(read), *numbers, *cuts, *_card_findings(read, cut=cut), *_repetitions(read))


@dataclass(frozen=True)
class _Seat:
    seat: int
    commitment: str | None
    number: str | None
    stand_in: Proof | None

    @property
    def counted(self) -> str:
        return self.number or (self.stand_in.text if self.stand_in else "")


@dataclass(frozen=True)
class _Record:
    root: str
    burns: Burns
    deal: Proof
    seats: tuple[_Seat, ...]
    cut: int
    cards: tuple[tuple[CardPlace, Proof], ...]


class _Unreadable(Exception):
    def __init__(self, code: FindingCode, sentence: str) -> None:
        super().__init__(sentence)
        self.finding = Finding(code, sentence)


def _read(record: object) -> _Record:
    fields = _fields(record, "The record", "version", "root", "burns", "deal", "seats", "cut", "cards")
    version, root, burns, cut = fields["version"], fields["root"], fields["burns"], fields["cut"]
    _require(type(version) is int and version == _VERSION, FindingCode.VERSION, f"The version is not {_VERSION}.")
    _require(is_hexadecimal(root, HASH_DIGITS), FindingCode.ROOT, "The root is not 64 lowercase hexadecimal digits.")
    _require(
        isinstance(burns, list) and are_burns(burns), FindingCode.MALFORMED, "The burns are not three times yes or no."
    )
    _require(type(cut) is int and 0 <= cut < len(DECK), FindingCode.CUT, "The cut is not a whole number from 0 to 51.")
    seats = [_read_seat(seat, nth) for nth, seat in _entries(fields["seats"], "seats", most=MOST_PLAYERS)]
    seated = [seat.seat for seat in seats]
    _require(are_seats(seated), FindingCode.MALFORMED, "The seats are not 2 to 10 different numbers from 0 to 99.")
    cards = [_read_card(card, nth, seated) for nth, card in _entries(fields["cards"], "cards", most=_MOST_CARDS)]
    deal = _read_proof(fields["deal"], FindingCode.DEAL_PROOF, "the deal")
    return _Record(root=root, burns=tuple(burns), deal=deal, seats=tuple(seats), cut=cut, cards=tuple(cards))


def _read_seat(value: object, nth: int) -> _Seat:
    fields = _fields(value, f"Seat {nth} in the list", "seat", "commitment", "number", "stand_in")
    sent, number, stand_in = fields["commitment"], fields["number"], fields["stand_in"]
    form = f"in seat {nth} of the list is neither null nor"
    committed = sent is None or is_hexadecimal(sent, HASH_DIGITS)
    _require(committed, FindingCode.MALFORMED, f"The commitment {form} 64 lowercase hexadecimal digits.")
    numbered = number is None or is_hexadecimal(number, RANDOM_DIGITS)
    _require(numbered, FindingCode.MALFORMED, f"The number {form} 32 lowercase hexadecimal digits.")
    if stand_in is not None:
        stand_in = _read_proof(stand_in, FindingCode.STAND_IN_PROOF, f"the stand-in of seat {nth} in the list")
    return _Seat(seat=fields["seat"], commitment=sent, number=number, stand_in=stand_in)


def _read_card(value: object, nth: int, seats: Sequence[int]) -> tuple[CardPlace, Proof]:
    name = f"card {nth} in the list"
    fields = _fields(value, name.capitalize(), "where", "proof")
    return _read_where(fields["where"], name, seats), _read_proof(fields["proof"], FindingCode.CARD_PROOF, name)


def _read_where(value: object, name: str, seats: Sequence[int]) -> CardPlace:
    on_board = isinstance(value, dict) and value.get("to") == "board"
    fields = _fields(value, f"The place of {name}", "to", "card", *(() if on_board else ("seat",)))
    card, seat = fields["card"], fields.get("seat")
    dealt_in = on_board or (fields["to"] == "seat" and type(seat) is int and seat in seats)
    try:
        _require(dealt_in and type(card) is int, FindingCode.NO_SUCH_PLACE, f"The place of {name} does not exist.")
        return CardPlace(card=card, seat=seat)
    except NoSuchPlace:
        raise _Unreadable(FindingCode.NO_SUCH_PLACE, f"The place of {name} does not exist.") from None


def _read_proof(value: object, code: FindingCode, name: str) -> Proof:
    try:
        return Proof.from_json(value)
    except NotAProof:
        raise _Unreadable(code, f"The proof of {name} is not well formed.") from None


def _fields(value: object, name: str, *fields: str) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != set(fields):
        raise _Unreadable(FindingCode.MALFORMED, f"{name} does not have exactly these fields: {', '.join(fields)}.")
    return value


def _entries(value: object, name: str, *, most: int) -> Iterable[tuple[int, object]]:
    if not isinstance(value, list) or len(value) > most:
        raise _Unreadable(FindingCode.MALFORMED, f"The {name} are not a list of at most {most}.")
    return enumerate(value, start=1)


def _require(holds: bool, code: FindingCode, sentence: str) -> None:
    if not holds:
        raise _Unreadable(code, sentence)


def _deal_findings(record: _Record) -> Iterator[Finding]:
    if record.deal.root != record.root:
        yield Finding(FindingCode.DEAL_PROOF, "The proof of the deal does not hold under the root.")
    elif record.deal.text != deal_text(((seat.seat, seat.commitment) for seat in record.seats), burns=record.burns):
        yield Finding(FindingCode.DEAL_PROOF, "The seats, commitments or burns are not those fixed under the root.")


def _number_findings(record: _Record) -> Iterator[Finding]:
    commitments: set[str] = set()
    for seat in record.seats:
        if seat.commitment in commitments:
            yield Finding(FindingCode.SAME_COMMITMENT, f"Seat {seat.seat} has the commitment of another seat.")
        if seat.commitment is not None:
            commitments.add(seat.commitment)
        if seat.number is None:
            continue
        if seat.commitment is None:
            yield Finding(FindingCode.NUMBER_WITHOUT_COMMITMENT, f"Seat {seat.seat} has a number but no commitment.")
        elif not matches_commitment(seat.number, committed=seat.commitment):
            yield Finding(FindingCode.OTHER_NUMBER, f"The number of seat {seat.seat} does not match its commitment.")


def _stand_in_findings(record: _Record) -> Iterator[Finding]:
    for leaf, seat in enumerate(record.seats, start=FIRST_STAND_IN_LEAF):
        if seat.number is not None:
            if seat.stand_in is not None:
                yield Finding(
                    FindingCode.STAND_IN_NOT_DUE, f"There is a stand-in for seat {seat.seat}, which has a number."
                )
        elif seat.stand_in is None:
            yield Finding(FindingCode.STAND_IN_MISSING, f"Seat {seat.seat} has neither a number nor a stand-in.")
        elif seat.stand_in.root != record.root:
            yield Finding(FindingCode.STAND_IN_PROOF, f"The stand-in of seat {seat.seat} was not fixed under the root.")
        elif seat.stand_in.leaf != leaf:
            yield Finding(
                FindingCode.STAND_IN_PROOF, f"The stand-in of seat {seat.seat} is not the one fixed for this seat."
            )


def _card_findings(record: _Record, *, cut: int) -> Iterator[Finding]:
    seats = [seat.seat for seat in record.seats]
    for where, proof in record.cards:
        if proof.root != record.root:
            yield Finding(FindingCode.CARD_PROOF, f"{where}, shown as {proof.text}, was not fixed under the root.")
        elif proof.leaf != (where.place(seats, burns=record.burns) + cut) % len(DECK):
            yield Finding(FindingCode.CARD_PLACE, f"{where}, shown as {proof.text}, did not lie where the cut puts it.")


def _repetitions(record: _Record) -> Iterator[Finding]:
    places: set[CardPlace] = set()
    leaves: dict[str, int] = {}
    for where, proof in record.cards:
        if where in places:
            yield Finding(FindingCode.PLACE_TWICE, f"{where} is listed twice.")
        elif leaves.setdefault(proof.text, proof.leaf) != proof.leaf:
            yield Finding(FindingCode.CARD_TWICE, f"The card {proof.text} is shown twice: the deck was not a deck.")
        places.add(where)
