"""A server is killed again and again in the middle of a knock-out, which still ends with the right ranking."""

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.bench.tables.players import Player
from tests.play import lay_out, rows
from tests.services.test_tables_kill import AUDIT, goes_on, is_dealt, play, running_server, told, until

SET_UP = """
import django, json
django.setup()
from tables.models import Purse, Table
from tables.play import games
from tables.hosting import house_bots
from tables.core.deadlines import now
from tables.hosting.open_game import open_game
from tests.bench.tables.stage import person, session_of

user = person("Alice")
Purse.objects.create(user=user)
table = open_game(user, rulebook="contest", name="Cup", players_most=3, hands_most=3, seconds_to_act=5, pace=10)
games.enter(table.pk, user)
for style in ("tight", "caller"):
    house_bots.seat_bot(table.pk, style)
Table.objects.update(due_at=now())  # without a countdown
print(json.dumps([{"code": table.code, "silent": False, "sessions": [session_of(user)]}]))
"""

HOW_IT_STANDS = (
    AUDIT
    + """
from tables.formats import standings
from tables.models import Game, Hand

game = Game.objects.get()
hands = Hand.objects.filter(table=game.table_id, state="over")
nets = {}
for hand in hands:
    for seat, net in hand.players.values_list("seat", "net"):
        nets[seat] = nets.get(seat, 0) + net
entrants = list(game.entrants.all())
assert game.hands_played == len(hands)
assert {e.seat: e.net for e in entrants} == {**dict.fromkeys([e.seat for e in entrants], 0), **nets}
assert all(e.chips == 1000 * (1 + e.reloads_used) + e.net for e in entrants)
if game.is_over:
    assert all(place.rank == place.entrant.rank for place in standings.ranking(game))
print(json.dumps([game.state, logs]))
"""
)
KILLS = 4
"""Counts the kills in the middle of play; after these comes one at the end."""
A_FEW = 5
"""Bounds the updates of a screen before a kill; three hands take more of them."""


@pytest.fixture
def cup(upgraded: Path, tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    return tmp_path, told(lay_out(upgraded, tmp_path), SET_UP)


def is_finished(data_dir: Path) -> bool:
    return rows(data_dir, "SELECT state FROM tables_game") == [("finished",)]


async def until_in_the_middle(people: list[Player], data_dir: Path) -> None:
    """Wait for a few updates of the screen after a deal, or until there will be none."""
    await until(people, lambda player: is_dealt(player) or is_finished(data_dir))
    enough = len(people[0].versions) + random.randint(1, A_FEW)
    await until(people, lambda player: len(player.versions) >= enough or is_finished(data_dir))


@pytest.mark.whole_matrix("twenty seconds of play; tests/tables/play/test_game_races.py has the restart of a game")
async def test_knock_out_survives_kills_and_is_played_to_its_end(cup: tuple[Path, list[dict[str, Any]]]) -> None:
    data_dir, made = cup
    log: dict[str, Any] = {}
    state, killed_in = "", set()
    for number in range(KILLS + 1):
        async with running_server(data_dir, made) as (server, people):
            playing = asyncio.create_task(play(people[0]))
            if number < KILLS:
                await until_in_the_middle(people, data_dir)
            else:
                await until(people, lambda _: is_finished(data_dir))
            playing.cancel()
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)
        state, found = told(data_dir, HOW_IT_STANDS)
        assert goes_on(log, found)
        log = found
        killed_in.add(state)
        if state == "finished":
            break
    assert state == "finished"
    assert "running" in killed_in
