"""Let people play on whatever is killed: they look for another server at once, and repeat actions without effect."""

import asyncio
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable
from math import inf
from typing import Any, Final

from tests.bench.tables.players import Measured, Moment, Player, Table
from tests.bench.tables.wire import Refusal

SILENCE_SECONDS: Final = 10
CONNECT_SECONDS: Final = 5
AGAIN_SECONDS: Final = 1.5
"""Counts the seconds after which an action that changed nothing is tried again."""
LEAST_LEFT_SECONDS: Final = 0.7
SLOW: Final = 0.08
SILENT: Final = 0.03
"""Sets the share of turns in which people do not act at all; in the share `SLOW` they act in the last moment."""

_DRAWN: Final = re.compile(r'data-s="([cdhs])"[^>]*>\s*<b[^>]*>(10|[2-9TJQKA])<')


class Person(Player):
    """Plays as one browser behind a balancer that knows which servers answer."""

    def __init__(self, table: Table, made: dict[str, Any], ports: list[str], chance: random.Random) -> None:
        super().__init__(table, made["session"])
        self.user: int = made["user"]
        self.ports = ports
        self.chance = chance
        self.heard_at = 0.0
        self.silent_turns: set[Moment] = set()
        self.deadlines: dict[Moment, float] = {}
        """Holds the last deadline that the page showed for each of this person's turns."""
        self.connected: list[list[float]] = []
        """Holds from when to when the person was connected, as timestamps; the last end is 0 while that lasts."""
        self.seen: defaultdict[int, set[str]] = defaultdict(set)
        """Holds the cards that the page showed in each hand that was not over."""

    def hear(self, text: str, at: float) -> None:
        self.heard_at = time.monotonic()
        super().hear(text, at)
        if self.mine:
            self.deadlines[self.moment] = self.deadline
        if self.phase == "running":
            found = {rank.replace("10", "T") + suit for suit, rank in _DRAWN.findall(text)}
            self.seen[self.moment[0]] |= found

    def could_act(self, moment: Moment, at: float) -> bool:
        """Tell whether the person was connected when the turn was ended, or when its time was over, a moment before."""
        return self._was_connected(at) or self._was_connected(self.deadlines.get(moment, at))

    def _was_connected(self, at: float) -> bool:
        return any(begun <= at and (ended == 0.0 or at <= ended) for begun, ended in self.connected)

    async def live(self) -> None:
        await asyncio.gather(self._stay_connected(), self._play())

    async def _stay_connected(self) -> None:
        number = self.chance.randrange(len(self.ports))
        while True:
            number += 1
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    await self.sit(self.ports[number % len(self.ports)])
            except (OSError, Refusal, TimeoutError):
                await asyncio.sleep(0.25)
                continue
            self.connected.append([time.time(), 0.0])
            await self._until_lost()
            self.connected[-1][1] = time.time()

    async def _until_lost(self) -> None:
        assert self.socket is not None
        self.heard_at = time.monotonic()
        while not self.socket.closed.done():
            if time.monotonic() - self.heard_at > SILENCE_SECONDS:
                self.socket.leave()
            await asyncio.wait([self.socket.closed], timeout=1)
        self.committed = self.revealed = ""

    async def _play(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            if self.mine:
                await self._take_turn(self.moment)
            elif self.silent_turns and self.phase == "running":
                self.send(verb="back", post="1")
                await asyncio.sleep(1)

    async def _take_turn(self, moment: Moment) -> None:
        mood = self.chance.random()
        if mood < SILENT:
            self.silent_turns.add(moment)
        elif mood < SILENT + SLOW:
            left = LEAST_LEFT_SECONDS + self.chance.random()
            await until(lambda: not self._is_my_turn(moment) or self.deadline - time.time() < left)
        else:
            await asyncio.sleep(self.chance.uniform(0.1, 1.5))
        while self._is_my_turn(moment):
            if moment not in self.silent_turns:
                self.act(**self.decide())
            await until(lambda: not self._is_my_turn(moment), AGAIN_SECONDS)

    def _is_my_turn(self, moment: Moment) -> bool:
        return self.mine and self.moment == moment


async def until(is_so: Callable[[], bool], seconds: float = inf) -> None:
    """Return when the condition holds, and at the latest after this many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_so():
            return
        await asyncio.sleep(0.05)


async def _no_deadline(code: str, moves: int) -> float:
    return 0.0


def people_of(made: dict[str, Any], ports: list[str], chance: random.Random) -> list[Person]:
    table = Table({"code": made["code"], "silent": False, "sessions": []}, Measured(), _no_deadline)
    people = [Person(table, one, ports, random.Random(chance.random())) for one in made["people"]]
    table.players = [*people]
    return people
