"""Define why an action is refused: a code to translate by, a sentence, and the numbers in it."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from tables.engine.sentences import TranslatableError, translatable


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
    Refusal.HAND_IS_OVER: translatable("This hand is over."),
    Refusal.NOT_YOUR_TURN: translatable("It is not your turn."),
    Refusal.NOT_IN_THE_HAND: translatable("You were not dealt into this hand."),
    Refusal.UNKNOWN_VERB: translatable("There is no such action."),
    Refusal.NO_AMOUNT_WANTED: translatable("This action takes no amount."),
    Refusal.AMOUNT_MISSING: translatable("Say how much: from {least} to {most}."),
    Refusal.AMOUNT_NOT_WHOLE: translatable("The amount must be a whole number of chips."),
    Refusal.CANNOT_CHECK: translatable("You cannot check: it costs {cost} to call."),
    Refusal.NOTHING_TO_CALL: translatable("There is nothing to call. Check."),
    Refusal.CALL_COSTS: translatable("A call costs {cost}."),
    Refusal.CANNOT_AFFORD_CALL: translatable("A call costs {cost} and you have {stack}. Go all-in or fold."),
    Refusal.BET_STANDS: translatable("There is a bet of {price} already. Raise it."),
    Refusal.NO_BET: translatable("There are no bets at this table, only calls and raises by the step."),
    Refusal.NOTHING_TO_RAISE: translatable("There is no bet to raise. Bet."),
    Refusal.BET_TOO_SMALL: translatable("Bet at least {least}."),
    Refusal.BET_TOO_LARGE: translatable("Bet at most {most}."),
    Refusal.BET_EXACTLY: translatable("A bet is exactly {least} here."),
    Refusal.RAISE_TOO_SMALL: translatable("Raise to at least {least}."),
    Refusal.RAISE_TOO_LARGE: translatable("Raise to at most {most}."),
    Refusal.RAISE_EXACTLY: translatable("A raise is to exactly {least} here."),
    Refusal.NOT_ENOUGH_CHIPS: translatable("You do not have the chips for it."),
    Refusal.NOBODY_CAN_ANSWER: translatable("Nobody is left who could answer a bet or raise."),
    Refusal.RAISES_USED_UP: translatable("All {cap} raises of this street were made."),
    Refusal.BETS_USED_UP: translatable("All {cap} bets of this street were made."),
    Refusal.NOT_REOPENED: translatable(
        "You have acted, and the all-in after you was less than a full raise: call or fold."
    ),
    Refusal.FIRST_CANNOT_RAISE: translatable("The first to act on a street cannot raise."),
    Refusal.ALL_IN_TOO_LARGE: translatable("You have {stack}, more than may go in now."),
    Refusal.NO_PASS: translatable("There is no pass at this table."),
    Refusal.PASSED_ALREADY: translatable("You have passed already."),
    Refusal.LAST_CANNOT_PASS: translatable("You are the only one left to act and cannot pass."),
    Refusal.HAND_NOT_OVER: translatable("Cards can be shown or mucked when the hand is over."),
    Refusal.SHOWN_ALREADY: translatable("These cards are shown already."),
    Refusal.MUCKED_ALREADY: translatable("These cards are mucked already."),
}


class Rejection(TranslatableError):
    """Refuses an action and leaves the hand as it was. It can be pickled for another process, as exceptions can."""

    def __init__(self, code: Refusal, **numbers: int) -> None:
        super().__init__(SENTENCES[code], **numbers)
        self.code = code
        self.numbers = numbers

    def __reduce__(self) -> "tuple[Callable[[Refusal, dict[str, int]], Rejection], tuple[Refusal, dict[str, int]]]":
        return _again, (self.code, self.numbers)


def _again(code: Refusal, numbers: dict[str, int]) -> Rejection:
    return Rejection(code, **numbers)
