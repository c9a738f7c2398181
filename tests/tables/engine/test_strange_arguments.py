"""Test that the engine refuses strange arguments in its own words, never with an inner error or another's cards."""

import dataclasses
from typing import Any

import pytest

from tables.engine.cards import DECK
from tables.engine.hand import HandState
from tables.engine.opening import HIGHEST_SEAT, Move, Opening, OpeningError
from tables.engine.rejection import Refusal, Rejection
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Betting, Rules, RulesError
from tables.engine.view import view
from tests.tables.engine.tables import CASH, check_down, deal, everything, play

NO_SEATS: list[Any] = [True, 1.0, "1", [1], -1, {}]
"""Values that are no seat, though Python takes two of them for Alice's."""


def opening(**changed: Any) -> Opening:
    usual: dict[str, Any] = {"rules": CASH, "seats": [1, 2, 3], "stacks": [1000] * 3, "button": 1, "deck": DECK}
    wanted = {**usual, **changed}
    return Opening.make(wanted.pop("rules"), **wanted)


def over() -> HandState:
    return check_down(play(deal(CASH, 3), "Alice call, Bob call, Carol check"))


@pytest.mark.parametrize("seat", [*NO_SEATS, None, 99])
@pytest.mark.parametrize("ask", [HandState.hole, HandState.best])
def test_hole_and_best_refuse_a_seat_that_was_not_dealt_in(ask: Any, seat: Any) -> None:
    for hand in (deal(CASH, 3), over()):
        with pytest.raises(Rejection) as caught:
            ask(hand, seat)
        assert caught.value.code is Refusal.NOT_IN_THE_HAND


@pytest.mark.parametrize("seat", NO_SEATS)
def test_a_value_that_is_no_seat_gets_no_view(seat: Any) -> None:
    hand = deal(CASH, 3)
    for watched in (None, view(hand, None)):
        with pytest.raises(Rejection) as caught:
            view(hand, seat, watched=watched)
        assert caught.value.code is Refusal.NOT_IN_THE_HAND


def test_a_viewer_at_a_seat_that_was_not_dealt_in_sees_no_cards() -> None:
    seen = view(deal(CASH, 3), 99)  # type: ignore[arg-type]  # any number
    assert [seat.cards for seat in seen.seats] == [None] * 3


@pytest.mark.parametrize("seat", NO_SEATS)
@pytest.mark.parametrize(("hand", "verb"), [(deal(CASH, 3), "call"), (over(), "show"), (over(), "muck")])
def test_a_value_that_is_no_seat_cannot_act(hand: HandState, verb: str, seat: Any) -> None:
    before = everything(hand)
    with pytest.raises(Rejection) as caught:
        hand.act(verb, seat=seat)
    assert caught.value.code is Refusal.NOT_IN_THE_HAND
    assert everything(hand) == before


@pytest.mark.parametrize("seat", NO_SEATS)
def test_a_log_with_a_value_that_is_no_seat_is_not_replayed(seat: Any) -> None:
    with pytest.raises(Rejection) as caught:
        HandState.replay(opening(), [Move(seat, "call")])
    assert caught.value.code is Refusal.NOT_IN_THE_HAND


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("seats", seats) for seats in (None, 5, "123", {1, 2, 3}, [1], [1, 1, 2], [1, 2, True], [1.0, 2, 3])],
        *[("seats", [1, *others]) for others in (["2", "3"], [[2], [3]], [2, -3], [2, HIGHEST_SEAT + 1], [None, 3])],
        *[("stacks", stacks) for stacks in (None, 5, "abc", [1, 2], [1, 2, True], [1.5, 1, 1], [0, 1, 1], [[1]] * 3)],
        *[("button", button) for button in (None, "1", [1], 1.0, True, 9)],
        *[("deck", deck) for deck in (None, 5, "AsKs", [], DECK[:51], [*DECK, 0], ["As"] * 52, [[1]] * 52, {*DECK})],
        *[("deck", [*DECK[:51], card]) for card in (52, -1, 51.0, "As", None)],
        *[("posts", posts) for posts in (5, [(1, 50)], {True: 50}, {9: 50}, {1: "x"}, {1: -5}, {1: 101}, {"1": 50})],
        *[("rules", rules) for rules in (None, "cash", {}, CASH.to_json())],
    ],
)
def test_an_impossible_opening_is_refused(option: str, value: Any) -> None:
    with pytest.raises(OpeningError):
        opening(**{option: value})


@pytest.mark.parametrize(
    "change",
    [
        {"seats": (1, 2)},
        {"seats": [1, 2, 3]},
        {"seats": (1, 2, True)},
        {"stacks": (1000, 1000)},
        {"posts": ()},
        {"deck": DECK[:5]},
        {"deck": (*DECK[:51], 0)},
        {"rules": None},
    ],
)
def test_a_changed_copy_of_an_opening_is_checked_too(change: dict[str, Any]) -> None:
    with pytest.raises(OpeningError):
        dataclasses.replace(opening(), **change)


def test_fixed_limit_without_a_cap_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        Rules(rulebook="cash", betting=Betting.FIXED_LIMIT, small_blind=50, big_blind=100)
    assert caught.value.option == "raise_cap"


@pytest.mark.parametrize("rulebook", [["cash"], None, {"cash": 1}, 5, b"cash", True])
def test_a_value_that_is_no_rulebook_is_refused(rulebook: Any) -> None:
    with pytest.raises(RulesError) as caught:
        rules_for(rulebook)
    assert caught.value.option == "rulebook"
