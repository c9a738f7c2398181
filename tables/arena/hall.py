"""All rooms of one server, and what connections that are in none may ask for."""

import logging
import random
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from tables.arena.deals import Below
from tables.arena.messages import Message, is_older, name_of, plan_of, plan_of_house, room_of
from tables.arena.people import Line, Player
from tables.arena.play import name_text
from tables.arena.reasons import FAILED, STOPPED, Reason
from tables.arena.records import Store
from tables.arena.room import Room
from tables.arena.wire import BadMessage

logger = logging.getLogger("evenhand.arena")

MOST_FROM_WATCHERS: Final = 1000
STEPS: Final = 16
"""Of one room in a row, if nobody else has to wait long for it."""


class Clock:
    """Time of the server; tests move it by hand."""

    def __init__(self) -> None:
        self._second = -1
        self._text = ""

    def monotonic(self) -> float:
        return time.monotonic()

    def time(self) -> float:
        return time.time()

    def stamp(self) -> str:
        """UTC, to the millisecond."""
        now = self.time()
        second = int(now)
        if second != self._second:
            self._second = second
            self._text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(second))
        return f"{self._text}.{int((now - second) * 1000):03d}"


class Hall:
    def __init__(self, *, store: Store, clock: Clock, below: Below, chance: random.Random) -> None:
        self.store = store
        self.below = below
        self.chance = chance
        self.rooms: dict[int, Room] = {}
        self._clock = clock
        self._queue: deque[Room] = deque()
        self.stamp = clock.stamp
        self.now = clock.monotonic

    # --- what comes in ---

    def heard(self, line: Line, message: Message, *, user_id: int | None = None) -> None:
        """Raises `BadMessage` where this connection alone is to blame."""
        room, player = line.room, line.player
        if room is None:
            room = self._enter(line, message, user_id)
        elif player is not None:
            self._guarded(room, lambda: room.heard(player, message))
        else:
            _count_unasked(line, room)
        self.look(room)

    def lost(self, line: Line) -> None:
        """The connection is gone."""
        room, player = line.room, line.player
        line.room = line.player = None
        if room is None or self.rooms.get(room.number) is not room:
            return
        self._guarded(room, lambda: room.leave(player) if player else room.unwatch(line))
        self.look(room)

    def _enter(self, line: Line, message: Message, user_id: int | None) -> Room:
        info = message.get("info")
        if info == "connect":
            return self._seat(line, message, user_id)
        if info == "observer":
            return self._watch(line, message)
        if info == "ai_vs_ai":
            return self._let_play(line, message)
        raise BadMessage('info: begin with "connect", "observer" or "ai_vs_ai".')

    def _seat(self, line: Line, message: Message, user_id: int | None) -> Room:
        number, name = room_of(message), name_of(message)
        room = self.rooms.get(number)
        if room is not None and room.full:
            raise BadMessage("The room is full.")
        if room is None:
            room = self.rooms[number] = Room(number, plan_of(message), self)
        player = Player(name, name_text(name), line=line, older=is_older(message), user_id=user_id)
        line.room, line.player = room, player
        self._guarded(room, lambda: room.enter(player))
        return room

    def _watch(self, line: Line, message: Message) -> Room:
        room = self.rooms.get(room_of(message))
        if room is None:
            raise BadMessage("There is no such room.")
        line.room = room
        room.watch(line)
        return room

    def _let_play(self, line: Line, message: Message) -> Room:
        number = room_of(message)
        if number in self.rooms:
            raise BadMessage("The room is full.")
        room = self.rooms[number] = Room(number, plan_of_house(message), self)
        line.room = room
        self._guarded(room, lambda: room.let_play(line))
        return room

    # --- what goes by itself ---

    def look(self, room: Room) -> None:
        """Whether there is something to do in this room."""
        if room.goes_by_itself and not room.queued and not room.held:
            room.queued = True
            self._queue.append(room)

    def work(self, until: float) -> bool:
        """Room after room, to that time of `now`, but something in any case. Whether there is more to do."""
        queue = self._queue
        while queue:
            room = queue.popleft()
            room.queued = False
            self._guarded(room, lambda: self._steps(room, until))  # noqa: B023  called at once
            self.look(room)
            if self.now() >= until:
                break
        return bool(queue)

    def _steps(self, room: Room, until: float) -> None:
        """It may have ended, or somebody may have come or gone, since it was queued."""
        for _ in range(STEPS):
            if not room.goes_by_itself or room.held:
                return
            room.step()
            if self.now() >= until:
                return

    def sweep(self) -> None:
        """Ends what took too long. Called often enough by whoever has a clock."""
        now = self.now()
        for room in [room for room in self.rooms.values() if room.deadline <= now]:
            self._guarded(room, room.late)
            self.look(room)

    # --- the end ---

    def close(self, room: Room) -> None:
        """By the room itself."""
        if self.rooms.get(room.number) is room:
            del self.rooms[room.number]

    def stop(self) -> None:
        for room in [*self.rooms.values()]:
            self._guarded(room, lambda: room.break_off(Reason(STOPPED)))  # noqa: B023  called at once

    def _guarded(self, room: Room, do: Callable[[], None]) -> None:
        """An error in one room is the end of that room, and of nothing else."""
        try:
            do()
        except Exception:
            logger.exception("room %s failed", room.number)
            self.close(room)
            try:
                room.break_off(Reason(FAILED))
            except Exception:
                logger.exception("room %s failed in its end", room.number)


def _count_unasked(line: Line, room: Room) -> None:
    """Who watches has nothing to say, but may say it: some answer every result, as players do."""
    line.unasked += 1
    if line.unasked > MOST_FROM_WATCHERS + (room.match.hand if room.match else 0):
        raise BadMessage("You send more than anybody asks for.")
