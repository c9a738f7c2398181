"""Parse the verbs of a player's own seat: hold, sit, top up, sit out, leave, wait."""

from collections.abc import Mapping
from typing import Final

from accounts.models import User
from tables.page.verbs.parse import Values, Verb, whole
from tables.play import seating, waiting_list


def _sit(table_id: int, user: User, values: Values) -> None:
    seating.sit_down(table_id, user, number=whole(values.get("seat")), chips=whole(values.get("chips")))


def _top_up(table_id: int, user: User, values: Values) -> None:
    beside = whole(values["stack"]) if "stack" in values else None
    seating.top_up(table_id, user, whole(values.get("chips")), beside=beside)


VERBS: Final[Mapping[str, Verb]] = {
    "hold": lambda table, user, values: seating.hold_seat(table, user, whole(values.get("seat"))),
    "release": lambda table, user, values: seating.give_up_hold(table, user),
    "sit": _sit,
    "top_up": _top_up,
    "sit_out": lambda table, user, values: seating.sit_out(table, user),
    "back": lambda table, user, values: seating.come_back(table, user, posts=values.get("post") == "1"),
    "leave": lambda table, user, values: seating.stand_up(table, user),
    "leave_after": lambda table, user, values: seating.stand_up(table, user, after_hand=True),
    "wait": lambda table, user, values: waiting_list.wait_for_seat(table, user),
    "stop_waiting": lambda table, user, values: waiting_list.stop_waiting(table, user),
}
