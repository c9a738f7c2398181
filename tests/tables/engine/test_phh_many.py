"""Test files of many hands: each is found and read by itself, and none that is broken spoils another."""

import json
import random
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pytest

from tables.engine.phh import Details, to_phh
from tables.engine.phh_many import read_many, sections
from tables.engine.phh_reading import Reading, read_phh
from tables.engine.phh_text import NotReadable
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tests.tables.engine.test_phh import NAMES, deal, fold_out, random_hand, random_rules, three_at_the_river
from tests.tables.engine.test_phh_in_pokerkit import History
from tests.tables.engine.test_phh_reading import DEALT, TO_THE_RIVER, file, with_actions
from tests.tables.engine.vectors import files, lines

STEAL = with_actions("p3 f", "p4 f", "p1 cbr 300", "p2 f")
FOLDED = with_actions("p3 f", "p4 f", "p1 f")
OURS = to_phh(three_at_the_river(), names=NAMES, details=Details(table="Kitchen", hand=7))
KEPT = f"\n# as they came\n[1]\n{STEAL}\n\n[2]\n{FOLDED}\n\n\n[3]\n{OURS}"


def nets(text: str) -> list[tuple[int, ...]]:
    return [reading.hand.net for reading in read_many(text)]


def test_a_file_of_one_hand_is_read_as_a_file_of_many() -> None:
    assert told([*read_many(OURS)]) == told([read_phh(OURS)])
    assert [section.text for section in sections(OURS)] == [OURS]


def test_each_hand_below_its_heading_is_read() -> None:
    assert nets(KEPT) == [(100, -100, 0, 0), (-50, 50, 0, 0), (450, -100, -350)]
    assert [(section.number, KEPT.split("\n")[section.line - 2]) for section in sections(KEPT)] == [
        (1, "[1]"),
        (2, "[2]"),
        (3, "[3]"),
    ]


@pytest.mark.parametrize(
    "headings",
    [
        ("[1]", "[2]"),
        ("[20]", "[3]"),
        ("[ 1 ]  # the first", "  [2]"),
        ('["1"]', "['2']"),
        ('["Hand #1, [late]"]', "['Hand [2]']"),
        ("[Saturday]", "[Sun-day_2]"),
        ("[1]\r", "[2]\r"),
        ("\ufeff[1]", "[2]"),
    ],
)
def test_headings_are_found_however_they_are_written(headings: tuple[str, str]) -> None:
    first, second = headings
    assert nets(f"{first}\n{STEAL}\n{second}\n{FOLDED}\n") == [(100, -100, 0, 0), (-50, 50, 0, 0)]


def test_text_before_the_first_heading_is_a_hand_too() -> None:
    assert nets(f"{STEAL}\n[2]\n{FOLDED}") == [(100, -100, 0, 0), (-50, 50, 0, 0)]


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_a_heading_within_a_text_of_many_lines_is_ignored(quotes: str) -> None:
    text = f"[1]\nevent = {quotes}\n[2]\n{quotes}\n{STEAL}\n[2]\nvenue = {quotes}it's{quotes}\n{FOLDED}"
    assert nets(text) == [(100, -100, 0, 0), (-50, 50, 0, 0)]


def as_table(prefix: str) -> str:
    """Write our file with the rules as a table, as other writers of TOML do."""
    told = tomllib.loads(OURS)["_rules"]
    rest = [line for line in OURS.split("\n") if not line.startswith("_rules")]
    rules = [f"{name} = {json.dumps(value)}" for name, value in told.items()]
    return "\n".join([*rest, f"[{prefix}_rules]", *rules, ""])


def test_our_rules_may_be_written_as_a_table() -> None:
    assert read_phh(as_table("")).hand == read_phh(OURS).hand
    assert [reading.hand for reading in read_many(as_table(""))] == [read_phh(OURS).hand]
    both = f"[1]\n{as_table('1.')}\n['2']\n{as_table(''''2' . ''')}\n[3]\n{STEAL}"
    assert nets(both) == [(450, -100, -350), (450, -100, -350), (100, -100, 0, 0)]


def test_an_error_names_the_hand_and_the_hands_before_it_are_read() -> None:
    reading = read_many(f"[1]\n{STEAL}\n[2]\n{with_actions('p3 f', 'p4 x')}\n[3]\n{FOLDED}")
    assert next(reading).hand.net == (100, -100, 0, 0)
    with pytest.raises(NotReadable, match=r"hand 2, from line 10: action 6 \('p4 x'\): this is no action"):
        next(reading)


@pytest.mark.parametrize("broken", ["variant = '''", 'variant = """', "antes = [", "x = {", "=", "\x00", '"'])
def test_a_broken_hand_spoils_no_other(broken: str) -> None:
    found = [*sections(f"[1]\n{STEAL}\n[2]\n{broken}\n[3]\n{FOLDED}\n[4]\n{OURS}")]
    assert [section.number for section in found] == [1, 2, 3, 4]
    for section in (found[0], found[2], found[3]):
        assert read_phh(section.text).hand.over


def test_reading_a_single_hand_refuses_a_file_of_several() -> None:
    with pytest.raises(NotReadable, match="several hands"):
        read_phh(KEPT)


def histories(texts: list[str]) -> str:
    """Write a file of many hands as pokerkit does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written: str = History.dumps_all([History.loads(text) for text in texts])
    return written


def told(readings: list[Reading]) -> list[Any]:
    return [(one.hand, one.names, one.invented, one.chips_per_unit) for one in readings]


def test_files_of_others_that_pokerkit_has_rewritten_are_read() -> None:
    dealt = [DEALT[0], *[f"d dh p{number} ????" for number in (2, 3, 4)]]
    told_later = with_actions(*TO_THE_RIVER, "p1 sm -", "p4 sm ????", "p4 sm Ah4h", dealt=dealt)
    named = file(
        players=["O'Neill", 'Q"', "", "D"], event='"[2]"', hand=3017243630, time="00:00:26", seats=[4, 5, 6, 2]
    )
    cents: dict[str, Any] = {"min_bet": 0.5, "blinds_or_straddles": [0.25, 0.5, 0, 0]}
    small = with_actions("p3 f", "p4 f", "p1 cbr 1.25", "p2 f", starting_stacks=[50.75] * 4, **cents)
    texts = [STEAL, named, told_later, small]
    assert told([*read_many(histories(texts))]) == told([read_phh(text) for text in texts])


def test_files_of_ours_that_pokerkit_has_rewritten_are_read() -> None:
    texts = []
    for number in range(120):
        draw = random.Random(number)
        hand = random_hand(draw, random_rules(draw))
        text = to_phh(hand, names={seat: f"It's {seat}" for seat in hand.seats}, details=Details(table="A 'b' [1]"))
        texts += [] if text.startswith("#") else [text]
    assert len(texts) > 50
    assert told([*read_many(histories(texts))]) == told([read_phh(text) for text in texts])


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_file_of_a_thousand_hands_is_read(rulebook: str) -> None:
    text = to_phh(fold_out(deal(rules_for(rulebook), [1000] * 4)))
    many = "\n".join([f"[{number}]\n{text}" for number in range(1000, 0, -1)])
    assert nets(many) == [read_phh(text).hand.net] * 1000


@pytest.mark.parametrize("path", files("hands_others.jsonl"))
def test_a_file_of_recorded_hands_is_read(path: Path) -> None:
    records = [record for record in lines(path, quick=200) if record["variant"] == "NT" and not record.get("posts")]
    many = "\n\n".join([f"[{number}]\n{_as_phh(record)}" for number, record in enumerate(records, start=1)])
    assert [[*reading.hand.stacks] for reading in read_many(many)] == [
        record.get("finishing_if_odd_chips_one_each", record["finishing_stacks"]) for record in records
    ]


def _as_phh(record: dict[str, Any]) -> str:
    turned = -1 if record["players"] == 2 else 1  # heads-up PHH lists the forced bets in the other order
    fields = {
        "variant": "'NT'",
        "ante_trimming_status": str(record["ante_trimming"]).lower(),
        "antes": record["antes"][::turned],
        "blinds_or_straddles": record["blinds"][::turned],
        "min_bet": record["min_bet"],
        "starting_stacks": record["starting_stacks"],
        "actions": [_action(action) for action in record["actions"]],
        "finishing_stacks": record["finishing_stacks"],
    }
    return "\n".join(f"{name} = {value}" for name, value in fields.items())


def _action(action: list[Any]) -> str:
    match action:
        case ["deal_board", cards]:
            return f"d db {cards}"
        case ["deal_hole", seat, cards]:
            return f"d dh p{seat + 1} {cards}"
        case [verb, seat, *told]:
            word = {"fold": "f", "call": "cc", "raise_to": "cbr", "show": "sm", "muck": "sm"}[verb]
            return " ".join([f"p{seat + 1}", word, *map(str, told if verb in ("raise_to", "show") else [])])
        case _:
            raise ValueError(action)
