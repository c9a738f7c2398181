"""Parse the verbs of a game with an end: sign up, reload, start and stop it."""

from collections.abc import Mapping
from typing import Final

from accounts.models import User
from tables.page.verbs.parse import Values, Verb, whole
from tables.play import games


def _enter(table_id: int, user: User, values: Values) -> None:
    seat = values.get("seat")
    games.enter(table_id, user, whole(seat) if seat else None)


VERBS: Final[Mapping[str, Verb]] = {
    "enter": _enter,
    "reload": lambda table, user, values: games.ask_reload(table, user),
    "prepare": lambda table, user, values: games.prepare(table, user),
    "start": lambda table, user, values: games.start(table, user),
    "stop_game": lambda table, user, values: games.stop(table, user),
    "end_game": lambda table, user, values: games.end_early(table, user),
}
