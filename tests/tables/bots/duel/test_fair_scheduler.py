"""Test that rooms that never pause go on in turn, and that connections are read in between."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tables.bots.duel.fair_scheduler import AT_ONCE, SLICE, FairScheduler, QueuedTurn

START = 1000.0


class Crowd:
    """Stands in line with many places, each of which takes a turn and stands again; time is what the turns take."""

    def __init__(self, takes: float = 0.0) -> None:
        self.at = START
        self.takes = takes
        self.turnstile = FairScheduler(lambda: self.at)
        self.turns: list[int] = []
        """The numbers of those that went on, in order."""
        self.lengths: list[float] = []
        self.places: list[QueuedTurn] = []
        self.tasks: list[asyncio.Task[None]] = []

    def come(self, many: int, *, then: Callable[[int], None] = lambda number: None) -> None:
        for _ in range(many):
            place, number = QueuedTurn(), len(self.places)
            self.places.append(place)
            self.turnstile.stand(place)
            self.tasks.append(asyncio.ensure_future(self._go(place, number, then)))

    async def _go(self, place: QueuedTurn, number: int, then: Callable[[int], None]) -> None:
        while (until := await self.turnstile.turn(place)) is not None:
            self.turns.append(number)
            self.lengths.append(until - self.at)
            self.at += self.takes
            then(number)
            self.turnstile.stand(place)

    async def until(self, turns: int) -> None:
        while len(self.turns) < turns:  # noqa: ASYNC110  each look is a pass of the loop, which is what is counted
            await asyncio.sleep(0)

    async def leave(self) -> None:
        for place in self.places:
            place.give_up()
        await asyncio.gather(*self.tasks)


async def test_a_place_alone_in_line_is_called_at_once() -> None:
    crowd = Crowd()
    crowd.come(1)
    assert crowd.places[0].called.done()
    await crowd.leave()


async def test_a_place_is_called_again_only_after_it_stands_again() -> None:
    turnstile, place = FairScheduler(lambda: START), QueuedTurn()
    turnstile.stand(place)
    await turnstile.turn(place)
    for _ in range(5):
        await asyncio.sleep(0)
    assert not place.called.done()
    turnstile.stand(place)
    assert place.called.done()


async def test_a_place_stands_in_line_once() -> None:
    crowd = Crowd()
    crowd.come(3)
    for _ in range(10):
        for place in crowd.places:
            crowd.turnstile.stand(place)
    await crowd.until(12)
    assert crowd.turns[:12] == [0, 1, 2] * 4
    await crowd.leave()


async def test_a_thousand_places_take_turns_in_order() -> None:
    crowd = Crowd()
    crowd.come(1000)
    await crowd.until(3000)
    assert crowd.turns[:3000] == [*range(1000)] * 3
    await crowd.leave()


@pytest.mark.parametrize("many", [1, 1000])
async def test_connections_are_read_between_two_openings(many: int) -> None:
    crowd, heard = Crowd(), asyncio.Event()
    with _pair() as (one, other):
        asyncio.get_running_loop().add_reader(other, heard.set)
        crowd.come(many)
        await crowd.until(many)
        before = len(crowd.turns)
        one.send(b".")
        await heard.wait()
        assert len(crowd.turns) <= before + 2 * AT_ONCE
        asyncio.get_running_loop().remove_reader(other)
    await crowd.leave()


@contextmanager
def _pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


async def test_the_slice_is_shared_among_the_places_called() -> None:
    crowd = Crowd()
    crowd.come(1)
    await crowd.until(1)
    assert crowd.lengths[0] == pytest.approx(SLICE)
    crowd.come(AT_ONCE - 1)
    await crowd.until(4 * AT_ONCE)
    assert crowd.lengths[-AT_ONCE:] == [pytest.approx(SLICE / AT_ONCE)] * AT_ONCE
    await crowd.leave()


async def test_a_place_called_too_late_comes_first_next_time() -> None:
    """Each turn takes longer than a whole opening: one goes on, then connections are read."""
    crowd = Crowd(takes=2 * SLICE)
    crowd.come(40)
    passes = _passes()
    await crowd.until(120)
    assert crowd.turns[:120] == [*range(40)] * 3
    assert passes() >= 119
    await crowd.leave()


def _passes() -> Callable[[], int]:
    """Count how often the loop has read its connections from now on."""
    loop, seen = asyncio.get_running_loop(), [0]

    def count() -> None:
        seen[0] += 1
        loop.call_soon(count)

    count()
    return lambda: seen[0]


async def test_time_before_the_first_turn_does_not_count() -> None:
    crowd = Crowd()
    crowd.come(1)
    crowd.at += 10 * SLICE
    await crowd.until(1)
    assert crowd.lengths[0] == pytest.approx(SLICE)
    await crowd.leave()


@pytest.mark.parametrize("passes", range(4))
async def test_a_place_given_up_in_line_ends_and_the_others_go_on(passes: int) -> None:
    crowd = Crowd()
    crowd.come(3 * AT_ONCE)
    for _ in range(passes):
        await asyncio.sleep(0)
    crowd.places[AT_ONCE + 1].give_up()
    await crowd.tasks[AT_ONCE + 1]
    before = len(crowd.turns)
    crowd.turnstile.stand(crowd.places[AT_ONCE + 1])
    await crowd.until(before + 3 * AT_ONCE)
    later: list[Any] = crowd.turns[before + AT_ONCE :]
    assert AT_ONCE + 1 not in crowd.turns[before:]
    assert {AT_ONCE, AT_ONCE + 2} <= {*later}
    await crowd.leave()


async def test_a_place_given_up_in_its_own_turn_ends() -> None:
    crowd = Crowd()
    crowd.come(2, then=lambda number: crowd.places[0].give_up() if number == 0 else None)
    await crowd.tasks[0]
    await crowd.until(9)
    assert crowd.turns.count(0) == 1
    await crowd.leave()
