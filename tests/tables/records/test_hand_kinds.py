"""Check the 169 kinds of hole cards, and the lists that name several of them."""

from collections import Counter
from itertools import combinations

import pytest

from tables.engine.cards import DECK, parse_cards
from tables.records.hole_cards import NotKinds, kind_of, parse_kinds


def kind(text: str) -> str:
    one, other = parse_cards(text)
    return kind_of((one, other))


def test_kinds_are_pairs_suited_or_offsuit() -> None:
    assert [kind(text) for text in ("AsAd", "KhAh", "AhKd", "2c3d", "TdTc", "9sTs")] == [
        "AA",
        "AKs",
        "AKo",
        "32o",
        "TT",
        "T9s",
    ]


def test_there_are_169_kinds_with_their_numbers_of_combinations() -> None:
    counted = Counter(kind_of(cards) for cards in combinations(DECK, 2))
    assert len(counted) == 169
    for name, count in counted.items():
        assert count == {2: 6, 3: 4 if name.endswith("s") else 12}[len(name)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("kas", "AKs"),
        ("TT", "TT"),
        ("10 10", None),
        ("1010", "TT"),
        ("A10s", "ATs"),
        ("QQ+", "QQ KK AA"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("KTo+", "KTo KJo KQo"),
        ("AQ+", "AQs AQo AKs AKo"),
        ("AK+", "AKs AKo"),
        ("88-TT", "88 99 TT"),
        ("TT-88", "88 99 TT"),
        ("A2s-A4s", "A2s A3s A4s"),
        ("A4s – a2s", "A2s A3s A4s"),
        ("A4s–a2s", "A2s A3s A4s"),
        ("AA,KK  72o;", "AA KK 72o"),
        ("AA，KK、QQ", "AA KK QQ"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_list_of_kinds_is_read(text: str, kinds: str | None) -> None:
    if kinds is None:
        with pytest.raises(NotKinds):
            parse_kinds(text)
    else:
        assert parse_kinds(text) == {*kinds.split()}


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("AA, XX", "XX"),
        ("A", "A"),
        ("AKx", "AKx"),
        ("AKQ", "AKQ"),
        ("88-AK", "88-AK"),
        ("A2s-K4s", "A2s-K4s"),
        ("A2s-A4o", "A2s-A4o"),
        ("AA+-KK", "AA+-KK"),
        ("+", "+"),
        ("AA, -", "-"),
        ("AA, kks", "kks"),
        ("AsKs", "AsKs"),
        ("<b>", "<b>"),
        ("TTo", "TTo"),
        ("１１", "１１"),
        ("\x00\x00", "\x00\x00"),
    ],
)
def test_part_that_names_no_kind_is_refused(text: str, part: str) -> None:
    with pytest.raises(NotKinds) as refusal:
        parse_kinds(text)
    assert refusal.value.part == part
