"""Parse the verbs of a hand: moves, show or muck, numbers for the cut."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.core.refusals import Refused
from tables.engine.deck import NotHexadecimal, parse_commitment, parse_number
from tables.page.verbs.parse import Values, Verb, moment, whole
from tables.play import acting, dealing


def _act(table_id: int, user: User, values: Values) -> None:
    """Make a move. An empty amount counts as none, and the engine refuses a bet without one."""
    verb = values["verb"]
    amount = values.get("amount")
    sized = verb in ("bet", "raise") and amount not in (None, "")
    acting.act(table_id, user, moment=moment(values), verb=verb, amount=whole(amount) if sized else None)


def _commit(table_id: int, user: User, values: Values) -> None:
    """Store the hash of the player's number for the cut; without a valid one the stand-in number counts."""
    dealing.commit(table_id, user, _commitment(values))


def _reveal(table_id: int, user: User, values: Values) -> None:
    """Reveal the player's number; the hash of the next one usually comes along, which saves a message per hand."""
    promised = _commitment(values) if "commitment" in values else ""
    number, hand_number = _number(values), whole(values.get("hand"))
    dealing.reveal(table_id, user, hand_number=hand_number, number=number, next_commitment=promised)


def _commitment(values: Values) -> str:
    try:
        return parse_commitment(values.get("commitment"))
    except NotHexadecimal:
        raise Refused(_("This is not the hash of a number.")) from None


def _number(values: Values) -> str:
    try:
        return parse_number(values.get("number"))
    except NotHexadecimal:
        raise Refused(_("This is not a number for the cut.")) from None


VERBS: Final[Mapping[str, Verb]] = {
    **dict.fromkeys(("fold", "check", "call", "bet", "raise", "all-in", "pass"), _act),
    "show": lambda table, user, values: acting.show(table, user, moment=moment(values)),
    "muck": lambda table, user, values: acting.muck(table, user, moment=moment(values)),
    "commit": _commit,
    "reveal": _reveal,
}
