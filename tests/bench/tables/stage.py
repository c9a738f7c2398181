"""Put tables, people and their sessions on a site, through its own services: in a process of its own.

`python -m tests.bench.tables.stage NUMBER FIRST SILENT` makes NUMBER tables from the number FIRST on; SILENT of them
have players who let turns run out. It prints, as one line of JSON, what the players need to know.
"""

import json
import sys
from importlib import import_module
from typing import Any

PLAYERS = 6
UNHURRIED_SECONDS = 300
"""Lets nobody run out of time at an ordinary table: a table at which nobody plays for a while stays as it is."""
SILENT_SECONDS = 5


def session_of(user: Any) -> str:
    """Make a session and return the value of its cookie, without a password, which takes time on purpose."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def person(name: str) -> Any:
    from accounts.models import User
    from accounts.services.signup import open_account

    user = User()
    user.set_unusable_password()
    return open_account(user, name=name)


def table(number: int, *, silent: bool) -> dict[str, Any]:
    """Open a table with six people in their seats; the first hand is dealt when their sockets are there."""
    from tables.play import lifecycle, seating

    people = [person(f"Player {number * PLAYERS + place}") for place in range(PLAYERS)]
    opened = lifecycle.open_table(
        people[0],
        name=f"Table {number}",
        rulebook="cash",
        options={"players_most": PLAYERS},
        buy_in_least=4_000,
        buy_in_most=20_000,
        seconds_to_act=SILENT_SECONDS if silent else UNHURRIED_SECONDS,
    )
    for place, user in enumerate(people, start=1):
        seating.sit_down(opened.pk, user, number=place, chips=20_000)
    if silent:
        opened.seated.update(time_bank_ms=0)
    return {"code": opened.code, "silent": silent, "sessions": [session_of(user) for user in people]}


def main(number: int, first: int, silent: int) -> None:
    import django

    django.setup()
    made = [table(first + place, silent=place < silent) for place in range(number)]
    print(json.dumps(made))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
