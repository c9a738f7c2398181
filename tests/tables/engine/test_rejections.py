"""Test every reason for which an action is refused: its code, its sentence and the numbers in it."""

from typing import Any, NamedTuple

import pytest

from tables.engine.hand import HandState
from tables.engine.opening import Move
from tables.engine.rejection import SENTENCES, Refusal, Rejection
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import (
    CASH,
    CONTEST,
    HOME,
    QUEUE,
    check_down,
    deal,
    everything,
    play,
    refusal,
    seat_of,
)

POT_LIMIT = rules_for("cash", betting="pot_limit")
FIXED = rules_for("cash", betting="fixed_limit")
CALLED = "Ted call, Alice call, Bob call, Carol check"
QUEUE_CALLED = "Ted call, Alice call, Bob call"
OVERBETS = "Bob bet 20, Carol overbet 40, Ted overbet 60, Alice overbet 80"


class Case(NamedTuple):
    code: Refusal
    hand: HandState
    before: str
    move: str
    sentence: str


CASES = (
    Case(
        Refusal.HAND_IS_OVER,
        deal(CASH, 4),
        "Ted fold, Alice fold, Bob fold",
        "Carol check",
        "This hand is over.",
    ),
    Case(Refusal.NOT_YOUR_TURN, deal(CASH, 4), "", "Alice call", "It is not your turn."),
    Case(Refusal.NOT_YOUR_TURN, deal(CASH, 4), "Ted fold", "Ted call", "It is not your turn."),
    Case(Refusal.NOT_IN_THE_HAND, deal(CASH, 4), "", "Judy call", "You were not dealt into this hand."),
    Case(Refusal.UNKNOWN_VERB, deal(CASH, 4), "", "Ted jump", "There is no such action."),
    Case(Refusal.NO_AMOUNT_WANTED, deal(CASH, 4), "", "Ted fold 100", "This action takes no amount."),
    Case(Refusal.NO_AMOUNT_WANTED, deal(CASH, 4), "", "Ted all-in 9", "This action takes no amount."),
    Case(Refusal.AMOUNT_MISSING, deal(CASH, 4), "", "Ted raise", "Say how much: from 200 to 10000."),
    Case(
        Refusal.AMOUNT_NOT_WHOLE,
        deal(CASH, 4),
        "",
        "Ted raise 250.5",
        "The amount must be a whole number of chips.",
    ),
    Case(Refusal.CANNOT_CHECK, deal(CASH, 4), "", "Ted check", "You cannot check: it costs 100 to call."),
    Case(
        Refusal.CANNOT_CHECK,
        deal(CASH, 4),
        "Ted call, Alice call",
        "Bob check",
        "You cannot check: it costs 50 to call.",
    ),
    Case(Refusal.NOTHING_TO_CALL, deal(CASH, 4), CALLED, "Bob call", "There is nothing to call. Check."),
    Case(Refusal.CALL_COSTS, deal(CASH, 4), "", "Ted call 90", "A call costs 100."),
    Case(
        Refusal.CANNOT_AFFORD_CALL,
        deal(QUEUE, 4, Carol=25),
        f"{QUEUE_CALLED}, Bob call",
        "Carol call",
        "A call costs 10 and you have 5. Go all-in or fold.",
    ),
    Case(Refusal.BET_STANDS, deal(CASH, 4), "", "Ted bet 300", "There is a bet of 100 already. Raise it."),
    Case(
        Refusal.NO_BET,
        deal(QUEUE, 4),
        QUEUE_CALLED,
        "Bob bet 10",
        "There are no bets at this table, only calls and raises by the step.",
    ),
    Case(Refusal.NOTHING_TO_RAISE, deal(CASH, 4), CALLED, "Bob raise 300", "There is no bet to raise. Bet."),
    Case(Refusal.BET_TOO_SMALL, deal(CASH, 4), CALLED, "Bob bet 99", "Bet at least 100."),
    Case(Refusal.BET_TOO_SMALL, deal(HOME, 4), CALLED, "Bob bet -5", "Bet at least 1."),
    Case(Refusal.BET_TOO_LARGE, deal(CASH, 4), CALLED, "Bob bet 9901", "Bet at most 9900."),
    Case(Refusal.BET_TOO_LARGE, deal(POT_LIMIT, 4), CALLED, "Bob bet 401", "Bet at most 400."),
    Case(Refusal.BET_EXACTLY, deal(FIXED, 4), CALLED, "Bob bet 150", "A bet is exactly 100 here."),
    Case(Refusal.RAISE_TOO_SMALL, deal(CASH, 4), "", "Ted raise 199", "Raise to at least 200."),
    Case(Refusal.RAISE_TOO_LARGE, deal(CASH, 4), "", "Ted raise 10001", "Raise to at most 10000."),
    Case(Refusal.RAISE_EXACTLY, deal(CONTEST, 4), "", "Ted raise 50", "A raise is to exactly 40 here."),
    Case(
        Refusal.NOT_ENOUGH_CHIPS,
        deal(CASH, 4, Ted=100),
        "",
        "Ted raise 200",
        "You do not have the chips for it.",
    ),
    Case(
        Refusal.NOBODY_CAN_ANSWER,
        deal(CASH, 2, Alice=500),
        "Alice all-in",
        "Bob raise 1000",
        "Nobody is left who could answer a bet or raise.",
    ),
    Case(
        Refusal.RAISES_USED_UP,
        deal(FIXED, 4),
        "Ted raise, Alice raise, Bob raise",
        "Carol raise",
        "All 4 raises of this street were made.",
    ),
    Case(
        Refusal.RAISES_USED_UP,
        deal(QUEUE, 4),
        "Ted raise, Alice raise, Bob raise",
        "Carol raise",
        "All 3 raises of this street were made.",
    ),
    Case(
        Refusal.BETS_USED_UP,
        deal(CONTEST, 4),
        f"{CALLED}, {OVERBETS}",
        "Bob overbet 100",
        "All 4 bets of this street were made.",
    ),
    Case(
        Refusal.NOT_REOPENED,
        deal(CASH, 4, Alice=150),
        "Ted call, Alice all-in, Bob fold, Carol call",
        "Ted raise 400",
        "You have acted, and the all-in after you was less than a full raise: call or fold.",
    ),
    Case(
        Refusal.FIRST_CANNOT_RAISE,
        deal(QUEUE, 4),
        QUEUE_CALLED,
        "Bob raise",
        "The first to act on a street cannot raise.",
    ),
    Case(
        Refusal.ALL_IN_TOO_LARGE,
        deal(POT_LIMIT, 4),
        "",
        "Ted all-in",
        "You have 10000, more than may go in now.",
    ),
    Case(
        Refusal.NO_PASS,
        deal(CASH, 4),
        CALLED,
        "Bob pass",
        "There is no pass at this table.",
    ),
    Case(
        Refusal.PASSED_ALREADY,
        deal(QUEUE, 4),
        "Ted pass, Alice call, Bob pass",
        "Ted pass",
        "You have passed already.",
    ),
    Case(
        Refusal.LAST_CANNOT_PASS,
        deal(QUEUE, 4),
        "Ted call, Alice call",
        "Bob pass",
        "You are the only one left to act and cannot pass.",
    ),
    Case(Refusal.HAND_NOT_OVER, deal(CASH, 4), "", "Ted show", "Cards can be shown or mucked when the hand is over."),
    Case(
        Refusal.SHOWN_ALREADY,
        deal(CASH, 2),
        "Alice fold, Bob show",
        "Bob show",
        "These cards are shown already.",
    ),
    Case(
        Refusal.MUCKED_ALREADY,
        deal(CASH, 2),
        "Alice fold, Bob muck",
        "Bob show",
        "These cards are mucked already.",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.move}")
def test_a_refused_action_says_why_and_changes_nothing(case: Case) -> None:
    hand = play(case.hand, case.before) if case.before else case.hand
    rejection = refusal(hand, case.move)
    assert (rejection.code, rejection.sentence) == (case.code, case.sentence)


def test_every_reason_has_a_case() -> None:
    assert {case.code for case in CASES} == set(Refusal)


def test_every_reason_has_a_sentence_that_its_numbers_fill() -> None:
    assert set(SENTENCES) == set(Refusal)
    for code, sentence in SENTENCES.items():
        assert "{" not in Rejection(code, least=1, most=2, cost=3, stack=4, price=5, cap=6).sentence
        assert sentence == sentence.strip()


@pytest.mark.parametrize(
    ("move", "numbers"),
    [
        ("Ted raise", {"least": 200, "most": 10_000}),
        ("Ted raise 199", {"least": 200}),
        ("Ted raise 10001", {"most": 10_000}),
        ("Ted check", {"cost": 100}),
        ("Ted call 5", {"cost": 100}),
        ("Ted bet 300", {"price": 100}),
        ("Ted fold 1", {}),
    ],
)
def test_a_rejection_carries_its_numbers_for_translation(move: str, numbers: dict[str, int]) -> None:
    assert refusal(deal(CASH, 4), move).numbers == numbers


@pytest.mark.parametrize("amount", [True, 300.0, "300", [300], "many"])
def test_an_amount_must_be_an_int(amount: Any) -> None:
    hand = deal(CASH, 4)
    with pytest.raises(Rejection) as caught:
        hand.act("raise", amount)
    assert caught.value.code is Refusal.AMOUNT_NOT_WHOLE


def test_an_unknown_action_is_refused_as_unknown_whatever_its_amount() -> None:
    assert refusal(deal(CASH, 4), "Ted jump 100").code is Refusal.UNKNOWN_VERB


def test_an_overbet_is_unknown_outside_the_contest() -> None:
    assert refusal(deal(CASH, 4), "Ted overbet 300").code is Refusal.UNKNOWN_VERB


def test_a_player_who_was_not_dealt_in_cannot_show() -> None:
    hand = check_down(play(deal(CASH, 2), "Alice call, Bob check"))
    assert refusal(hand, "Judy show").code is Refusal.NOT_IN_THE_HAND
    assert refusal(hand, "Alice show 2").code is Refusal.NO_AMOUNT_WANTED


def test_a_replay_refuses_a_move_that_was_never_legal() -> None:
    hand = deal(CASH, 4)
    with pytest.raises(Rejection) as caught:
        HandState.replay(hand.opening, [*play(hand, "Ted call").moves, Move(hand.seats[3], "check")])
    assert caught.value.code is Refusal.CANNOT_CHECK


def test_an_action_leaves_the_hand_before_it_unchanged() -> None:
    hand = deal(CASH, 4)
    before = everything(hand)
    hand.act("raise", 300, seat=seat_of("Ted"))
    assert everything(hand) == before
