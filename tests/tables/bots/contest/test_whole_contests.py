"""Play whole contests among programs: every coercion, reloads, slow players, the end, and what each program is sent."""

import random
from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from tables.formats import standings
from tables.models import Entrant, LedgerEntry, Table
from tables.play import games
from tests.samples import sample
from tests.tables.bots.contest.playing import PROMPTS, expected_events, foreign_cards, of_hands, play_to_end
from tests.tables.bots.contest.programs import Contestant, connected, entered, joined, wild
from tests.tables.formats.test_knockout import from_the_log
from tests.tables.games import chips_at, game_of, knockout
from tests.tables.helpers import Clock
from tests.tables.page.test_socket import service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]
STACK = 1000


@pytest.mark.parametrize(("count", "seed"), sample([(6, 2), (3, 1), (10, 3)], quick=2))
async def test_a_contest_among_programs_goes_by_the_rules(count: int, seed: int, alice: User, clock: Clock) -> None:
    chance = random.Random(seed)
    table = await sync_to_async(knockout)(alice, players_most=count, admits_bots=True)
    keys = await entered(alice, count)
    async with AsyncExitStack() as stack:
        programs = {name: await stack.enter_async_context(joined(table, name, key)) for name, key in keys.items()}
        guest = await stack.enter_async_context(connected("/contest/"))
        await guest.say("__join", ticket=table.code)
        await guest.hear_a("__new_peer_2")
        await service(games.start, table.pk, alice)
        compared = await play_to_end(table, programs, clock, wild(chance), chance)
        for program in (*programs.values(), guest):
            if "__game_over" not in program.names():
                await program.hear_a("__game_over")

        assert [done for _, done in compared] == [expected for expected, _ in compared]
        expected = await sync_to_async(expected_events)(table)
        for name, program in (*programs.items(), ("", guest)):
            assert of_hands(program) == expected
            assert await sync_to_async(foreign_cards)(program, name, table) == []
            _chips_add_up(program, count)
        await sync_to_async(_compare_ranking)(table, guest)
        assert all("cards" not in prompt["self"] for name in PROMPTS for prompt in guest.all(name))
        assert {*PROMPTS} <= {*guest.names()}


def _chips_add_up(program: Contestant, count: int) -> None:
    for frame in program.frames:
        if frame["eventName"] in ("__new_round", "__show_action", "__deal"):
            players, in_the_middle = frame["data"]["players"], frame["data"]["table"]["totalBet"]
            assert sum(player["bet"] + player["roundBet"] for player in players) == in_the_middle
            assert sum(player["chips"] for player in players) + in_the_middle == _all_chips(players, count)
        elif frame["eventName"] == "__round_end":
            players = frame["data"]["players"]
            assert sum(player["chips"] for player in players) == _all_chips(players, count)
            assert [player["bet"] for player in players] == [0] * count
            assert sum(player["roundBet"] for player in players) == frame["data"]["table"]["totalBet"]
            assert sum(player["winMoney"] for player in players) == frame["data"]["table"]["totalBet"]


def _all_chips(players: list[dict[str, Any]], count: int) -> int:
    return STACK * (count + sum(int(player["reloadCount"]) for player in players))


def _compare_ranking(table: Table, guest: Contestant) -> None:
    game = game_of(table)
    used = sum(Entrant.objects.filter(game=game).values_list("reloads_used", flat=True))
    assert chips_at(table) == STACK * (game.entrants.count() + used)
    assert not LedgerEntry.objects.filter(table=table).exclude(kind__in=["hand", "counters"]).exists()
    placed = standings.ranking(game)
    assert sorted((one.entrant.seat, one.rank, one.total) for one in placed) == from_the_log(table)
    [over] = guest.all("__game_over")
    told = [(winner["playerName"], winner["chips"]) for winner in over["winners"]]
    assert told == [(one.user.display_name, one.total) for one in placed if one.total]
    assert over["table"]["status"] == 3
