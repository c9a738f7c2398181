"""Play a contest to its end with programs at every seat, and work out what each of them should be sent."""

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from asgiref.sync import sync_to_async

from tables.core import hand_cache
from tables.engine.events import Acted, DealtBoard
from tables.engine.hand import HandState
from tables.models import Game, Hand, Table
from tests.tables.bots.contest.programs import Answer, Contestant, Frame
from tests.tables.games import game_of
from tests.tables.helpers import Clock, fresh
from tests.tables.page.test_socket import service

MOST_STEPS = 5_000
PROMPTS = ("__action", "__bet")
Done = tuple[str, int | None]


async def play_to_end(
    table: Table, programs: Mapping[str, Contestant], clock: Clock, answer: Answer, chance: random.Random
) -> list[tuple[Done, Done]]:
    """Return for each action what it should have become, and what became of it."""
    compared: list[tuple[Done, Done]] = []
    for _ in range(MOST_STEPS):
        if (await sync_to_async(game_of)(table)).is_over:
            return compared
        name = await sync_to_async(_whose_turn)(table)
        if name is None:
            if await sync_to_async(_between_hands)(table):
                await _reload_sometimes(programs, chance)
            await service(clock.run_due, table)
            continue
        if chance.random() < 0.03:  # the player is asleep
            await service(clock.run_due, table)
            expected: Done = ("fold", None)
        else:
            prompt = await prompted(programs[name])
            data = answer(prompt)
            await programs[name].say("__action", **data)
            expected = becomes(prompt, data)
        compared.append((expected, await shown(programs[name], name)))
    raise AssertionError("this contest never ends")


def _whose_turn(table: Table) -> str | None:
    now = fresh(table)
    if now.due != Table.Due.ACT:
        return None
    return table.seated.select_related("user").get(number=now.turn or 0).user.display_name


def _between_hands(table: Table) -> bool:
    now = fresh(table)
    return now.hand is not None and now.hand.state == Hand.State.OVER


async def prompted(program: Contestant) -> Frame:
    """Wait for the next prompt."""
    while (frame := await program.hear())["eventName"] not in PROMPTS:
        pass
    return frame


async def shown(program: Contestant, name: str) -> Done:
    """Return what this player has just done; earlier prompts went unanswered."""
    while (data := await program.hear_a("__show_action"))["action"]["playerName"] != name:
        pass
    return data["action"]["action"], data["action"].get("amount")


async def _reload_sometimes(programs: Mapping[str, Contestant], chance: random.Random) -> None:
    for program in programs.values():
        if chance.random() < 0.05:
            await program.say("__reload")
            await program.say("__stop_game", ticket="NOWHERE")  # answered only after the reload
            await program.hear_a("__error")


def becomes(prompt: Frame, asked: Mapping[str, Any]) -> Done:
    """Apply the rulebook's words to nothing but what the program was sent."""
    own, game = prompt["data"]["self"], prompt["data"]["game"]
    big_blind, chips, bet = game["bigBlind"]["amount"], own["chips"], own["bet"]
    price = max([player["bet"] for player in game["players"]] + [big_blind if game["roundName"] == "Deal" else 0])
    all_in: Done = ("allin", chips)

    def call() -> Done:
        owed = price - bet
        nothing: Done = ("call", 0) if game["roundName"] == "Deal" else ("check", None)
        return nothing if not owed else all_in if owed > chips else ("call", owed)

    def put(amount: int) -> Done:
        if price and (bet + amount <= price or game["betCount"] >= 4):
            return call()
        return all_in if amount > chips else ("bet", amount)

    doubled = 2 * price - bet
    assert (prompt["eventName"] == "__bet") == (price == 0)
    assert own["minBet"] == (min(price - bet, chips) if price else big_blind)
    match asked["action"]:
        case "allin":
            return all_in
        case "check":
            return call()
        case "call":
            return call() if price else put(big_blind)
        case "raise" if not price:
            return put(big_blind)
        case "raise":
            return call() if game["raiseCount"] >= 4 else all_in if doubled > chips else ("raise", doubled)
        case "bet":
            amount = _amount(asked.get("amount"), big_blind)
            return ("fold", None) if amount is None else put(amount)
        case _:
            return "fold", None


def _amount(sent: Any, big_blind: int) -> int | None:
    if sent in ("x", True) or isinstance(sent, (list, dict)):
        return None
    number = float(sent) if sent not in ("", None) else 0.5
    return max(int(number), big_blind) if number.is_integer() else big_blind


# what each program should be sent


def hands_of(table: Table) -> list[tuple[Hand, HandState]]:
    over = Hand.objects.filter(table=table, state=Hand.State.OVER).order_by("number")
    return [(hand, hand_cache.hand_state_of(hand, moves_made=hand.moves.count())) for hand in over]


def expected_events(table: Table) -> list[str]:
    """Name the events that follow from the log, from the first hand to the last."""
    found: list[str] = []
    for _, play in hands_of(table):
        found.append("__new_round")
        folded = 0
        for event in play.events:
            folded += isinstance(event, Acted) and event.verb == "fold"
            if isinstance(event, Acted):
                found.append("__show_action")
            elif isinstance(event, DealtBoard) and len(play.seats) - folded > 1:
                found.append("__deal")
        found += ["__round_end", "__start_reload"]
    found[-1:] = ["__game_over"] if Game.objects.get(table=table).is_over else found[-1:]
    return found


def of_hands(program: Contestant) -> list[str]:
    wanted = ("__new_round", "__show_action", "__deal", "__round_end", "__start_reload", "__game_over")
    return [name for name in program.names() if name in wanted]


def card_words(value: Any) -> Iterator[str]:
    """Find every card that is named anywhere in a value."""
    if isinstance(value, str):
        if len(value) == 2 and value[0] in "23456789TJQKA" and value[1] in "SHDC":
            yield value
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from card_words(one)


def foreign_cards(program: Contestant, name: str, table: Table) -> list[str]:
    """Find other players' cards that were sent before their hand was over."""
    holes = [_holes(hand, play) for hand, play in hands_of(table)]
    found: list[str] = []
    number = -1
    for frame in program.frames:
        number += frame["eventName"] == "__new_round"
        over = frame["eventName"] in ("__round_end", "__start_reload", "__game_over")
        if number >= 0 and not over:
            known = {*holes[number].get(name, ()), *board_of(frame["data"])}
            found += [word for word in card_words(frame["data"]) if word not in known]
    return found


def board_of(data: Any) -> Iterable[str]:
    if not isinstance(data, dict):
        return ()
    board: list[str] = (data.get("table") or data.get("game") or {}).get("board", [])
    return board


def _holes(hand: Hand, play: HandState) -> dict[str, list[str]]:
    from tables.bots.contest.events import texts

    players = hand.players.select_related("user")
    return {player.user.display_name: texts(play.hole(player.seat)) for player in players}
