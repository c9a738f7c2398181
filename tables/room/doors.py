"""What a player's browser asks of a table, whichever way it comes: one list of verbs, one service each."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.engine.deck import NotHexadecimal, parse_commitment, parse_number
from tables.refusals import Refused, Stale
from tables.services import acting, dealing, hosting, house_bots, seating
from tables.services.acting import Moment

Values = Mapping[str, Any]
Verb = Callable[[int, User, Values], object]

_MOMENT: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,5})")
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
NOT_A_NUMBER: Final = _("The amount must be a whole number of chips.")


def do(table_id: int, user: User, values: Values) -> None:
    """Raises `Refused` with the reason; then nothing was changed."""
    verb = values.get("verb")
    service = VERBS.get(verb) if isinstance(verb, str) else None
    if service is None:
        raise Refused(_("There is no such action."))
    try:
        service(table_id, user, values)
    except PermissionDenied as denied:
        raise Refused(str(denied)) from None


def whole(value: Any) -> int:
    """As people write it: 1,500 too. Anything else than a whole number that fits is refused."""
    if type(value) is int and 0 <= value < 10**15:
        return value
    text = re.sub(r"(?<=[0-9])[, \u00a0\u202f](?=[0-9]{3})", "", value.strip()) if isinstance(value, str) else ""
    if not _DIGITS.fullmatch(text):
        raise Refused(NOT_A_NUMBER)
    return int(text)


def _moment(values: Values) -> Moment:
    found = _MOMENT.fullmatch(values["moment"]) if isinstance(values.get("moment"), str) else None
    if found is None:
        raise Stale
    return Moment(int(found[1]), int(found[2]))


def _act(table_id: int, user: User, values: Values) -> None:
    """A form's empty amount is none; a bet of none is a question for the engine."""
    verb = values["verb"]
    amount = values.get("amount")
    sized = verb in ("bet", "raise") and amount not in (None, "")
    acting.act(table_id, user, moment=_moment(values), verb=verb, amount=whole(amount) if sized else None)


def _show(table_id: int, user: User, values: Values) -> None:
    acting.show(table_id, user, moment=_moment(values))


def _sit(table_id: int, user: User, values: Values) -> None:
    seating.sit_down(table_id, user, number=whole(values.get("seat")), chips=whole(values.get("chips")))


def _commit(table_id: int, user: User, values: Values) -> None:
    """From the script; rubbish only means that the stand-in counts."""
    try:
        dealing.commit(table_id, user, parse_commitment(values.get("commitment")))
    except NotHexadecimal:
        raise Refused(_("This is not the hash of a number.")) from None


def _reveal(table_id: int, user: User, values: Values) -> None:
    try:
        number = parse_number(values.get("number"))
    except NotHexadecimal:
        raise Refused(_("This is not a number for the cut.")) from None
    dealing.reveal(table_id, user, hand_number=whole(values.get("hand")), number=number)


def _add_bot(table_id: int, user: User, values: Values) -> None:
    style = values.get("style")
    house_bots.add_bot(table_id, user, style if isinstance(style, str) else "")


VERBS: Final[Mapping[str, Verb]] = {
    **dict.fromkeys(("fold", "check", "call", "bet", "raise", "all-in", "pass"), _act),
    "show": _show,
    "hold": lambda table, user, values: seating.hold_seat(table, user, whole(values.get("seat"))),
    "release": lambda table, user, values: seating.give_up_hold(table, user),
    "sit": _sit,
    "top_up": lambda table, user, values: seating.top_up(table, user, whole(values.get("chips"))),
    "sit_out": lambda table, user, values: seating.sit_out(table, user),
    "back": lambda table, user, values: seating.come_back(table, user, posts=values.get("post") == "1"),
    "leave": lambda table, user, values: seating.stand_up(table, user),
    "leave_after": lambda table, user, values: seating.stand_up(table, user, after_hand=True),
    "wait": lambda table, user, values: seating.wait_for_seat(table, user),
    "stop_waiting": lambda table, user, values: seating.stop_waiting(table, user),
    "pause": lambda table, user, values: hosting.pause(table, user),
    "resume": lambda table, user, values: hosting.resume(table, user),
    "close": lambda table, user, values: hosting.close(table, user),
    "add_bot": _add_bot,
    "remove_bot": lambda table, user, values: house_bots.remove_bot(table, user, whole(values.get("seat"))),
    "commit": _commit,
    "reveal": _reveal,
}
