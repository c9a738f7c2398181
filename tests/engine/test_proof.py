"""The record of a hand proves the cut and every shown card, and names whatever was tampered with."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import card_text
from tables.engine.deck import SealedDeck, commitment, seal
from tables.engine.places import BOARD_SIZE, Burns, board_places, hole_places
from tables.engine.proof import Finding, NoSuchPlace, Where, Wrong, build_record, check_record

Record = dict[str, Any]

ALICE, BOB, CAROL = "a1" * 16, "b2" * 16, "c3" * 16
BURNS: Burns = (True, True, False)
LUCK = random.Random(7)

# Alice sits left of the button and reveals, Bob does not, Ted's bot never sent a commitment, Carol has the button.
SEATS: dict[int, str | None] = {4: commitment(ALICE), 6: commitment(BOB), 7: None, 2: commitment(CAROL)}
DECK = seal(commitments=SEATS, burns=BURNS, below=LUCK.randrange, token=LUCK.randbytes)
NUMBERS = {4: ALICE, 2: CAROL}
SHOWN = (Where(seat=4, card=0), Where(seat=4, card=1), Where(seat=2, card=1), Where(card=0), Where(card=3))
GOOD: Record = build_record(DECK, numbers=NUMBERS, shown=SHOWN)


def codes(record: object) -> list[Wrong]:
    return [finding.code for finding in check_record(record)]


def every_place(deck: SealedDeck) -> list[Where]:
    holes = [Where(seat=seat, card=card) for seat in deck.seats for card in (0, 1)]
    return [*holes, *(Where(card=card) for card in range(BOARD_SIZE))]


def test_an_honest_record_has_nothing_wrong() -> None:
    assert check_record(GOOD) == ()
    assert check_record(json.loads(json.dumps(GOOD))) == ()


@given(players=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_every_honest_hand_has_an_honest_record(players: int, seed: int) -> None:
    luck = random.Random(seed)
    burns = (luck.random() < 0.5, luck.random() < 0.5, luck.random() < 0.5)
    seats = luck.sample(range(100), players)
    drawn = {seat: luck.randbytes(16).hex() for seat in seats}
    sent = {seat: commitment(drawn[seat]) if luck.random() < 0.7 else None for seat in seats}
    deck = seal(commitments=sent, burns=burns, below=luck.randrange, token=luck.randbytes)
    numbers = {seat: number for seat, number in drawn.items() if luck.random() < 0.7}
    shown = [where for where in every_place(deck) if luck.random() < 0.7]
    assert check_record(build_record(deck, numbers=numbers, shown=shown)) == ()


def test_the_record_shows_the_cards_that_were_dealt() -> None:
    record: Record = build_record(DECK, numbers=NUMBERS, shown=every_place(DECK))
    dealt = DECK.dealt(DECK.cut(NUMBERS))
    holes = [place for position in range(4) for place in hole_places(position, players=4)]
    places = [*holes, *board_places(players=4, burns=BURNS)]
    assert [card["proof"]["text"] for card in record["cards"]] == [card_text(dealt[place]) for place in places]


def test_the_record_says_who_revealed_and_who_was_stood_in_for() -> None:
    seats = GOOD["seats"]
    assert [seat["seat"] for seat in seats] == [4, 6, 7, 2]
    assert [seat["commitment"] for seat in seats] == list(SEATS.values())
    assert [seat["number"] for seat in seats] == [ALICE, None, None, CAROL]
    assert [seat["stand_in"] and seat["stand_in"]["text"] for seat in seats] == [None, *DECK.stand_ins[1:3], None]


def test_a_number_that_does_not_match_is_not_in_the_record() -> None:
    record = build_record(DECK, numbers=NUMBERS | {6: ALICE, 7: BOB}, shown=SHOWN)
    assert record == GOOD


def test_the_record_holds_no_card_but_those_shown() -> None:
    text = json.dumps(GOOD)
    shown = {card["proof"]["leaf"] for card in GOOD["cards"]}
    assert len(shown) == len(SHOWN)
    hidden = [leaf for leaf in range(52) if leaf not in shown]
    assert not any(f'"{card_text(DECK.order[leaf])}"' in text or DECK.salts[leaf] in text for leaf in hidden)


@pytest.mark.parametrize(("seat", "card"), [(4, 2), (4, -1), (None, 5), (None, -1), (1, 0)])
def test_a_card_that_is_not_dealt_cannot_be_shown(seat: int | None, card: int) -> None:
    with pytest.raises(NoSuchPlace):
        build_record(DECK, numbers={}, shown=[Where(seat=seat, card=card)])


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


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (put("version", value=2), Wrong.VERSION),
        (put("version", value=True), Wrong.VERSION),
        (put("root", value=GOOD["root"].upper()), Wrong.ROOT),
        (put("root", value=None), Wrong.ROOT),
        (put("burns", value=[True, True]), Wrong.MALFORMED),
        (put("burns", value=[1, 1, 0]), Wrong.MALFORMED),
        (put("burns", 2, value=True), Wrong.DEAL_PROOF),
        (put("deal", "text", value="0" * 64), Wrong.DEAL_PROOF),
        (put("deal", "salt", value=None), Wrong.DEAL_PROOF),
        (put("deal", value=DECK.stand_in_proof(4).to_json()), Wrong.DEAL_PROOF),
        (put("deal", value=OTHER.deal_proof().to_json()), Wrong.DEAL_PROOF),
        (lambda record: record["seats"].reverse(), Wrong.DEAL_PROOF),
        (lambda record: record["seats"].pop(1), Wrong.DEAL_PROOF),
        (seat(1, seat=9), Wrong.DEAL_PROOF),
        (seat(1, commitment=None), Wrong.DEAL_PROOF),
        (seat(1, commitment=commitment(CAROL)), Wrong.SAME_COMMITMENT),
        (seat(1, seat=4), Wrong.MALFORMED),
        (seat(1, seat=True), Wrong.MALFORMED),
        (seat(1, seat=-1), Wrong.MALFORMED),
        (seat(1, commitment="x"), Wrong.MALFORMED),
        (seat(0, number=ALICE.upper()), Wrong.MALFORMED),
        (seat(1, more=1), Wrong.MALFORMED),
        (put("seats", value=[]), Wrong.MALFORMED),
        (lambda record: record["seats"].extend(record["seats"] * 5), Wrong.MALFORMED),
        (seat(2, number=ALICE, stand_in=None), Wrong.NUMBER_WITHOUT_COMMITMENT),
        (seat(0, number=BOB), Wrong.OTHER_NUMBER),
        (seat(0, commitment=commitment("d4" * 16)), Wrong.OTHER_NUMBER),
        (seat(0, number=None), Wrong.STAND_IN_MISSING),
        (seat(2, stand_in=None), Wrong.STAND_IN_MISSING),
        (seat(0, stand_in=DECK.stand_in_proof(4).to_json()), Wrong.STAND_IN_NOT_DUE),
        (seat(1, stand_in=DECK.stand_in_proof(7).to_json()), Wrong.STAND_IN_PROOF),
        (seat(1, stand_in=OTHER.stand_in_proof(6).to_json()), Wrong.STAND_IN_PROOF),
        (seat(1, stand_in=DECK.card_proof(place=0, cut=0).to_json()), Wrong.STAND_IN_PROOF),
        (seat(1, stand_in=5), Wrong.STAND_IN_PROOF),
        (put("seats", 1, "stand_in", "text", value=ALICE), Wrong.STAND_IN_PROOF),
        (put("cut", value=(CUT + 1) % 52), Wrong.CUT),
        (put("cut", value=CUT + 52), Wrong.CUT),
        (put("cut", value=float(CUT)), Wrong.CUT),
        (seat(0, number=None, stand_in=DECK.stand_in_proof(4).to_json()), Wrong.CUT),
        (where(to="seat", seat=5, card=0), Wrong.NO_SUCH_PLACE),
        (where(to="seat", seat=4, card=2), Wrong.NO_SUCH_PLACE),
        (where(to="seat", seat=4, card=-1), Wrong.NO_SUCH_PLACE),
        (where(to="seat", seat=4, card=False), Wrong.NO_SUCH_PLACE),
        (where(to="seat", seat="4", card=0), Wrong.NO_SUCH_PLACE),
        (where(to="board", card=5), Wrong.NO_SUCH_PLACE),
        (where(to="muck", seat=4, card=0), Wrong.NO_SUCH_PLACE),
        (where(to="board", seat=4, card=0), Wrong.MALFORMED),
        (where(to="seat", card=0), Wrong.MALFORMED),
        (where(to="seat", seat=2, card=1), Wrong.PLACE_TWICE),
        (where(to="seat", seat=6, card=0), Wrong.CARD_PLACE),
        (where(to="board", card=1), Wrong.CARD_PLACE),
        (put("cards", 0, "proof", value=GOOD["cards"][1]["proof"]), Wrong.CARD_PLACE),
        (put("cards", 0, "proof", value=DECK.stand_in_proof(4).to_json()), Wrong.CARD_PLACE),
        (put("cards", 0, "proof", "text", value=GOOD["cards"][1]["proof"]["text"]), Wrong.CARD_PROOF),
        (put("cards", 0, "proof", "leaf", value=GOOD["cards"][1]["proof"]["leaf"]), Wrong.CARD_PROOF),
        (put("cards", 0, "proof", "path", 5, value="0" * 64), Wrong.CARD_PROOF),
        (put("cards", 0, "proof", value=OTHER.card_proof(place=0, cut=CUT).to_json()), Wrong.CARD_PROOF),
        (put("cards", 0, "proof", value=None), Wrong.CARD_PROOF),
        (put("cards", value={}), Wrong.MALFORMED),
        (put("cards", value=GOOD["cards"] * 11), Wrong.MALFORMED),
        (put("more", value=1), Wrong.MALFORMED),
        (lambda record: record.pop("burns"), Wrong.MALFORMED),
    ],
)
def test_tampering_is_found_and_named(tamper: Callable[[Record], None], code: Wrong) -> None:
    record = copy.deepcopy(GOOD)
    tamper(record)
    assert code in codes(record)


@pytest.mark.parametrize(
    ("tamper", "code", "sentence"),
    [
        (seat(0, number=BOB), Wrong.OTHER_NUMBER, "The number of seat 4 does not match its commitment."),
        (seat(2, stand_in=None), Wrong.STAND_IN_MISSING, "Seat 7 has neither a number nor a stand-in."),
        (put("cut", value=51), Wrong.CUT, f"The cut is given as 51, but the numbers add up to {CUT}."),
        (
            where(to="seat", seat=6, card=1),
            Wrong.CARD_PLACE,
            f"Card 2 of seat 6, shown as {FIRST_CARD}, did not lie where the cut puts it.",
        ),
    ],
)
def test_one_lie_gives_one_finding_in_plain_words(tamper: Callable[[Record], None], code: Wrong, sentence: str) -> None:
    record = copy.deepcopy(GOOD)
    tamper(record)
    assert check_record(record) == (Finding(code, sentence),)


def test_every_lie_is_named_not_the_first_only() -> None:
    record = copy.deepcopy(GOOD)
    for lie in (put("burns", 0, value=False), seat(0, number=BOB), put("cards", 0, "proof", "text", value="As")):
        lie(record)
    assert {Wrong.DEAL_PROOF, Wrong.OTHER_NUMBER, Wrong.CARD_PROOF} <= set(codes(record))


def test_a_deck_with_a_card_twice_is_found_out() -> None:
    """The proofs are all genuine: the server sealed two of the same."""
    marked = replace(DECK)
    first, second = ((place + CUT) % 52 for place in hole_places(0, players=4))
    order = list(DECK.order)
    order[second] = order[first]
    object.__setattr__(marked, "order", tuple(order))
    assert codes(build_record(marked, numbers=NUMBERS, shown=SHOWN)) == [Wrong.CARD_TWICE]


def test_a_stand_in_in_place_of_a_revealed_number_looks_honest_to_others() -> None:
    """Only the browser that revealed can tell; the docstring of the module owns up to it."""
    assert check_record(build_record(DECK, numbers={2: CAROL}, shown=SHOWN)) == ()


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
    """What a cheat or a broken file may say instead."""
    lies: list[object] = [None, True, False, -1, 0, 1, 0.5, float("nan"), 10**5000, "", "As", [], {}, [[[]]]]
    if isinstance(value, str):
        lies += [value.upper(), value + "\n", value[:-1], value[:-1] + ("0" if value[-1] != "0" else "1")]
    if type(value) is int:
        lies += [value + 1, float(value), str(value)]
    return [lie for lie in lies if type(lie) is not type(value) or lie != value]


# Fewer cards are the honest record of another viewer; one card stands for all.
CHANGED = [path for path in steps(GOOD) if path != ("cards",) and (path[0] != "cards" or path[1] == 0)]


@pytest.mark.parametrize("path", CHANGED, ids=str)
def test_no_part_of_a_record_can_be_changed_unnoticed(path: tuple[Any, ...]) -> None:
    value: Any = GOOD
    for step in path:
        value = value[step]
    for lie in lies_about(value):
        record = copy.deepcopy(GOOD)
        put(*path, value=lie)(record)
        assert check_record(record), lie


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner), max_leaves=5))
def test_rubbish_gives_a_finding_and_never_breaks(record: object) -> None:
    assert check_record(record)


def deep() -> object:
    nested: object = []
    for _ in range(5000):
        nested = [nested]
    return nested


@pytest.mark.parametrize(
    "record",
    [
        deep(),
        {5: deep()},
        dict.fromkeys(GOOD, deep()),
        GOOD | {"seats": [deep()] * 3},
        GOOD | {"seats": [0] * 10**6},
        GOOD | {"cards": [{"where": {"to": deep(), "seat": 4, "card": 1}, "proof": deep()}]},
        GOOD | {"cards": [{"where": {"to": "seat", "seat": 10**5000, "card": 10**5000}, "proof": deep()}]},
        GOOD | {"deal": dict.fromkeys(GOOD["deal"], deep())},
    ],
    ids=lambda record: "",
)
def test_deep_and_huge_rubbish_gives_a_short_finding(record: object) -> None:
    findings = check_record(record)
    assert findings
    assert all(len(finding.sentence) < 150 for finding in findings)
