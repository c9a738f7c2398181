"""Why a table refuses something, in words for the person who asked."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from poker_site.refusals import Refused
from tables.engine.rejection import Refusal, Rejection

__all__ = ["Refused", "Stale", "Unreadable", "reason", "refused_by_rules"]


class Stale(Refused):
    """The caller answered something that is over: the current state is due, not a scolding."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(_("The hand has moved on. Nothing was done."))


class Unreadable(Refused):
    """The log of a hand cannot be replayed. Its table is paused and somebody has to look."""

    code = "unreadable"

    def __init__(self) -> None:
        super().__init__(_("This hand cannot go on. A moderator will look at it."))


_SENTENCES: Final = {
    Refusal.HAND_IS_OVER: _("This hand is over."),
    Refusal.NOT_YOUR_TURN: _("It is not your turn."),
    Refusal.NOT_IN_THE_HAND: _("You were not dealt into this hand."),
    Refusal.UNKNOWN_VERB: _("There is no such action."),
    Refusal.NO_AMOUNT_WANTED: _("This action takes no amount."),
    Refusal.AMOUNT_MISSING: _("Say how much: from %(least)s to %(most)s."),
    Refusal.AMOUNT_NOT_WHOLE: _("The amount must be a whole number of chips."),
    Refusal.CANNOT_CHECK: _("You cannot check: it costs %(cost)s to call."),
    Refusal.NOTHING_TO_CALL: _("There is nothing to call. Check."),
    Refusal.CALL_COSTS: _("A call costs %(cost)s."),
    Refusal.CANNOT_AFFORD_CALL: _("A call costs %(cost)s and you have %(stack)s. Go all-in or fold."),
    Refusal.BET_STANDS: _("There is a bet of %(price)s already. Raise it."),
    Refusal.NO_BET: _("There are no bets at this table, only calls and raises by the step."),
    Refusal.NOTHING_TO_RAISE: _("There is no bet to raise. Bet."),
    Refusal.BET_TOO_SMALL: _("Bet at least %(least)s."),
    Refusal.BET_TOO_LARGE: _("Bet at most %(most)s."),
    Refusal.BET_EXACTLY: _("A bet is exactly %(least)s here."),
    Refusal.RAISE_TOO_SMALL: _("Raise to at least %(least)s."),
    Refusal.RAISE_TOO_LARGE: _("Raise to at most %(most)s."),
    Refusal.RAISE_EXACTLY: _("A raise is to exactly %(least)s here."),
    Refusal.NOT_ENOUGH_CHIPS: _("You do not have the chips for it."),
    Refusal.NOBODY_CAN_ANSWER: _("Nobody is left who could answer a bet or raise."),
    Refusal.RAISES_USED_UP: _("All %(cap)s raises of this street were made."),
    Refusal.BETS_USED_UP: _("All %(cap)s bets of this street were made."),
    Refusal.NOT_REOPENED: _("You have acted, and the all-in after you was less than a full raise: call or fold."),
    Refusal.FIRST_CANNOT_RAISE: _("The first to act on a street cannot raise."),
    Refusal.ALL_IN_TOO_LARGE: _("You have %(stack)s, more than may go in now."),
    Refusal.NO_PASS: _("There is no pass at this table."),
    Refusal.PASSED_ALREADY: _("You have passed already."),
    Refusal.LAST_CANNOT_PASS: _("You are the only one left to act and cannot pass."),
    Refusal.HAND_NOT_OVER: _("Cards can be shown or mucked when the hand is over."),
    Refusal.SHOWN_ALREADY: _("These cards are shown already."),
    Refusal.MUCKED_ALREADY: _("These cards are mucked already."),
}


def refused_by_rules(rejection: Rejection) -> Refused:
    """The engine's refusal, translated once, here."""
    refused = Refused(_SENTENCES[rejection.code], **rejection.numbers)
    refused.code = rejection.code.value
    return refused


_WITHOUT_NUMBERS: Final = (Refusal.NOBODY_CAN_ANSWER, Refusal.NOT_REOPENED, Refusal.FIRST_CANNOT_RAISE)


def reason(code: Refusal | None) -> str:
    """Why something is not possible, for a hint; empty where there is nothing to say."""
    return str(_SENTENCES[code]) if code in _WITHOUT_NUMBERS else ""
