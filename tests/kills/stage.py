"""Put the tables of the kill run on a site: `python -m tests.kills.stage TABLES` prints as JSON who sits where."""

import json
import sys
from typing import Any, Final

from tests.bench.tables.stage import person, session_of

PEOPLE: Final = 3
"""Counts the people at each table, beside a house bot."""
CHIPS: Final = 100_000
SECONDS_TO_ACT: Final = 10
TIME_BANK_MS: Final = 5_000


def open_table(number: int) -> dict[str, Any]:
    from tables.hosting import house_bots
    from tables.play import lifecycle, seating

    people = [person(f"Player {number * PEOPLE + place}") for place in range(PEOPLE)]
    table = lifecycle.open_table(
        people[0],
        name=f"Table {number}",
        rulebook="cash",
        options={"players_most": PEOPLE + 1},
        buy_in_least=4_000,
        buy_in_most=CHIPS,
        seconds_to_act=SECONDS_TO_ACT,
        pace=10,
    )
    for place, user in enumerate(people, start=1):
        seating.sit_down(table.pk, user, number=place, chips=CHIPS)
    table.seated.update(time_bank_ms=TIME_BANK_MS)
    house_bots.add_bot(table.pk, people[0], "caller")
    return {"code": table.code, "people": [{"user": user.pk, "session": session_of(user)} for user in people]}


def main(tables: int) -> None:
    import django

    django.setup()
    print(json.dumps([open_table(number) for number in range(tables)]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
