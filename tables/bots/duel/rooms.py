"""Keep all rooms of one server, and handle what connections that are in none may ask for."""

import logging
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from tables.bots.duel.deals import Below
from tables.bots.duel.messages import Message, Plan, is_older, name_of, plan_of, plan_of_house, room_of
from tables.bots.duel.people import Client, Player
from tables.bots.duel.play import name_text
from tables.bots.duel.reasons import FAILED, STOPPED, Reason
from tables.bots.duel.records import Store
from tables.bots.duel.room import Room
from tables.bots.duel.wire import BadMessage

logger = logging.getLogger("evenhand.arena")

MOST_FROM_WATCHERS: Final = 1000
STEPS: Final = 16
"""Steps of one room in a row at most, if its turn is long enough."""


class Clock:
    """Tells the time of the server; tests move it by hand."""

    def __init__(self) -> None:
        self._second = -1
        self._text = ""

    def monotonic(self) -> float:
        return time.monotonic()

    def time(self) -> float:
        return time.time()

    def stamp(self) -> str:
        """Return the present time in UTC, to the millisecond."""
        now = self.time()
        second = int(now)
        if second != self._second:
            self._second = second
            self._text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(second))
        return f"{self._text}.{int((now - second) * 1000):03d}"


class Runner(Protocol):
    """Lets rooms go on by themselves."""

    def opened(self, room: Room, go_on: Callable[[float], None]) -> None:
        """Take a room on: from now on `go_on` may be called, with the time of `now` at which it has to return."""

    def stir(self, room: Room) -> None:
        """Note that there is something to do in the room; until that is done, saying so again changes nothing."""

    def closed(self, room: Room) -> None:
        """Forget the room: there is nothing to do in it any more, whatever was noted before."""


class Rooms:
    def __init__(self, *, store: Store, clock: Clock, below: Below, chance: random.Random, runner: Runner) -> None:
        self.store = store
        self.below = below
        self.chance = chance
        self.rooms: dict[int, Room] = {}
        self._clock = clock
        self._runner = runner
        self.stamp = clock.stamp
        self.now = clock.monotonic

    # --- messages and connections ---

    def heard(self, line: Client, message: Message, *, user_id: int | None = None) -> None:
        """Pass a message on; raise `BadMessage` where this connection alone is to blame."""
        room, player = line.room, line.player
        if room is None:
            self._enter(line, message, user_id)
        elif player is not None:
            self._guarded(room, lambda: room.heard(player, message))
        else:
            _count_unasked(line, room)

    def lost(self, line: Client) -> None:
        """Handle a connection that is gone."""
        room, player = line.room, line.player
        line.room = line.player = None
        if room is None or self.rooms.get(room.number) is not room:
            return
        self._guarded(room, lambda: room.leave(player) if player else room.unwatch(line))

    def resumed(self, line: Client) -> None:
        """Let the room go on: house bots may have waited until this connection had read what it was sent."""
        if line.room:
            self._guarded(line.room, lambda: None)

    def _enter(self, line: Client, message: Message, user_id: int | None) -> None:
        info = message.get("info")
        if info == "connect":
            self._seat(line, message, user_id)
        elif info == "observer":
            self._watch(line, message)
        elif info == "ai_vs_ai":
            self._let_play(line, message)
        else:
            raise BadMessage('info: begin with "connect", "observer" or "ai_vs_ai".')

    def _seat(self, line: Client, message: Message, user_id: int | None) -> None:
        number, name = room_of(message), name_of(message)
        room = self.rooms.get(number)
        if room is not None and room.full:
            raise BadMessage("The room is full.")
        if room is None:
            room = self._open(number, plan_of(message))
        player = Player(name, name_text(name), line=line, older=is_older(message), user_id=user_id)
        line.room, line.player = room, player
        self._guarded(room, lambda: room.enter(player))

    def _watch(self, line: Client, message: Message) -> None:
        room = self.rooms.get(room_of(message))
        if room is None:
            raise BadMessage("There is no such room.")
        line.room = room
        self._guarded(room, lambda: room.watch(line))

    def _let_play(self, line: Client, message: Message) -> None:
        number = room_of(message)
        if number in self.rooms:
            raise BadMessage("The room is full.")
        room = line.room = self._open(number, plan_of_house(message))
        self._guarded(room, lambda: room.let_play(line))

    def _open(self, number: int, plan: Plan) -> Room:
        room = self.rooms[number] = Room(number, plan, self)
        self._runner.opened(room, partial(self._go_on, room))
        return room

    # --- steps that need no message ---

    def _go_on(self, room: Room, until: float) -> None:
        """Take a step in any case, and more until that time."""
        self._guarded(room, lambda: self._steps(room, until))

    def _steps(self, room: Room, until: float) -> None:
        """Check before each step: since the room was stirred it may have ended, or somebody may have come or gone."""
        for _ in range(STEPS):
            if not room.goes_by_itself:
                return
            room.step()
            if self.now() >= until:
                return

    def sweep(self) -> None:
        """End what took too long. The server calls this often enough."""
        now = self.now()
        for room in [room for room in self.rooms.values() if room.deadline <= now]:
            self._guarded(room, room.late)

    # --- the end ---

    def close(self, room: Room) -> None:
        """Remove a room; the room itself calls this."""
        if self.rooms.get(room.number) is room:
            del self.rooms[room.number]
            self._runner.closed(room)

    def stop(self) -> None:
        for room in [*self.rooms.values()]:
            self._guarded(room, lambda: room.break_off(Reason(STOPPED)))  # noqa: B023  called at once

    def _guarded(self, room: Room, do: Callable[[], None]) -> None:
        """Do something and then let the room go on by itself. An error in one room ends that room, and nothing else."""
        try:
            do()
            if room.goes_by_itself:
                self._runner.stir(room)
        except Exception:
            logger.exception("room %s failed", room.number)
            self.close(room)
            try:
                room.break_off(Reason(FAILED))
            except Exception:
                logger.exception("room %s failed in its end", room.number)


def _count_unasked(line: Client, room: Room) -> None:
    """Bear with watchers who say something, up to a limit: some answer every result, as players do."""
    line.unasked += 1
    if line.unasked > MOST_FROM_WATCHERS + (room.match.hand if room.match else 0):
        raise BadMessage("You send more than anybody asks for.")
