"""Test that a record proves the cut and every shown card, and that a check names all that was tampered with."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import card_text
from tables.engine.places import board_places, hole_places
from tables.engine.proof import CardPlace, Finding, FindingCode, NoSuchPlace, build_record, check_record
from tests.tables.engine.tampering import (
    ALICE,
    BOB,
    BURNS,
    CAROL,
    CHANGED,
    CUT,
    DECK,
    FIRST_CARD,
    GOOD,
    NUMBERS,
    SEATS,
    SHOWN,
    TAMPERED,
    Record,
    changed,
    every_place,
    honest,
    marked,
    put,
    seat,
    tampered,
    where,
)


def codes(record: object) -> list[FindingCode]:
    return [finding.code for finding in check_record(record)]


def test_an_honest_record_has_nothing_wrong() -> None:
    assert check_record(GOOD) == ()
    assert check_record(json.loads(json.dumps(GOOD))) == ()


@given(seed=st.integers(0, 2**32))
def test_a_record_of_any_honest_hand_has_nothing_wrong(seed: int) -> None:
    assert check_record(honest(random.Random(seed))) == ()


def test_the_record_shows_the_cards_that_were_dealt() -> None:
    record: Record = build_record(DECK, numbers=NUMBERS, shown=every_place(DECK))
    dealt = DECK.dealt(DECK.cut(NUMBERS))
    holes = [place for position in range(4) for place in hole_places(position, players=4)]
    places = [*holes, *board_places(players=4, burns=BURNS)]
    assert [card["proof"]["text"] for card in record["cards"]] == [card_text(dealt[place]) for place in places]


def test_the_record_says_who_revealed_and_whose_stand_in_counts() -> None:
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
        build_record(DECK, numbers={}, shown=[CardPlace(seat=seat, card=card)])


@pytest.mark.parametrize(("tamper", "code"), TAMPERED)
def test_tampering_is_found_and_named(tamper: Callable[[Record], None], code: FindingCode) -> None:
    assert code in codes(tampered(tamper))


def test_every_kind_of_finding_has_a_tampered_record() -> None:
    assert {code for _, code in TAMPERED} | {FindingCode.CARD_TWICE} == set(FindingCode)


@pytest.mark.parametrize(
    ("tamper", "code", "sentence"),
    [
        (seat(0, number=BOB), FindingCode.OTHER_NUMBER, "The number of seat 4 does not match its commitment."),
        (seat(2, stand_in=None), FindingCode.STAND_IN_MISSING, "Seat 7 has neither a number nor a stand-in."),
        (put("cut", value=51), FindingCode.CUT, f"The cut is given as 51, but the numbers add up to {CUT}."),
        (
            where(to="seat", seat=6, card=1),
            FindingCode.CARD_PLACE,
            f"Card 2 of seat 6, shown as {FIRST_CARD}, did not lie where the cut puts it.",
        ),
    ],
)
def test_one_lie_gives_one_finding_in_plain_words(
    tamper: Callable[[Record], None], code: FindingCode, sentence: str
) -> None:
    assert check_record(tampered(tamper)) == (Finding(code, sentence),)


def test_every_lie_is_reported_not_only_the_first() -> None:
    record = copy.deepcopy(GOOD)
    for lie in (put("burns", 0, value=False), seat(0, number=BOB), put("cards", 0, "proof", "text", value="As")):
        lie(record)
    assert {FindingCode.DEAL_PROOF, FindingCode.OTHER_NUMBER, FindingCode.CARD_PROOF} <= set(codes(record))


def test_a_deck_with_a_card_twice_is_detected() -> None:
    assert codes(marked()) == [FindingCode.CARD_TWICE]


def test_a_stand_in_used_instead_of_a_revealed_number_looks_honest_to_others() -> None:
    """The browser that revealed is the only one that can tell, as the docstring of the module says."""
    assert check_record(build_record(DECK, numbers={2: CAROL}, shown=SHOWN)) == ()


@pytest.mark.parametrize("path", CHANGED, ids=str)
def test_no_part_of_a_record_can_be_changed_unnoticed(path: tuple[Any, ...]) -> None:
    for lie, record in changed(path):
        assert check_record(record), lie


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)


@given(st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner), max_leaves=5))
def test_a_malformed_record_gives_a_finding_and_no_error(record: object) -> None:
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
def test_a_deep_or_huge_record_gives_a_short_finding(record: object) -> None:
    findings = check_record(record)
    assert findings
    assert all(len(finding.sentence) < 150 for finding in findings)
