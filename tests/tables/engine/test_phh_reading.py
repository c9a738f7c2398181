"""Test PHH files played again: ours come back as they were, those of others are checked action by action."""

import random
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from tables.engine.cards import DECK
from tables.engine.opening import Move, SeatNumber
from tables.engine.phh import to_phh
from tables.engine.phh_reading import from_phh, read_phh
from tables.engine.phh_text import LONGEST_FILE, NotReadable
from tables.engine.rulebooks import rules_for
from tests.tables.engine.test_phh import ALICE, BOB, CAROL, NAMES, deal, three_at_the_river

DEALT = ["d dh p1 TcQc", "d dh p2 8s4c", "d dh p3 9c3d", "d dh p4 Ah4h"]
FLOP = ["p3 f", "p4 cbr 210", "p1 cc", "p2 f", "d db 7d5h9d"]
TO_THE_RIVER = [*FLOP, "p1 cc", "p4 cc", "d db 7c", "p1 cc", "p4 cc", "d db Qh", "p1 cc", "p4 cc"]
FIELDS: Mapping[str, Any] = {
    "variant": "'NT'",
    "ante_trimming_status": "true",
    "antes": [0, 0, 0, 0],
    "blinds_or_straddles": [50, 100, 0, 0],
    "min_bet": 100,
    "starting_stacks": [10000, 10000, 10000, 10000],
    "actions": [*DEALT, *TO_THE_RIVER, "p1 sm TcQc", "p4 sm Ah4h"],
}
"""A file as other programs write it: players p1 to p4, p1 the small blind, a pair of queens against sevens."""

TWO: Mapping[str, Any] = {"antes": [0, 0], "blinds_or_straddles": [50, 100], "starting_stacks": [1000, 1000]}


def file(**changed: Any) -> str:
    """Return the text of a file with these fields changed; None leaves a field out."""
    return "\n".join(f"{name} = {value}" for name, value in {**FIELDS, **changed}.items() if value is not None)


def with_actions(*actions: str, dealt: list[str] | None = None, **changed: Any) -> str:
    return file(actions=[*(DEALT if dealt is None else dealt), *actions], **changed)


def test_names_and_known_cards_are_read_back() -> None:
    hand = three_at_the_river().act("show", seat=CAROL)
    reading = read_phh(to_phh(hand, names={ALICE: 'A "\n', BOB: "Bob"}, known=[BOB]))
    assert reading.names == {ALICE: 'A "\n', BOB: "Bob"}
    assert reading.invented == frozenset()
    assert reading.hand.hole(BOB) == hand.hole(BOB)
    assert reading.hand.moves[-1] == Move(CAROL, "show")


def test_a_file_of_another_program_is_played_by_the_cash_rules() -> None:
    reading = read_phh(file(players=["Budd", "", "Bill", "Pluribus"], finishing_stacks=[10310, 9900, 10000, 9790]))
    assert reading.hand.rules == rules_for("cash", reveal="live")
    assert reading.hand.net == (310, -100, 0, -210)
    assert reading.names == {SeatNumber(1): "Budd", SeatNumber(3): "Bill", SeatNumber(4): "Pluribus"}
    assert (reading.chips_per_unit, reading.odd_chips_differ) == (1, False)


def test_comments_dashes_and_amounts_with_a_point_are_read() -> None:
    actions = [line.replace("cbr 210", "cbr 210.0  # four # times") for line in TO_THE_RIVER]
    text = with_actions("# cards up", *actions, " ", "p1 sm -", " p4  sm Ah4h # sorry", min_bet="100.0")
    assert from_phh(text) == from_phh(file())


def test_a_chip_is_a_cent_when_amounts_have_cents() -> None:
    actions = [line.replace("210", "2.55") for line in TO_THE_RIVER]
    cents: dict[str, Any] = {
        "min_bet": 1.0,
        "blinds_or_straddles": [0.5, 1, 0, 0],
        "starting_stacks": [100, 100, 100, 100.01],
    }
    reading = read_phh(with_actions(*actions, "p1 sm -", "p4 sm", **cents))
    assert reading.chips_per_unit == 100
    assert reading.hand.net == (355, -100, 0, -255)


def test_players_sit_where_the_file_says() -> None:
    assert from_phh(file(seats=[5, 6, 1, 3])).seats == (5, 6, 1, 3)
    assert from_phh(file()).seats == (1, 2, 3, 4)


def test_heads_up_the_second_player_has_button_and_small_blind() -> None:
    hand = from_phh(with_actions("p2 f", dealt=[], **TWO))
    assert hand.net == (50, -50)


def test_an_amount_below_zero_is_posted_by_a_player_who_comes_in_early() -> None:
    hand = from_phh(with_actions("p3 f", "p4 cc", "p1 f", "p2 cbr 200", "p4 f", blinds_or_straddles=[50, 100, 0, -100]))
    assert hand.opening.posts == (0, 0, 0, 100)
    assert hand.net == (-50, 150, 0, -100)


@pytest.mark.parametrize(
    ("antes", "trimmed", "ante_from"),
    [
        ([5, 5, 5, 5], "true", "everyone"),
        ([5, 5, 5, 5], "false", "everyone"),
        ([0, 5, 0, 0], "false", "big_blind"),
        ([0, 0, 0, 5], "false", "button"),
    ],
)
def test_the_list_of_antes_shows_who_pays(antes: list[int], trimmed: str, ante_from: str) -> None:
    rules = from_phh(file(antes=antes, ante_trimming_status=trimmed)).rules
    assert (rules.ante, rules.ante_from) == (5, ante_from)


def test_unknown_cards_become_unused_ones_the_same_way_each_time() -> None:
    hand = from_phh(with_actions(*FLOP, "p1 f", dealt=["d dh p1 ????", "d dh p2 8s??"]))
    assert sorted(hand.opening.deck) == list(DECK)
    assert from_phh(with_actions(*FLOP, "p1 f", dealt=["d dh p1 ????", "d dh p2 8s??"])) == hand


def test_a_check_against_all_in_players_changes_nothing() -> None:
    before, check = ["p3 cc", "p4 f", "p1 f"], ["p2 cc"]
    after = ["d db 7d5h9d", "d db 7c", "d db Qh", "p2 sm 8s4c", "p3 sm 9c3d"]
    stacks = [10000, 10000, 100, 10000]
    hand = from_phh(with_actions(*before, *check, *after, starting_stacks=stacks))
    assert hand == from_phh(with_actions(*before, *after, starting_stacks=stacks))
    assert hand.stacks == (9950, 9900, 250, 10000)
    with pytest.raises(NotReadable, match="over"):
        from_phh(with_actions(*before, "p3 cc", *after, starting_stacks=stacks))


def test_odd_chips_may_go_to_another_winner() -> None:
    dealt = ["d dh p1 AsKs", "d dh p2 AdKd", "d dh p3 2c3c", "d dh p4 4c6c"]
    board = ["d db QhJhTs", "p1 cc", "p2 cc", "d db 2h", "p1 cc", "p2 cc", "d db 2s", "p1 cc", "p2 cc"]
    actions = ["p3 cbr 201", "p4 f", "p1 cc", "p2 cc", *board[:3], "p3 f", *board[3:], "p1 sm -", "p2 sm -"]
    ours = [10101, 10100, 9799, 10000]
    assert list(from_phh(with_actions(*actions, dealt=dealt)).stacks) == ours
    theirs = read_phh(with_actions(*actions, dealt=dealt, finishing_stacks=[10100, 10101, 9799, 10000]))
    assert theirs.odd_chips_differ
    with pytest.raises(NotReadable, match="p1 ends with -2 chips"):
        from_phh(with_actions(*actions, dealt=dealt, finishing_stacks=[10099, 10102, 9799, 10000]))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "variant"),
        ("\x00", "TOML"),
        ("variant = ", "TOML"),
        ("x = " + "[" * 9000, "TOML"),
        ("x = " + "9" * 9000, "TOML"),
        ("x = 0x" + "9" * 9000, "200 digits"),
        ("x = 0b" + "1_0" * 9000, "200 digits"),
        ("x" + ".x" * 500 + " = 1", "dots"),
        ("#" * (LONGEST_FILE + 1), "longer"),
        ("[1]\nvariant = 'NT'\n[2]\nvariant = 'NT'", "several hands"),
        (file(variant="'PO'"), "only no-limit"),
        (file(variant=[1]), "only no-limit"),
        (file(variant="'_queue'"), "only no-limit"),
        (file(starting_stacks=None), "starting_stacks"),
        (file(starting_stacks=[1000] * 11), "starting_stacks"),
        (file(starting_stacks=[1000, 1000, 1000, "inf"]), "neither unknown nor infinite"),
        (file(starting_stacks=[1000, 1000, 1000, 10**13]), "starting_stacks"),
        (file(starting_stacks=[1000, 1000, 1000, "true"]), "starting_stacks"),
        (file(starting_stacks=[1000, 1000, 1000, 0]), "above zero"),
        (file(starting_stacks=[1000, 1000, 1000, 0.001]), "whole cents"),
        (file(antes=None), "antes"),
        (file(antes=[5, 0, 5, 0]), "antes"),
        (file(antes=[0, 5, 0, 0]), "untrimmed"),
        (file(antes=[-5] * 4), "ante"),
        (file(antes=[20] * 4, ante_trimming_status="false", starting_stacks=[10, 99, 99, 99]), "pays less"),
        (file(blinds_or_straddles=[50, 100, 200, 0]), "straddle"),
        (file(blinds_or_straddles=[50, 100, -200, 0]), "at most the big blind"),
        (file(blinds_or_straddles=[100, 50, 0, 0], min_bet=50), "small_blind"),
        (file(min_bet=50), "least bet"),
        (file(min_bet=None), "min_bet"),
        (file(variant="'FT'", small_bet=100, big_bet=300), "twice"),
        (file(seats=[1, 2, 3, 3]), "twice"),
        (file(seats=[1, 2, 3, 2**31]), "seats"),
        (file(seats=[1, 2, 3, -4]), "seats"),
        (file(seats=[1, 2, 3, "true"]), "seats"),
        (file(players=["A"]), "players"),
        (file(players=[1, 2, 3, 4]), "players"),
        (file(actions="'p1 f'"), "actions"),
        (file(finishing_stacks=[10310, 9900, 10000, 9785]), "rake"),
        (file(finishing_stacks=[9790, 9900, 10000, 10310]), "p1 ends with -520 chips"),
        (with_actions(*TO_THE_RIVER[:-1]), "not over"),
        (with_actions("p3 f", "p4 f", "p1 cbr 10000", "p2 cc", "d db 7d5h9d"), "board are missing"),
        (with_actions(*TO_THE_RIVER, "p1 sm", "p4 sm Ah4h"), "p1 would win"),
        (with_actions(*TO_THE_RIVER, "p1 sm", "p4 sm", dealt=[]), "would win"),
    ],
)
def test_what_cannot_be_played_here_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotReadable, match=sentence) as caught:
        from_phh(text)
    assert caught.value.action is None


@pytest.mark.parametrize(
    ("actions", "number", "sentence"),
    [
        (["p4 f"], 5, "turn of p3"),
        (["p5 f"], 5, "only 4 play"),
        (["p0 f"], 5, "p1, p2"),
        (["p3 cbr 150"], 5, "at least 200"),
        (["p3 cbr 1e3"], 5, "neither unknown nor infinite"),
        (["p3 cbr 10001"], 5, "at most 10000"),
        (["p3 cbr"], 5, "no action"),
        (["p3 sd"], 5, "no action"),
        (["p3 pass"], 5, "no action of hold'em"),
        (["p3 all-in"], 5, "no action of hold'em"),
        (["p3 overbet 300"], 5, "no action of hold'em"),
        (["hello"], 5, "no action"),
        ([*FLOP[:-1], "p1 cc"], 9, "dealt before this"),
        (["d db 7d5h9d"], 5, "no card is due"),
        ([*FLOP, "d db 2s"], 10, "no card is due"),
        ([*FLOP, "p1 f", "p4 cc"], 11, "over"),
        ([*FLOP, "d db ??"], 10, "must be told"),
        (["d db 2c2d2h2s3s3h"], 5, "five cards"),
        (["p3 f", "d dh p1 ??"], 6, "two cards"),
        (["d dh p4 As"], 5, "two cards"),
        (["d db 7d5h7d"], 5, "7d is in the deck only once"),
        (["d dh p1 Tc"], 5, "Tc is in the deck only once"),
        (["d db 1d5h7d"], 5, "AsTd"),
        (["p3 sm 9c3d"], 5, "when the betting is over"),
        ([*FLOP, "p1 f", "p4 sm AsAc"], 11, "was not dealt"),
        ([*FLOP, "p1 f", "p4 sm", "p4 sm Ah4h"], 12, "already"),
        ([*FLOP, "p1 f", "p4 sm ????", "p4 sm Ah4h", "p4 sm Ah4h"], 13, "already"),
        ([*FLOP, "p1 f", "p4 sm Ah4h", "p4 sm ????"], 12, "already"),
        ([*FLOP, "p1 f", "p4 sm ????", "p4 sm AsAc"], 12, "was not dealt"),
    ],
)
def test_an_action_that_is_not_possible_is_named(actions: list[str], number: int, sentence: str) -> None:
    with pytest.raises(NotReadable, match=sentence) as caught:
        from_phh(with_actions(*actions))
    assert caught.value.action == number
    assert actions[number - 5] in str(caught.value)


@pytest.mark.parametrize(
    ("ours", "theirs", "sentence"),
    [
        ("min_bet = 100", "min_bet = 50", "min_bet: differs"),
        ('variant = "NT"', 'variant = "PT"', "variant: differs"),
        ("[50, 100, 0]", "[60, 100, 0]", "blinds_or_straddles: differs"),
        ('rulebook = "cash"', 'rulebook = "chess"', "no such rulebook"),
        ('betting = "no_limit"', 'betting = "doubling"', "re-opens"),
        ("version = 1", "version = 2", "version"),
        ("_shown_afterwards = [3]", "_shown_afterwards = [9]", "_shown_afterwards"),
        ("[1450, 1900, 2650]", "[1451, 1899, 2650]", "p1 ends with \\+1"),
    ],
)
def test_a_file_of_ours_that_contradicts_its_rules_is_refused(ours: str, theirs: str, sentence: str) -> None:
    text = to_phh(three_at_the_river().act("show", seat=CAROL), names=NAMES)
    assert ours in text
    with pytest.raises(NotReadable, match=sentence):
        from_phh(text.replace(ours, theirs))


def test_a_damaged_file_is_either_read_or_refused_as_not_readable() -> None:
    text = to_phh(deal(rules_for("home"), [90, 90, 90]).act("all-in").act("all-in").act("fold"), names=NAMES)
    pieces = ["", "[", "1e9", "inf", "true", "-1", "p11", "0.5", '"', "????", "\n", "99999999999999999999"]
    words = re.split(r"(\W)", text)
    for number in range(250):
        draw = random.Random(number)
        damaged = list(words)
        damaged[draw.randrange(len(words))] = draw.choice(pieces)
        with suppress(NotReadable):
            assert from_phh("".join(damaged)).over
