"""Every reason for which an action is refused: its code, its sentence and the numbers in it."""

from typing import Any, NamedTuple

import pytest

from tables.engine.hand import Hand
from tables.engine.opening import Move
from tables.engine.rejection import SENTENCES, Refusal, Rejection
from tables.engine.rulebooks import rules_for
from tests.engine.tables import CASH, CONTEST, HOME, QUEUE, check_down, deal, everything, play, refusal, seat_of

POT_LIMIT = rules_for("cash", betting="pot_limit")
FIXED = rules_for("cash", betting="fixed_limit")
CALLED = "Ted call, Alice call, Bob call, Carol check"
QUEUE_CALLED = "Ted call, Alice call, Bob call"
OVERBETS = "Bob bet 20, Carol overbet 40, Ted overbet 60, Alice overbet 80"


class Case(NamedTuple):
    code: Refusal
    hand: Hand
    before: str
    move: str
    sentence: str


CASES = (
    Case(
        Refusal.HAND_IS_OVER,
        deal(CASH, 4),
        "Ted fold, Alice fold, Bob fold",
        "Carol check",
        "this hand is over",
    ),
    Case(Refusal.NOT_YOUR_TURN, deal(CASH, 4), "", "Alice call", "it is not your turn"),
    Case(Refusal.NOT_YOUR_TURN, deal(CASH, 4), "Ted fold", "Ted call", "it is not your turn"),
    Case(Refusal.NOT_IN_THE_HAND, deal(CASH, 4), "", "Judy call", "you were not dealt into this hand"),
    Case(Refusal.UNKNOWN_VERB, deal(CASH, 4), "", "Ted jump", "there is no such action"),
    Case(Refusal.NO_AMOUNT_WANTED, deal(CASH, 4), "", "Ted fold 100", "this action takes no amount"),
    Case(Refusal.NO_AMOUNT_WANTED, deal(CASH, 4), "", "Ted all-in 9", "this action takes no amount"),
    Case(Refusal.AMOUNT_MISSING, deal(CASH, 4), "", "Ted raise", "say how much: from 200 to 10000"),
    Case(
        Refusal.AMOUNT_NOT_WHOLE,
        deal(CASH, 4),
        "",
        "Ted raise 250.5",
        "the amount must be a whole number of chips",
    ),
    Case(Refusal.CANNOT_CHECK, deal(CASH, 4), "", "Ted check", "you cannot check: it costs 100 to call"),
    Case(
        Refusal.CANNOT_CHECK,
        deal(CASH, 4),
        "Ted call, Alice call",
        "Bob check",
        "you cannot check: it costs 50 to call",
    ),
    Case(Refusal.NOTHING_TO_CALL, deal(CASH, 4), CALLED, "Bob call", "there is nothing to call; check"),
    Case(Refusal.CALL_COSTS, deal(CASH, 4), "", "Ted call 90", "a call costs 100"),
    Case(
        Refusal.CANNOT_AFFORD_CALL,
        deal(QUEUE, 4, Carol=25),
        f"{QUEUE_CALLED}, Bob call",
        "Carol call",
        "a call costs 10, you have 5; go all-in or fold",
    ),
    Case(Refusal.BET_STANDS, deal(CASH, 4), "", "Ted bet 300", "there is a bet of 100 already; raise it"),
    Case(
        Refusal.NO_BET,
        deal(QUEUE, 4),
        QUEUE_CALLED,
        "Bob bet 10",
        "there are no bets at this table, only calls and raises by the step",
    ),
    Case(Refusal.NOTHING_TO_RAISE, deal(CASH, 4), CALLED, "Bob raise 300", "there is no bet to raise; bet"),
    Case(Refusal.BET_TOO_SMALL, deal(CASH, 4), CALLED, "Bob bet 99", "bet at least 100"),
    Case(Refusal.BET_TOO_SMALL, deal(HOME, 4), CALLED, "Bob bet -5", "bet at least 1"),
    Case(Refusal.BET_TOO_LARGE, deal(CASH, 4), CALLED, "Bob bet 9901", "bet at most 9900"),
    Case(Refusal.BET_TOO_LARGE, deal(POT_LIMIT, 4), CALLED, "Bob bet 401", "bet at most 400"),
    Case(Refusal.BET_EXACTLY, deal(FIXED, 4), CALLED, "Bob bet 150", "a bet is exactly 100 here"),
    Case(Refusal.RAISE_TOO_SMALL, deal(CASH, 4), "", "Ted raise 199", "raise to at least 200"),
    Case(Refusal.RAISE_TOO_LARGE, deal(CASH, 4), "", "Ted raise 10001", "raise to at most 10000"),
    Case(Refusal.RAISE_EXACTLY, deal(CONTEST, 4), "", "Ted raise 50", "a raise is to exactly 40 here"),
    Case(
        Refusal.NOT_ENOUGH_CHIPS,
        deal(CASH, 4, Ted=100),
        "",
        "Ted raise 200",
        "you do not have the chips for it",
    ),
    Case(
        Refusal.NOBODY_CAN_ANSWER,
        deal(CASH, 2, Alice=500),
        "Alice all-in",
        "Bob raise 1000",
        "nobody is left who could answer a bet or raise",
    ),
    Case(
        Refusal.RAISES_USED_UP,
        deal(FIXED, 4),
        "Ted raise, Alice raise, Bob raise",
        "Carol raise",
        "all 4 raises of this street were made",
    ),
    Case(
        Refusal.RAISES_USED_UP,
        deal(QUEUE, 4),
        "Ted raise, Alice raise, Bob raise",
        "Carol raise",
        "all 3 raises of this street were made",
    ),
    Case(
        Refusal.BETS_USED_UP,
        deal(CONTEST, 4),
        f"{CALLED}, {OVERBETS}",
        "Bob overbet 100",
        "all 4 bets of this street were made",
    ),
    Case(
        Refusal.NOT_REOPENED,
        deal(CASH, 4, Alice=150),
        "Ted call, Alice all-in, Bob fold, Carol call",
        "Ted raise 400",
        "you have acted, and the all-in after you was less than a full raise: call or fold",
    ),
    Case(
        Refusal.FIRST_CANNOT_RAISE,
        deal(QUEUE, 4),
        QUEUE_CALLED,
        "Bob raise",
        "the first to act on a street cannot raise",
    ),
    Case(
        Refusal.ALL_IN_TOO_LARGE,
        deal(POT_LIMIT, 4),
        "",
        "Ted all-in",
        "you have 10000, more than may go in now",
    ),
    Case(
        Refusal.NO_PASS,
        deal(CASH, 4),
        CALLED,
        "Bob pass",
        "there is no pass at this table",
    ),
    Case(
        Refusal.PASSED_ALREADY,
        deal(QUEUE, 4),
        "Ted pass, Alice call, Bob pass",
        "Ted pass",
        "you have passed already",
    ),
    Case(
        Refusal.LAST_CANNOT_PASS,
        deal(QUEUE, 4),
        "Ted call, Alice call",
        "Bob pass",
        "you are the only one left to act and cannot pass",
    ),
    Case(Refusal.HAND_NOT_OVER, deal(CASH, 4), "", "Ted show", "cards can be shown or mucked when the hand is over"),
    Case(
        Refusal.SHOWN_ALREADY,
        deal(CASH, 2),
        "Alice fold, Bob show",
        "Bob show",
        "these cards are shown already",
    ),
    Case(
        Refusal.MUCKED_ALREADY,
        deal(CASH, 2),
        "Alice fold, Bob muck",
        "Bob show",
        "these cards are mucked already",
    ),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.move}")
def test_a_refused_action_says_why_and_changes_nothing(case: Case) -> None:
    hand = play(case.hand, case.before) if case.before else case.hand
    rejection = refusal(hand, case.move)
    assert (rejection.code, rejection.sentence) == (case.code, case.sentence)


def test_every_reason_is_tested_here() -> None:
    assert {case.code for case in CASES} == set(Refusal)


def test_every_reason_has_a_sentence_and_every_number_a_place_in_it() -> None:
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
def test_the_numbers_are_there_to_translate_with(move: str, numbers: dict[str, int]) -> None:
    assert refusal(deal(CASH, 4), move).numbers == numbers


@pytest.mark.parametrize("amount", [True, 300.0, "300", [300], "many"])
def test_an_amount_is_a_whole_number_and_nothing_like_one(amount: Any) -> None:
    hand = deal(CASH, 4)
    with pytest.raises(Rejection) as caught:
        hand.act("raise", amount)
    assert caught.value.code is Refusal.AMOUNT_NOT_WHOLE


def test_an_unknown_action_is_unknown_whatever_comes_with_it() -> None:
    assert refusal(deal(CASH, 4), "Ted jump 100").code is Refusal.UNKNOWN_VERB


def test_an_overbet_is_unknown_where_no_program_of_the_contest_plays() -> None:
    assert refusal(deal(CASH, 4), "Ted overbet 300").code is Refusal.UNKNOWN_VERB


def test_one_who_was_not_dealt_in_has_nothing_to_show() -> None:
    hand = check_down(play(deal(CASH, 2), "Alice call, Bob check"))
    assert refusal(hand, "Judy show").code is Refusal.NOT_IN_THE_HAND
    assert refusal(hand, "Alice show 2").code is Refusal.NO_AMOUNT_WANTED


def test_a_record_with_a_move_that_was_never_legal_is_refused() -> None:
    hand = deal(CASH, 4)
    with pytest.raises(Rejection) as caught:
        Hand.replay(hand.opening, [*play(hand, "Ted call").moves, Move(hand.seats[3], "check")])
    assert caught.value.code is Refusal.CANNOT_CHECK


def test_the_hand_before_an_action_stays_as_it_was() -> None:
    hand = deal(CASH, 4)
    before = everything(hand)
    hand.act("raise", 300, seat=seat_of("Ted"))
    assert everything(hand) == before
