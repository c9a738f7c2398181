"""Test what all-ins brought beyond what they were worth, against an average over every board that could have come."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from tables.engine.cards import DECK, Card
from tables.engine.events import DealtBoard, Shown
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.ranks import strength
from tables.engine.rulebooks import rules_for
from tables.equity.luck import all_in_luck
from tables.equity.streets import face_up_chances, has_run_out
from tests.tables.engine.tables import CASH, check_around, check_down, deal, play, seat_of

ALICE, BOB, CAROL = (SeatNumber(seat_of(name)) for name in ("Alice", "Bob", "Carol"))


def slow_worth(hand: HandState) -> dict[SeatNumber, Fraction]:
    """Return the average chips out of the pots; a chip that cannot be split counts in fractions here."""
    before: tuple[Card, ...] = ()
    for event in hand.events:
        if isinstance(event, Shown):
            break
        before += event.cards if isinstance(event, DealtBoard) else ()
    gone = {
        *before,
        *(card for seat, out in zip(hand.seats, hand.folded, strict=True) if not out for card in hand.hole(seat)),
    }
    boards = [(*before, *rest) for rest in combinations([card for card in DECK if card not in gone], 5 - len(before))]
    worth = dict.fromkeys(hand.seats, Fraction())
    for board in boards:
        for pot in hand.pots:
            values = {seat: strength((*hand.hole(seat), *board)) for seat in pot.seats}
            winners = [seat for seat in pot.seats if values[seat] == min(values.values())]
            for seat in winners:
                worth[seat] += Fraction(pot.amount, len(winners) * len(boards))
    return worth


def random_all_in(seed: int) -> HandState:
    """Play until players are all-in, on the flop or later if stacks allow, with stacks that make side pots."""
    chance = random.Random(seed)
    players = chance.randint(2, 5)
    stacks = [chance.randint(150, 3_000) for _ in range(players)]
    deck = chance.sample(DECK, 52)
    rules = rules_for("cash", small_blind=50, big_blind=100)
    hand = HandState.deal(Opening.make(rules, seats=range(1, players + 1), stacks=stacks, button=1, deck=deck))
    while legal := hand.legal:
        free, price = legal.check, legal.call
        if hand.street == "preflop":
            hand = hand.act("check" if free else "call" if price else "all-in")
        else:
            hand = hand.act("all-in" if legal.all_in is not None else "call" if price else "check")
    return hand


@pytest.mark.parametrize("seed", range(40))
def test_luck_is_the_winnings_less_the_average_over_every_board(seed: int) -> None:
    hand = random_all_in(seed)
    if not has_run_out(hand) or len(hand.board) != 5:
        return
    first_board = next(event for event in hand.events if isinstance(event, (DealtBoard, Shown)))
    if isinstance(first_board, Shown):
        return  # there are too many boards before the flop
    worth, won = slow_worth(hand), dict(zip(hand.seats, hand.won, strict=True))
    found = all_in_luck(hand, face_up_chances(hand))
    assert sum(found.values()) == 0
    for seat in hand.seats:
        assert found[seat] == pytest.approx(float(1_000 * (won[seat] - worth[seat])), abs=1_000 * len(hand.pots) + 1)


def test_enough_of_these_hands_run_out() -> None:
    hands = [random_all_in(seed) for seed in range(40)]
    assert sum(has_run_out(hand) for hand in hands) > 25
    assert sum(has_run_out(hand) and len(hand.pots) > 1 for hand in hands) > 10


def test_luck_of_an_all_in_is_the_winnings_less_the_expected_share() -> None:
    hand = deal(CASH, 2, hole={"Alice": "AsAh", "Bob": "KsKd"}, board="2c3c4d5h9s")
    hand = play(hand, "Alice all-in, Bob all-in")
    share = face_up_chances(hand)[0]["pots"][0]["share"][1]
    assert all_in_luck(hand, face_up_chances(hand)) == {
        ALICE: 20_000_000 - round(20_000_000 * share),
        BOB: round(20_000_000 * share) - 20_000_000,
    }


def test_each_pot_counts_for_those_who_could_win_it() -> None:
    """Carol can lose no more than her part of the main pot; Alice's luck against Bob is all in the side pot."""
    hole = {"Alice": "AsAh", "Bob": "KsKd", "Carol": "QsQd"}
    hand = deal(CASH, 3, hole=hole, board="QhKh2c3d8s", Carol=1_000, Bob=3_000)
    hand = play(hand, "Alice raise 3000, Bob all-in, Carol all-in")
    main, side = face_up_chances(hand)[0]["pots"]
    found = all_in_luck(hand, face_up_chances(hand))
    assert dict(zip(hand.seats, hand.won, strict=True)) == {BOB: 7_000, CAROL: 0, ALICE: 0}
    assert found[CAROL] == pytest.approx(-3_000_000 * main["share"][1], abs=1)
    assert found[ALICE] == pytest.approx(-3_000_000 * main["share"][2] - 4_000_000 * side["share"][1], abs=1)
    assert sum(found.values()) == 0


def test_there_is_no_luck_in_a_certain_tie() -> None:
    hole = {"Alice": "2c3d", "Bob": "2d3c"}
    hand = deal(CASH, 2, hole=hole, board="AsKsQsJsTs")
    hand = play(play(play(hand, "Alice call, Bob check"), "Bob check, Alice check"), "Bob all-in, Alice all-in")
    assert face_up_chances(hand)[0]["tie"] == [1, 1]
    assert all_in_luck(hand, face_up_chances(hand)) == {ALICE: 0, BOB: 0}


def test_an_odd_chip_is_luck_too() -> None:
    """Two cannot share 11 chips: the first from the button's left gets the sixth."""
    hole = {"Alice": "4h9c", "Bob": "2d3c", "Carol": "2c3d"}
    rules = rules_for("cash", small_blind=1, big_blind=3)
    hand = play(deal(rules, 3, stack=4, hole=hole, board="AsKsQsJsTs", Alice=9), "Alice call, Bob call, Carol check")
    hand = play(check_around(hand), "Bob all-in, Carol call, Alice fold")
    assert dict(zip(hand.seats, hand.won, strict=True)) == {BOB: 6, CAROL: 5, ALICE: 0}
    assert all_in_luck(hand, face_up_chances(hand)) == {BOB: 500, CAROL: -500, ALICE: 0}


def test_there_is_no_luck_if_no_hands_lay_face_up() -> None:
    hand = check_down(play(deal(CASH, 2), "Alice call"))
    assert all_in_luck(hand, face_up_chances(hand)) == {ALICE: 0, BOB: 0}
    assert all_in_luck(hand, None) == {ALICE: 0, BOB: 0}


def test_luck_adds_up_to_zero_despite_rounding() -> None:
    hand = play(deal(CASH, 3), "Alice all-in, Bob all-in, Carol all-in")
    thirds = [{"pots": [{"seats": list(hand.pots[0].seats), "share": [1 / 3, 1 / 3, 1 / 3]}]}]
    assert sum(all_in_luck(hand, thirds).values()) == 0
