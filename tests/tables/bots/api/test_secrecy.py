"""Search what programs are sent in random hands for cards that they must not know."""

import random
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.services import bots
from tables.engine.cards import card_text
from tables.models import Hand, Table
from tests.tables.helpers import Clock, fresh, hand_of, open_table, play_of, seat_people
from tests.tables.page.test_secrecy import cards_in
from tests.tables.page.test_socket import service
from tests.tables.programs import Message, Program, known

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]


def choice(legal: Message, chance: random.Random) -> Message:
    """Choose anything that is legal; fold seldom, so that hands become long."""
    ways: list[Message] = (
        [{"action": "check"}] * 3 if legal["check"] else [{"action": "call"}] * 4 * bool(legal["call"])
    )
    for verb in ("bet", "raise"):
        ways += [{"action": verb, "amount": amount} for amount in (legal[verb] or {}).values()]
    return chance.choice(ways or [{"action": "fold"}])


def truth(table: Table) -> tuple[dict[str, set[str]], set[str], set[str]]:
    """Return cards by name, the board's cards, and the names of those who have shown."""
    play, players = play_of(table), {player.seat: player.user for player in hand_of(table).players.all()}
    own = {players[seat].display_name: {card_text(card) for card in play.hole(seat)} for seat in play.seats}
    shown = {players[seat].display_name for seat in play.shown}
    return own, {card_text(card) for card in play.board}, shown


def search(heard: list[str], own: dict[str, set[str]], board: set[str], shown: set[str], reader: str) -> None:
    open_to = board | own[reader].union(*(own[name] for name in shown))
    for frame in heard:
        assert cards_in(frame) <= open_to, (reader, cards_in(frame) - open_to)


@pytest.mark.parametrize("seed", range(3))
async def test_no_frame_contains_a_hidden_card_of_another_player(
    alice: User, bob: User, clock: Clock, seed: int
) -> None:
    chance, names = random.Random(seed), ["Rob", "Ada", "Ike"]
    made = [await sync_to_async(bots.open_bot)(alice, name) for name in names]
    table = await sync_to_async(open_table)(bob, admits_bots=True)
    await service(seat_people, table, [bot.user for bot, _ in made])
    async with AsyncExitStack() as stack:
        programs = {
            name: await stack.enter_async_context(known(key)) for name, (_, key) in zip(names, made, strict=True)
        }
        for _ in range(2):
            await play_a_hand(table, programs, clock, chance)


async def play_a_hand(table: Table, programs: dict[str, Program], clock: Clock, chance: random.Random) -> None:
    await service(clock.run_due, table)
    number = (await sync_to_async(hand_of)(table)).number
    for program in programs.values():
        program.frames.clear()
    while (await sync_to_async(hand_of)(table)).state == Hand.State.RUNNING:
        known_now = await sync_to_async(truth)(table)
        version = f"{number}.{(await sync_to_async(fresh)(table)).moves_made}"
        states = {name: await at(program, version) for name, program in programs.items()}
        for name, program in programs.items():
            search(program.frames, *known_now, reader=name)
            program.frames.clear()
        [actor] = [name for name, state in states.items() if state["legal"]]
        done = await programs[actor].act(states[actor], **choice(states[actor]["legal"], chance))
        assert done["type"] == "done"
    known_now = await sync_to_async(truth)(table)
    version = f"{number}.{(await sync_to_async(fresh)(table)).moves_made}"
    for name, program in programs.items():
        end = await at(program, version)
        assert end["hand"]["over"]
        search(program.frames, *known_now, reader=name)
        results = await program.ask("results", table=table.code)
        assert cards_in(program.frames[-1]) == set(), results


async def at(program: Program, version: str) -> Message:
    """Wait until the program has been sent the state of this version."""
    while version not in program.states:
        await program.hear()
    return program.states[version]
