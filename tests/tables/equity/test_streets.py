"""Test which chances a finished hand's players had, street by street, and which were shown at the table."""

import json

import pytest
from hypothesis import given

from tables.engine.cards import parse_cards
from tables.engine.events import Acted, DealtBoard, Posted
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.equity.chances import chances
from tables.equity.streets import chances_at_streets, face_up_chances, has_run_out
from tests.tables.engine import strategies
from tests.tables.engine.tables import CASH, CONTEST, check_around, check_down, deal, play, seat_of
from tests.tables.equity.slow import cards

ALICE, BOB, CAROL = (SeatNumber(seat_of(name)) for name in ("Alice", "Bob", "Carol"))
HOLE = {"Alice": "AsAh", "Bob": "KsKd", "Carol": "7c6c"}
BOARD = "2c3c4dKh9s"
ON_THE_FLOP = "Bob check, Carol check, Alice bet 100, Bob call, Carol fold"


def three(**stacks: int) -> HandState:
    return deal(CASH, 3, hole=HOLE, board=BOARD, having=stacks)


def between(names: str, cards_dealt: int) -> tuple[float, ...]:
    return chances([cards(HOLE[name]) for name in names.split()], parse_cards(BOARD)[:cards_dealt]).win


# Chances street by street, for viewers of the finished hand.


def test_each_street_uses_the_known_hands_that_were_in_as_it_began() -> None:
    hand = check_down(play(play(three(), "Alice call, Bob call, Carol check"), ON_THE_FLOP))
    found = chances_at_streets(hand, {ALICE, BOB, CAROL})
    assert [(at.street, at.seats, at.unknown) for at in found] == [
        ("preflop", (BOB, CAROL, ALICE), 0),
        ("flop", (BOB, CAROL, ALICE), 0),
        ("turn", (BOB, ALICE), 0),
        ("river", (BOB, ALICE), 0),
    ]
    assert [at.chances.win for at in found] == [
        between("Bob Carol Alice", 0),
        between("Bob Carol Alice", 3),
        between("Bob Alice", 4),
        between("Bob Alice", 5),
    ]


def test_chances_of_a_seat_are_found_only_while_it_was_still_in() -> None:
    hand = check_down(play(play(three(), "Alice call, Bob call, Carol check"), ON_THE_FLOP))
    preflop, *_, river = chances_at_streets(hand, {ALICE, BOB, CAROL})
    assert preflop.of(ALICE) == (preflop.chances.win[2], preflop.chances.tie[2])
    assert river.of(BOB) == (1, 0)
    assert river.of(CAROL) is None


def test_unknown_hands_are_left_out_between_known_ones() -> None:
    found = chances_at_streets(check_down(play(three(), "Alice call, Bob call")), {ALICE, BOB})
    assert [(at.seats, at.unknown, at.left_out) for at in found] == [((BOB, ALICE), 0, 1)] * 4


def test_a_single_known_hand_is_compared_with_any_hands() -> None:
    hand = play(play(three(), "Alice call, Bob call, Carol check"), ON_THE_FLOP)
    found = chances_at_streets(check_down(hand), {ALICE})
    assert [(at.street, at.seats, at.unknown, at.chances.exact) for at in found] == [
        ("preflop", (ALICE,), 2, False),
        ("flop", (ALICE,), 2, False),
        ("turn", (ALICE,), 1, True),
        ("river", (ALICE,), 1, True),
    ]


def test_there_are_no_chances_without_known_hands() -> None:
    assert chances_at_streets(check_down(play(three(), "Alice call, Bob call")), ()) == []


def test_a_player_who_folded_has_no_chances_on_later_streets() -> None:
    hand = play(three(), "Alice raise 300, Bob fold, Carol fold")
    assert [at.street for at in chances_at_streets(hand, {ALICE, BOB, CAROL})] == ["preflop"]
    folded = check_down(play(three(), "Alice fold, Bob call"))
    assert [at.seats for at in chances_at_streets(folded, {ALICE})] == [(ALICE,)]


# Chances of hands that lay face up before the board was complete.


@pytest.mark.parametrize(
    ("moves", "before", "streets"),
    [("", 0, ["preflop", "flop", "turn"]), ("flop", 3, ["flop", "turn"]), ("turn", 4, ["turn"])],
)
def test_chances_begin_when_the_hands_are_turned_up(moves: str, before: int, streets: list[str]) -> None:
    hand = play(three(), "Alice call, Bob call, Carol check") if moves else play(three(), "Alice all-in")
    for _ in ["flop", "turn"][: before - 2 if before else 0]:
        hand = check_around(hand) if hand.street != moves else hand
    hand = play(hand, "Bob all-in, Carol all-in, Alice all-in" if moves else "Bob all-in, Carol fold")
    found = face_up_chances(hand)
    live = "Bob Carol Alice" if moves else "Bob Alice"
    assert [at["street"] for at in found] == streets
    assert [at["seats"] for at in found] == [[seat_of(name) for name in live.split()]] * len(streets)
    for at, number in zip(found, [dealt for dealt in (0, 3, 4) if dealt >= before], strict=True):
        assert at["win"] == pytest.approx(between(live, number), abs=1e-6)
        assert at["exact"]


def test_the_first_entry_says_what_each_pot_was_worth_to_its_contenders() -> None:
    hand = play(three(Carol=1_000, Bob=3_000), "Alice raise 3000, Bob all-in, Carol all-in")
    first, *rest = face_up_chances(hand)
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(3_000, (BOB, CAROL, ALICE)), (4_000, (BOB, ALICE))]
    assert [pot["seats"] for pot in first["pots"]] == [[BOB, CAROL, ALICE], [BOB, ALICE]]
    for pot, names, dead in zip(first["pots"], ("Bob Carol Alice", "Bob Alice"), ("", HOLE["Carol"]), strict=True):
        worth = chances([cards(HOLE[name]) for name in names.split()], dead=parse_cards(dead)).share
        assert pot["share"] == pytest.approx(worth)
    assert not any("pots" in at for at in rest)


def test_chances_can_be_stored_as_json() -> None:
    found = face_up_chances(play(three(), "Alice all-in, Bob all-in, Carol fold"))
    assert json.loads(json.dumps(found)) == found


def test_there_are_no_chances_if_betting_went_on_to_the_end() -> None:
    hand = three()
    while hand.street != "river":
        hand = hand.act("call" if hand.price and not (hand.legal and hand.legal.check) else "check")
    assert face_up_chances(play(hand, "Bob all-in, Carol all-in, Alice all-in")) == []
    assert face_up_chances(play(three(), "Alice all-in, Bob fold, Carol fold")) == []


def test_there_are_no_chances_if_hands_are_revealed_only_after_folds() -> None:
    hand = deal(CONTEST, 2, hole={"Alice": "AsAh", "Bob": "KsKd"}, board=BOARD).act("fold")
    assert len(hand.shown) == 2
    assert len(hand.board) == 5
    assert face_up_chances(hand) == []


def dealt_after_the_last_word(hand: HandState) -> int:
    count = 0
    for event in hand.events:
        if isinstance(event, (Acted, Posted)):
            count = 0
        elif isinstance(event, DealtBoard):
            count += 1
    return count


@pytest.mark.parametrize("variant", strategies.VARIANTS)
def test_hands_lie_face_up_exactly_when_cards_come_without_a_choice(variant: str) -> None:
    @strategies.examples(60)
    @given(opening=strategies.openings(variant), decisions=strategies.play)
    def compare(opening: Opening, decisions: bytes) -> None:
        *_, hand = strategies.hands(opening, decisions)
        live = [seat for seat, out in zip(hand.seats, hand.folded, strict=True) if not out]
        assert has_run_out(hand) == (len(live) > 1 and dealt_after_the_last_word(hand) > 0)
        found = [at["street"] for at in face_up_chances(hand)] if len(live) < 5 else []
        assert len(found) == (dealt_after_the_last_word(hand) if has_run_out(hand) and len(live) < 5 else 0)

    compare()
