"""Test a finished hand in steps: each shows the table as it was then, and the last one how it ended."""

from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.events import Acted, DealtBoard, Event, Posted, Shown, Won
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.rulebooks import rules_for
from tables.engine.steps import END, steps_of
from tables.engine.view import FeltView, view
from tests.tables.engine.strategies import VARIANTS, examples, hands, openings, play
from tests.tables.engine.tables import CASH, HOME, check_down, deal, seat_of
from tests.tables.engine.tables import play as play_moves

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)
ALICE, BOB, CAROL = SeatNumber(seat_of("Alice")), SeatNumber(seat_of("Bob")), SeatNumber(seat_of("Carol"))
HOLES = {"Alice": "AsAd", "Bob": "KsKd", "Carol": "7c2d"}
BOARD = "AhKh8c8d3s"


def known_to(hand: HandState, viewer: SeatNumber | None) -> frozenset[SeatNumber]:
    return hand.shown | ({viewer} if viewer is not None else frozenset())


def without_cards(seen: FeltView) -> FeltView:
    return replace(seen, seats=tuple(replace(seat, cards=None) for seat in seen.seats))


def as_in_a_step(seen: FeltView) -> FeltView:
    """Return what a step shows of a view: not what a player may do, nor events that no longer show."""
    told = {field.name: getattr(seen, field.name) for field in fields(FeltView)}
    return FeltView(**{**told, "events": still_showing(seen.events)})


def still_showing(events: Iterable[Event]) -> tuple[Event, ...]:
    acted: dict[SeatNumber, Acted] = {}
    wins = []
    for event in events:
        if isinstance(event, DealtBoard):
            acted = {}
        elif isinstance(event, Acted):
            acted[event.seat] = event
        elif isinstance(event, Won):
            wins.append(event)
    return (*acted.values(), *wins)


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_the_last_step_is_what_a_viewer_sees_of_the_finished_hand(
    variant: str, data: st.DataObject, decisions: bytes
) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    for viewer in (None, *hand.seats):
        last = steps_of(hand, known_to(hand, viewer), viewer)[-1]
        assert last.seen == as_in_a_step(view(hand, viewer))


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_a_step_between_two_moves_shows_the_table_as_it_was(
    variant: str, data: st.DataObject, decisions: bytes
) -> None:
    then = list(hands(data.draw(openings(variant)), decisions))
    found = steps_of(then[-1], ())
    steps = dict(zip(accumulate(len(step.events) for step in found), found, strict=True))
    for hand in then:
        step = steps[len(hand.events)]
        assert without_cards(step.seen) == without_cards(as_in_a_step(view(hand, None)))


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_steps_leave_out_no_event_and_lose_no_chip(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    steps = steps_of(hand, hand.shown)
    assert tuple(event for step in steps for event in step.events) == hand.events
    for step in steps:
        seats = step.seen.seats
        paid_out = sum(seat.won for seat in seats)
        assert sum(seat.stack for seat in seats) + step.seen.middle - paid_out == sum(hand.opening.stacks)
        in_pots = sum(pot.amount for pot in step.seen.pots)
        assert in_pots + sum(seat.bet for seat in seats) == step.seen.middle
    for before, after in pairwise(steps):
        assert before.seen.over <= after.seen.over
        assert before.dealt <= after.dealt


@every_rulebook
@examples(6)
@given(data=st.data(), decisions=play)
def test_only_known_cards_lie_open_from_the_deal_on(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    known = {hand.seats[0]} | hand.shown
    for step in steps_of(hand, known):
        open_cards = {seat.seat for seat in step.seen.seats if seat.cards}
        assert open_cards == (known if step.dealt else set())


def shown_down() -> HandState:
    return check_down(play_moves(deal(CASH, 3, hole=HOLES, board=BOARD), "Alice call, Bob call"))


def parts(hand: HandState) -> list[str]:
    return [step.part for step in steps_of(hand, ())]


def test_each_post_each_action_and_each_street_is_a_step() -> None:
    steps = steps_of(shown_down(), ())
    assert [type(step.events[0]).__name__ for step in steps[:7]] == [
        *("Posted", "Posted", "DealtIn", "Acted", "Acted", "Acted"),
        "DealtBoard",
    ]
    assert {len(step.events) for step in steps} == {1}


def test_antes_are_one_step() -> None:
    rules = rules_for("cash", small_blind=50, big_blind=100, ante=10, ante_from="everyone")
    hand = play_moves(deal(rules, 3, hole=HOLES, board=BOARD), "Alice fold, Bob fold")
    first = steps_of(hand, ())[0]
    assert [event.kind for event in first.events if isinstance(event, Posted)] == ["ante"] * 3
    assert first.seen.pots[0].amount == 30


def test_the_shares_of_one_pot_are_one_step() -> None:
    holes = {"Alice": "2s3d", "Bob": "2h3c", "Carol": "7c2d"}
    hand = deal(CASH, 3, hole=holes, board="AcKcQcJcTc")
    hand = check_down(play_moves(hand, "Alice call, Bob call"))
    (last,) = [step for step in steps_of(hand, ()) if isinstance(step.events[0], Won)]
    assert len(last.events) == 3


def test_steps_after_the_last_bet_and_card_are_the_end() -> None:
    found = parts(shown_down())
    assert found[:3] == ["preflop"] * 3
    assert found[-5:] == ["river", *[END] * 4]


def test_hands_turned_up_before_the_board_belong_to_the_street() -> None:
    hand = play_moves(deal(HOME, 2, hole={"Alice": "AsAd", "Bob": "KsKd"}, board=BOARD), "Alice all-in, Bob call")
    steps = steps_of(hand, hand.shown)
    shows = [step.part for step in steps if isinstance(step.events[0], Shown)]
    assert shows == ["preflop", "preflop"]
    assert steps[-1].part == END


def test_the_end_is_only_the_win_when_all_others_have_folded() -> None:
    hand = play_moves(deal(CASH, 3, hole=HOLES, board=BOARD), "Alice fold, Bob fold")
    assert [type(step.events[0]).__name__ for step in steps_of(hand, ()) if step.part == END] == ["Won"]


def test_a_hand_in_which_nobody_wins_a_chip_is_over_at_its_last_step() -> None:
    rules = rules_for("cash", small_blind=0, big_blind=100)
    hand = play_moves(deal(rules, 2, hole={}, board=BOARD), "Alice fold")
    assert hand.middle == 0
    assert [step.seen.over for step in steps_of(hand, ())][-2:] == [False, True]


def test_the_turn_is_that_of_the_player_who_acts_next() -> None:
    steps = steps_of(shown_down(), ())
    turns = [step.seen.turn for step in steps[:7]]
    assert turns == [None, None, ALICE, BOB, CAROL, None, BOB]
    assert [event.seat for step in steps[3:6] for event in step.events if isinstance(event, Acted)] == turns[2:5]


def test_bets_stay_in_front_of_the_players_until_the_next_street() -> None:
    steps = steps_of(shown_down(), ())
    at_flop = next(number for number, step in enumerate(steps) if isinstance(step.events[0], DealtBoard))
    assert [seat.bet for seat in steps[at_flop - 1].seen.seats] == [100] * 3
    assert steps[at_flop - 1].seen.pots == ()
    assert [pot.amount for pot in steps[at_flop].seen.pots] == [300]


def test_a_step_of_a_long_hand_holds_no_more_events_than_one_of_a_short_hand() -> None:
    hand = deal(CASH, 2, stack=10**9, hole=HOLES, board=BOARD)
    for _ in range(300):
        least = hand.legal.raise_.least if hand.legal and hand.legal.raise_ else 0
        hand = hand.act("raise", least)
    steps = steps_of(hand.act("fold"), ())
    assert len(steps) > 300
    assert {len(step.seen.events) for step in steps} <= {0, 1, 2, 3}
