"""Run rooms without sockets: connections are lists, time stands still, and chance is a seed."""

import json
import random
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tables.bots.duel.people import Client
from tables.bots.duel.records import NullStore, Played, Record
from tables.bots.duel.room import Room
from tables.bots.duel.rooms import Clock, Rooms
from tables.bots.duel.wire import BadMessage

Told = dict[str, Any]


class StoppedClock(Clock):
    def __init__(self) -> None:
        super().__init__()
        self.at = 1_000_000.5

    def monotonic(self) -> float:
        return self.at

    def time(self) -> float:
        return self.at


class Remembering(NullStore):
    """Keeps what it is given in lists that tests look into."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.hands: list[Played] = []
        self.ends: list[str] = []

    def begin(self, *what: Any) -> Record:
        self.records.append(super().begin(*what))
        return self.records[-1]

    def hand(self, record: Record, played: Played) -> None:
        self.hands.append(played)

    def end(self, record: Record, why: str) -> None:
        self.ends.append(why)


class Program(Client):
    """Plays a connection in the hall, and keeps what a client at its other end would receive."""

    def __init__(self, stage: "Stage") -> None:
        self.stage = stage
        self.told: list[Told] = []
        self.closed = False

    def send(self, frame: bytes) -> None:
        assert not self.closed
        assert frame[4:].isascii()
        assert int.from_bytes(frame[:4], "little") == len(frame) - 4
        self.told.append(json.loads(frame[4:]))

    def end(self, frame: bytes) -> None:
        self.send(frame)
        self.closed = True

    def say(self, **message: Any) -> "Program":
        try:
            self.stage.hall.heard(self, message)
        except BadMessage as bad:
            self.told.append({"info": "error", "text": str(bad)})
            self.closed = True
            self.stage.hall.lost(self)
        self.stage.work()
        return self

    def connect(self, **more: Any) -> "Program":
        message = {"info": "connect", "room_id": 7, "room_number": 2, "bots": [], "game_number": 3, "name": "A"}
        return self.say(**{**message, **more})

    def act(self, action: object) -> "Program":
        return self.say(info="action", action=action)

    def ready(self, status: str = "start") -> "Program":
        return self.say(info="ready", status=status)

    def leave(self) -> None:
        self.stage.hall.lost(self)
        self.stage.work()

    @property
    def last(self) -> Told:
        return self.told[-1]

    def of(self, info: str) -> list[Told]:
        return [told for told in self.told if told["info"] == info]

    @property
    def on_turn(self) -> bool:
        last = self.last
        return bool(last["info"] == "state" and last.get("position") == last["action_position"])


class Row:
    """Implements `Runner` by keeping rooms with something to do in a row until a test lets them go on."""

    def __init__(self) -> None:
        self.stirred: deque[Room] = deque()
        self._open: dict[Room, Callable[[float], None]] = {}

    def opened(self, room: Room, go_on: Callable[[float], None]) -> None:
        self._open[room] = go_on

    def stir(self, room: Room) -> None:
        if room in self._open and room not in self.stirred:
            self.stirred.append(room)

    def closed(self, room: Room) -> None:
        del self._open[room]

    def go_on(self, until: float) -> None:
        """Let the first in the row go on."""
        room = self.stirred.popleft()
        if room in self._open:
            self._open[room](until)


class Stage:
    def __init__(self, seed: int = 1) -> None:
        self.clock = StoppedClock()
        self.store = Remembering()
        chance = random.Random(seed)
        self.row = Row()
        luck = random.Random(seed)
        self.hall = Rooms(store=self.store, clock=self.clock, below=chance.randrange, chance=luck, runner=self.row)

    def program(self) -> Program:
        return Program(self)

    def work(self) -> None:
        while self.row.stirred:
            self.row.go_on(self.clock.at + 1)

    def pass_(self, seconds: float) -> None:
        self.clock.at += seconds
        self.hall.sweep()
        self.work()

    def match(self, players: int = 2, **more: Any) -> list[Program]:
        """Fill a room with programs, so that the match has just begun."""
        programs = [self.program() for _ in range(players)]
        for number, program in enumerate(programs):
            program.connect(**{"room_number": players, "name": f"P{number}", **more})
        return programs


def next_to_act(programs: list[Program]) -> Program:
    [program] = [program for program in programs if program.on_turn]
    return program


def play_hand(programs: list[Program]) -> None:
    """Let everybody check or call, as the example client does."""
    while any(program.on_turn for program in programs):
        program = next_to_act(programs)
        program.act("call" if "call" in program.last["legal_actions"] else "check")


@contextmanager
def no_complaint(programs: list[Program]) -> Iterator[None]:
    yield
    assert [program.of("error") for program in programs] == [[] for _ in programs]
