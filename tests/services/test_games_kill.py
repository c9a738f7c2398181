"""A server killed again and again in the middle of a knock-out: it is played to its end, and the ranking is right."""

import asyncio
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.play import MANAGE, outcome
from tests.services.test_tables_kill import AUDIT, goes_on, life, play, told

SET_UP = """
import django, json
django.setup()
from tables.models import Purse
from tables.services import gaming, house_bots
from tables.services.gaming_opening import open_game
from tests.bench.tables.stage import person, session_of

user = person("Alice")
Purse.objects.create(user=user)
table = open_game(user, rulebook="contest", name="Cup", players_most=3, hands_most=3, seconds_to_act=5)
gaming.enter(table.pk, user)
for style in ("tight", "caller"):
    house_bots.seat_bot(table.pk, style)
print(json.dumps([{"code": table.code, "silent": False, "sessions": [session_of(user)]}]))
"""

HOW_IT_STANDS = """
import django, json
django.setup()
from tables import standings
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
print(json.dumps([game.state, game.hands_played]))
"""
ROUNDS = 12


@pytest.fixture
def cup(tmp_path: Path) -> tuple[Path, list[dict[str, Any]]]:
    status, text = outcome(tmp_path, *MANAGE, "upgrade")
    assert status == 0, text
    return tmp_path, told(tmp_path, SET_UP)


async def test_a_knock_out_survives_and_is_played_to_its_end(cup: tuple[Path, list[dict[str, Any]]]) -> None:
    data_dir, made = cup
    log: dict[str, Any] = {}
    state, killed_in = "", set()
    for number in range(ROUNDS):
        async with life(data_dir, made) as (server, people):
            playing = asyncio.create_task(play(people[0]))
            await asyncio.sleep(random.uniform(2, 5) if number < 4 else 20)
            playing.cancel()
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            assert not any("Traceback" in line for line in server.lines), "\n".join(server.lines)
        found = told(data_dir, AUDIT)
        assert goes_on(log, found)
        log = found
        state, _ = told(data_dir, HOW_IT_STANDS)
        killed_in.add(state)
        if state == "finished":
            break
    assert state == "finished"
    assert "running" in killed_in
