"""Build an honest record and lies about it: one set for every program that checks records."""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from tables.engine.deck import SealedDeck, commitment, seal
from tables.engine.places import BOARD_SIZE, Burns, hole_places
from tables.engine.proof import CardPlace, FindingCode, build_record

Record = dict[str, Any]

ALICE, BOB, CAROL = "a1" * 16, "b2" * 16, "c3" * 16
BURNS: Burns = (True, True, False)
LUCK = random.Random(7)

# Alice sits left of the button and reveals, Bob does not, Ted's bot never sent a commitment, Carol has the button.
SEATS: dict[int, str | None] = {4: commitment(ALICE), 6: commitment(BOB), 7: None, 2: commitment(CAROL)}
DECK = seal(commitments=SEATS, burns=BURNS, below=LUCK.randrange, token=LUCK.randbytes)
NUMBERS = {4: ALICE, 2: CAROL}
SHOWN = (
    CardPlace(seat=4, card=0),
    CardPlace(seat=4, card=1),
    CardPlace(seat=2, card=1),
    CardPlace(card=0),
    CardPlace(card=3),
)
GOOD: Record = build_record(DECK, numbers=NUMBERS, shown=SHOWN)


def every_place(deck: SealedDeck) -> list[CardPlace]:
    holes = [CardPlace(seat=seat, card=card) for seat in deck.seats for card in (0, 1)]
    return [*holes, *(CardPlace(card=card) for card in range(BOARD_SIZE))]


def put(*path: str | int, value: object) -> Callable[[Record], None]:
    def change(record: Any) -> None:
        for step in path[:-1]:
            record = record[step]
        record[path[-1]] = value

    return change


def seat(nth: int, **fields: object) -> Callable[[Record], None]:
    return lambda record: record["seats"][nth].update(fields)


def where(**fields: object) -> Callable[[Record], None]:
    return put("cards", 0, "where", value=fields)


OTHER = seal(commitments=SEATS, burns=BURNS, below=LUCK.randrange, token=LUCK.randbytes)
CUT = GOOD["cut"]
FIRST_CARD = GOOD["cards"][0]["proof"]["text"]


TAMPERED: list[tuple[Callable[[Record], object], FindingCode]] = [
    (put("version", value=2), FindingCode.VERSION),
    (put("version", value=True), FindingCode.VERSION),
    (put("root", value=GOOD["root"].upper()), FindingCode.ROOT),
    (put("root", value=None), FindingCode.ROOT),
    (put("burns", value=[True, True]), FindingCode.MALFORMED),
    (put("burns", value=[1, 1, 0]), FindingCode.MALFORMED),
    (put("burns", 2, value=True), FindingCode.DEAL_PROOF),
    (put("deal", "text", value="0" * 64), FindingCode.DEAL_PROOF),
    (put("deal", "salt", value=None), FindingCode.DEAL_PROOF),
    (put("deal", value=DECK.stand_in_proof(4).to_json()), FindingCode.DEAL_PROOF),
    (put("deal", value=OTHER.deal_proof().to_json()), FindingCode.DEAL_PROOF),
    (lambda record: record["seats"].reverse(), FindingCode.DEAL_PROOF),
    (lambda record: record["seats"].pop(1), FindingCode.DEAL_PROOF),
    (seat(1, seat=9), FindingCode.DEAL_PROOF),
    (seat(1, commitment=None), FindingCode.DEAL_PROOF),
    (seat(1, commitment=commitment(CAROL)), FindingCode.SAME_COMMITMENT),
    (seat(1, seat=4), FindingCode.MALFORMED),
    (seat(1, seat=True), FindingCode.MALFORMED),
    (seat(1, seat=-1), FindingCode.MALFORMED),
    (seat(1, commitment="x"), FindingCode.MALFORMED),
    (seat(0, number=ALICE.upper()), FindingCode.MALFORMED),
    (seat(1, more=1), FindingCode.MALFORMED),
    (put("seats", value=[]), FindingCode.MALFORMED),
    (lambda record: record["seats"].extend(record["seats"] * 5), FindingCode.MALFORMED),
    (seat(2, number=ALICE, stand_in=None), FindingCode.NUMBER_WITHOUT_COMMITMENT),
    (seat(0, number=BOB), FindingCode.OTHER_NUMBER),
    (seat(0, commitment=commitment("d4" * 16)), FindingCode.OTHER_NUMBER),
    (seat(0, number=None), FindingCode.STAND_IN_MISSING),
    (seat(2, stand_in=None), FindingCode.STAND_IN_MISSING),
    (seat(0, stand_in=DECK.stand_in_proof(4).to_json()), FindingCode.STAND_IN_NOT_DUE),
    (seat(1, stand_in=DECK.stand_in_proof(7).to_json()), FindingCode.STAND_IN_PROOF),
    (seat(1, stand_in=OTHER.stand_in_proof(6).to_json()), FindingCode.STAND_IN_PROOF),
    (seat(1, stand_in=DECK.card_proof(place=0, cut=0).to_json()), FindingCode.STAND_IN_PROOF),
    (seat(1, stand_in=5), FindingCode.STAND_IN_PROOF),
    (put("seats", 1, "stand_in", "text", value=ALICE), FindingCode.STAND_IN_PROOF),
    (put("cut", value=(CUT + 1) % 52), FindingCode.CUT),
    (put("cut", value=CUT + 52), FindingCode.CUT),
    (put("cut", value=float(CUT)), FindingCode.CUT),
    (seat(0, number=None, stand_in=DECK.stand_in_proof(4).to_json()), FindingCode.CUT),
    (where(to="seat", seat=5, card=0), FindingCode.NO_SUCH_PLACE),
    (where(to="seat", seat=4, card=2), FindingCode.NO_SUCH_PLACE),
    (where(to="seat", seat=4, card=-1), FindingCode.NO_SUCH_PLACE),
    (where(to="seat", seat=4, card=False), FindingCode.NO_SUCH_PLACE),
    (where(to="seat", seat="4", card=0), FindingCode.NO_SUCH_PLACE),
    (where(to="board", card=5), FindingCode.NO_SUCH_PLACE),
    (where(to="muck", seat=4, card=0), FindingCode.NO_SUCH_PLACE),
    (where(to="board", seat=4, card=0), FindingCode.MALFORMED),
    (where(to="seat", card=0), FindingCode.MALFORMED),
    (where(to="seat", seat=2, card=1), FindingCode.PLACE_TWICE),
    (where(to="seat", seat=6, card=0), FindingCode.CARD_PLACE),
    (where(to="board", card=1), FindingCode.CARD_PLACE),
    (put("cards", 0, "proof", value=GOOD["cards"][1]["proof"]), FindingCode.CARD_PLACE),
    (put("cards", 0, "proof", value=DECK.stand_in_proof(4).to_json()), FindingCode.CARD_PLACE),
    (put("cards", 0, "proof", "text", value=GOOD["cards"][1]["proof"]["text"]), FindingCode.CARD_PROOF),
    (put("cards", 0, "proof", "leaf", value=GOOD["cards"][1]["proof"]["leaf"]), FindingCode.CARD_PROOF),
    (put("cards", 0, "proof", "path", 5, value="0" * 64), FindingCode.CARD_PROOF),
    (put("cards", 0, "proof", value=OTHER.card_proof(place=0, cut=CUT).to_json()), FindingCode.CARD_PROOF),
    (put("cards", 0, "proof", value=None), FindingCode.CARD_PROOF),
    (put("cards", value={}), FindingCode.MALFORMED),
    (put("cards", value=GOOD["cards"] * 11), FindingCode.MALFORMED),
    (put("more", value=1), FindingCode.MALFORMED),
    (lambda record: record.pop("burns"), FindingCode.MALFORMED),
]


def tampered(tamper: Callable[[Record], object]) -> Record:
    record = deepcopy(GOOD)
    tamper(record)
    return record


def steps(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from steps(inner, (*path, name))
    if isinstance(value, list):
        for nth, inner in enumerate(value):
            yield from steps(inner, (*path, nth))


def lies_about(value: object) -> list[object]:
    """Return what a cheat or a broken file may say instead."""
    lies: list[object] = [None, True, False, -1, 0, 1, 0.5, float("nan"), 10**5000, "", "As", [], {}, [[[]]]]
    if isinstance(value, str):
        lies += [value.upper(), value + "\n", value[:-1], value[:-1] + ("0" if value[-1] != "0" else "1")]
    if type(value) is int:
        lies += [value + 1, float(value), str(value)]
    return [lie for lie in lies if type(lie) is not type(value) or lie != value]


# The list of cards is left out, because fewer cards are the honest record of another viewer; one card stands for all.
CHANGED = [path for path in steps(GOOD) if path != ("cards",) and (path[0] != "cards" or path[1] == 0)]


def changed(path: tuple[Any, ...]) -> Iterator[tuple[object, Record]]:
    """Yield each lie that may stand at this path, with the record that contains it."""
    value: Any = GOOD
    for step in path:
        value = value[step]
    for lie in lies_about(value):
        yield lie, tampered(put(*path, value=lie))


def honest(luck: random.Random) -> Record:
    """Build a record of any hand, as any viewer may see it."""
    burns = (luck.random() < 0.5, luck.random() < 0.5, luck.random() < 0.5)
    seats = luck.sample(range(100), luck.randint(2, 10))
    drawn = {seat: luck.randbytes(16).hex() for seat in seats}
    sent = {seat: commitment(drawn[seat]) if luck.random() < 0.7 else None for seat in seats}
    deck = seal(commitments=sent, burns=burns, below=luck.randrange, token=luck.randbytes)
    numbers = {seat: number for seat, number in drawn.items() if luck.random() < 0.7}
    return build_record(deck, numbers=numbers, shown=[where for where in every_place(deck) if luck.random() < 0.7])


def marked() -> Record:
    """Build the record of a deck with a card twice: all proofs are genuine, as the server sealed two of the same."""
    deck = replace(DECK)
    first, second = ((place + CUT) % 52 for place in hole_places(0, players=4))
    order = list(DECK.order)
    order[second] = order[first]
    object.__setattr__(deck, "order", tuple(order))
    return build_record(deck, numbers=NUMBERS, shown=SHOWN)
