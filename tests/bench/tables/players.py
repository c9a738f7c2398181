"""Let people play over sockets: they look at what the table shows them and act at human pace."""

import asyncio
import json
import random
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final
from zlib import crc32

from tests.bench.tables.wire import Socket, connect

PACE_SECONDS: Final = 3.0
LOST_SECONDS: Final = 10.0
"""An update that takes longer counts as this long, and as lost."""
LONG_HAND: Final = 24
"""Counts the turns of a hand in which six people mostly check and call."""

_DATA: Final = re.compile(r'<div id="t-data"[^>]*>')
_NUMBERS: Final = re.compile(r'data-(version|hand|left)="(\d+)"')
_MOMENT: Final = re.compile(r'data-moment="(\d+)\.(\d+)"')
_PHASE: Final = re.compile(r'data-phase="([a-z]*)"')
_VIEWER: Final = re.compile(r'<div id="t-viewer"[^>]*>')
_BAR: Final = re.compile(r"<hx-partial id=t-bar-body>.*?</hx-partial>", re.DOTALL)
_VERB: Final = re.compile(r'name="verb" value="([a-z_-]+)"')
_AMOUNT: Final = re.compile(r'name="amount"[^>]*? value="(\d+)"')

Moment = tuple[int, int]
Deadline = Callable[[str, int], Awaitable[float]]
"""Returns the timestamp at which the turn after this many moves at this table ends; 0 if it has ended."""
BANK_NOTICED_SECONDS: Final = 0.5


@dataclass
class Measured:
    """Holds what the players of all tables saw while `counting` was true."""

    counting: bool = False
    actions: list[float] = field(default_factory=list)
    """Holds the seconds from sending each action to the last seat's update."""
    folds: list[float] = field(default_factory=list)
    """Holds the seconds from each deadline to the last seat's update."""
    update_bytes: list[int] = field(default_factory=list)
    lost: int = 0
    refused: int = 0


def _hash(number: str) -> str:
    return sha256(number.encode()).hexdigest()


class Player:
    """Plays as one browser does."""

    def __init__(self, table: "Table", session: str) -> None:
        self.table = table
        self.session = session
        self.socket: Socket | None = None
        self.versions: list[int] = []
        self.moment: Moment = (0, 0)
        self.moved_at = 0.0
        self.mine = False
        self.seated = False
        self.phase = ""
        self.deadline = 0.0
        """Holds the timestamp at which the present turn ends; 0 if no turn runs."""
        self.verbs: list[str] = []
        self.amount = 0
        self.number = random.randbytes(16).hex()
        self.committed = ""
        self.revealed = ""

    async def sit(self, port: str) -> None:
        self.socket = await connect(port, self.table.code, self.session, self.hear)

    def send(self, **values: Any) -> None:
        if self.socket:
            self.socket.send(json.dumps(values))

    def hear(self, text: str, at: float) -> None:
        if text.startswith("{"):
            return
        self.table.count(text)
        if bar := _BAR.search(text):
            self.verbs = _VERB.findall(bar[0])
            amount = _AMOUNT.search(bar[0])
            self.amount = int(amount[1]) if amount else 0
        if own := _VIEWER.search(text):
            self.mine, self.seated = " data-mine" in own[0], " data-seated" in own[0]
        if data := _DATA.search(text):
            self._read(data[0], at)
            self.table.news.set()

    def _read(self, data: str, at: float) -> None:
        numbers = dict(_NUMBERS.findall(data))
        self.versions.append(int(numbers["version"]))
        self.phase = _PHASE.findall(data)[0]
        self.deadline = at + int(numbers["left"]) / 1000 if "left" in numbers else 0.0
        if found := _MOMENT.search(data):
            moment = (int(found[1]), int(found[2]))
            if moment != self.moment:
                self.moment, self.moved_at = moment, at
        if self.seated:
            self._cut(numbers.get("hand", ""), cutting=" data-cutting" in data)

    def _cut(self, hand: str, *, cutting: bool) -> None:
        """Promise a number before the deal, reveal it while the deck is cut, and promise the next, as `cut.js` does."""
        if cutting and self.revealed != hand and self.committed:
            self.revealed, number = hand, self.number
            self.committed = self.number = random.randbytes(16).hex()
            self.send(verb="reveal", hand=int(hand), number=number, commitment=_hash(self.number))
        elif not cutting and self.committed != self.number:
            self.committed = self.number
            self.send(verb="commit", commitment=_hash(self.number))

    def act(self, **values: Any) -> None:
        """Send an action for the decision that this player sees."""
        self.send(moment=f"{self.moment[0]}.{self.moment[1]}", **values)

    def decide(self, *, along: bool = True) -> dict[str, Any]:
        """Check or call mostly, so that hands are long; fold if possible where `along` is false."""
        chance = random.random() if along else 1.0
        if chance < 0.06 and "raise" in self.verbs and self.amount:
            return {"verb": "raise", "amount": str(self.amount)}
        if chance > 0.92 and "fold" in self.verbs:
            return {"verb": "fold"}
        return {"verb": next((verb for verb in ("check", "call", "all-in") if verb in self.verbs), "fold")}


class Table:
    def __init__(self, made: dict[str, Any], measured: Measured, deadline: Deadline) -> None:
        self.code: str = made["code"]
        self.silent: bool = made["silent"]
        self.players = [Player(self, session) for session in made["sessions"]]
        self.measured = measured
        self.deadline = deadline
        self.news = asyncio.Event()
        self.turns = 0
        self.short = random.randrange(LONG_HAND)
        """Ends the first hand of the table after this many turns, as if people had not come to all tables at once."""
        self.first_hand = 0

    async def open(self, ports: Sequence[str], *, scattered: bool) -> None:
        """Connect all six over one web process, as the README's proxy does it; scattered, three over each of two."""
        home = crc32(self.code.encode())
        seats = ((player, n if scattered else home) for n, player in enumerate(self.players))
        await asyncio.gather(*(player.sit(ports[where % len(ports)]) for player, where in seats))

    def count(self, text: str) -> None:
        if self.measured.counting:
            self.measured.update_bytes.append(len(text.encode()))
            self.measured.refused += '<hx-partial id="t-notice">' in text

    async def play(self, until: float) -> None:
        """Act every three seconds, beginning at a random moment, until the time of day `until`."""
        await asyncio.sleep(random.uniform(0, PACE_SECONDS))
        while time.time() < until:
            player = await self._whose_turn(until)
            if player is None:
                return
            self.turns += 1
            if self.silent and self.turns % 2:
                await self._let_run_out(player)
            else:
                await self._act(player)
                await asyncio.sleep(max(0.0, PACE_SECONDS - (time.time() - self.acted_at)))

    async def _whose_turn(self, until: float) -> Player | None:
        while True:
            newest = max(player.moment for player in self.players)
            found = [player for player in self.players if player.mine and player.moment == newest]
            if found:
                return found[0]
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), max(0.0, until - time.time()))
            except TimeoutError:
                return None

    async def _act(self, player: Player) -> None:
        counting = self.measured.counting
        moment, self.acted_at = player.moment, time.time()
        self.first_hand = self.first_hand or moment[0]
        player.act(**player.decide(along=moment[0] > self.first_hand or self.turns <= self.short))
        took = await self._everybody_past(moment) - self.acted_at
        if counting:
            self.measured.actions.append(took)

    async def _let_run_out(self, player: Player) -> None:
        counting = self.measured.counting
        moment = player.moment
        deadline = await self._last_deadline(moment[1])
        seen = await self._everybody_past(moment, patience=max(0.0, deadline - time.time()) + LOST_SECONDS)
        if counting and deadline:
            self.measured.folds.append(seen - deadline)
        player.send(verb="back", post="1")  # waiting for the big blind would make too few silent turns

    async def _last_deadline(self, moves: int) -> float:
        """Return the deadline of this turn once it has passed; a time bank puts it off when it comes."""
        deadline, found = 0.0, await self.deadline(self.code, moves)
        while found > deadline:
            deadline = found
            await asyncio.sleep(max(0.0, deadline - time.time()) + BANK_NOTICED_SECONDS)
            found = await self.deadline(self.code, moves)
        return deadline

    async def _everybody_past(self, moment: Moment, patience: float = LOST_SECONDS) -> float:
        """Return when the last of the six saw the table move past this moment; count it as lost if one does not."""
        end = time.time() + patience
        while not all(player.moment > moment for player in self.players):
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), end - time.time())
            except TimeoutError:
                self.measured.lost += 1
                return end
        return max(player.moved_at for player in self.players)
