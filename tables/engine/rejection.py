"""Why an action is refused: a code to translate by, a sentence, and the numbers in it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final


class Refusal(StrEnum):
    HAND_IS_OVER = "hand_is_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_THE_HAND = "not_in_the_hand"
    UNKNOWN_VERB = "unknown_verb"
    NO_AMOUNT_WANTED = "no_amount_wanted"
    AMOUNT_MISSING = "amount_missing"
    AMOUNT_NOT_WHOLE = "amount_not_whole"
    CANNOT_CHECK = "cannot_check"
    NOTHING_TO_CALL = "nothing_to_call"
    CALL_COSTS = "call_costs"
    CANNOT_AFFORD_CALL = "cannot_afford_call"
    BET_STANDS = "bet_stands"
    NO_BET = "no_bet"
    NOTHING_TO_RAISE = "nothing_to_raise"
    BET_TOO_SMALL = "bet_too_small"
    BET_TOO_LARGE = "bet_too_large"
    BET_EXACTLY = "bet_exactly"
    RAISE_TOO_SMALL = "raise_too_small"
    RAISE_TOO_LARGE = "raise_too_large"
    RAISE_EXACTLY = "raise_exactly"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOBODY_CAN_ANSWER = "nobody_can_answer"
    RAISES_USED_UP = "raises_used_up"
    BETS_USED_UP = "bets_used_up"
    NOT_REOPENED = "not_reopened"
    FIRST_CANNOT_RAISE = "first_cannot_raise"
    ALL_IN_TOO_LARGE = "all_in_too_large"
    NO_PASS = "no_pass"  # noqa: S105  no password
    PASSED_ALREADY = "passed_already"
    LAST_CANNOT_PASS = "last_cannot_pass"  # noqa: S105
    HAND_NOT_OVER = "hand_not_over"
    SHOWN_ALREADY = "shown_already"
    MUCKED_ALREADY = "mucked_already"


SENTENCES: Final[dict[Refusal, str]] = {
    Refusal.HAND_IS_OVER: "this hand is over",
    Refusal.NOT_YOUR_TURN: "it is not your turn",
    Refusal.NOT_IN_THE_HAND: "you were not dealt into this hand",
    Refusal.UNKNOWN_VERB: "there is no such action",
    Refusal.NO_AMOUNT_WANTED: "this action takes no amount",
    Refusal.AMOUNT_MISSING: "say how much: from {least} to {most}",
    Refusal.AMOUNT_NOT_WHOLE: "the amount must be a whole number of chips",
    Refusal.CANNOT_CHECK: "you cannot check: it costs {cost} to call",
    Refusal.NOTHING_TO_CALL: "there is nothing to call; check",
    Refusal.CALL_COSTS: "a call costs {cost}",
    Refusal.CANNOT_AFFORD_CALL: "a call costs {cost}, you have {stack}; go all-in or fold",
    Refusal.BET_STANDS: "there is a bet of {price} already; raise it",
    Refusal.NO_BET: "there are no bets at this table, only calls and raises by the step",
    Refusal.NOTHING_TO_RAISE: "there is no bet to raise; bet",
    Refusal.BET_TOO_SMALL: "bet at least {least}",
    Refusal.BET_TOO_LARGE: "bet at most {most}",
    Refusal.BET_EXACTLY: "a bet is exactly {least} here",
    Refusal.RAISE_TOO_SMALL: "raise to at least {least}",
    Refusal.RAISE_TOO_LARGE: "raise to at most {most}",
    Refusal.RAISE_EXACTLY: "a raise is to exactly {least} here",
    Refusal.NOT_ENOUGH_CHIPS: "you do not have the chips for it",
    Refusal.NOBODY_CAN_ANSWER: "nobody is left who could answer a bet or raise",
    Refusal.RAISES_USED_UP: "all {cap} raises of this street were made",
    Refusal.BETS_USED_UP: "all {cap} bets of this street were made",
    Refusal.NOT_REOPENED: "you have acted, and the all-in after you was less than a full raise: call or fold",
    Refusal.FIRST_CANNOT_RAISE: "the first to act on a street cannot raise",
    Refusal.ALL_IN_TOO_LARGE: "you have {stack}, more than may go in now",
    Refusal.NO_PASS: "there is no pass at this table",
    Refusal.PASSED_ALREADY: "you have passed already",
    Refusal.LAST_CANNOT_PASS: "you are the only one left to act and cannot pass",
    Refusal.HAND_NOT_OVER: "cards can be shown or mucked when the hand is over",
    Refusal.SHOWN_ALREADY: "these cards are shown already",
    Refusal.MUCKED_ALREADY: "these cards are mucked already",
}


class Rejection(Exception):
    """The hand is as it was. Can be copied and sent to another process, as exceptions are."""

    def __init__(self, code: Refusal, **numbers: int) -> None:
        super().__init__(SENTENCES[code].format(**numbers))
        self.code = code
        self.numbers = numbers

    def __reduce__(self) -> "tuple[Callable[[Refusal, dict[str, int]], Rejection], tuple[Refusal, dict[str, int]]]":
        return _again, (self.code, self.numbers)

    @property
    def sentence(self) -> str:
        return str(self)


def _again(code: Refusal, numbers: dict[str, int]) -> Rejection:
    return Rejection(code, **numbers)
