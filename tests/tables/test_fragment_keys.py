"""A part is remembered by all that it shows: its template reads nothing of a scene that its key leaves out.

Stale text would be the price, and only where two scenes differ in just that value; so what is read is noted.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from tables.models import Table
from tables.refusals import Refused
from tables.room import fragments, snapshot
from tables.room.guests import Guests
from tables.room.scene import Scene
from tables.services import gaming
from tests.tables import games
from tests.tables.helpers import Clock, look_on
from tests.tables.test_snapshots import step

pytestmark = pytest.mark.django_db

Paths = set[str]
WRITTEN_IN = {"pre.key", "moment"}
"""Into a bar that was drawn for another decision."""
IN_OTHER_WORDS = {"pot_total": "pot_total_text", "elsewhere": "others"}
OF_THE_TABLE = {"door", "table.code", "table.door"}
"""One of these is as good as the others."""
OF_A_FREE_SEAT = {"sit", "sit.may", "sit.password", "sit.held_number", "game"}
OF_A_SEAT = {"me", *(f"me.{name}" for name in fragments._OWN_SEAT), "hand_number", "street"}


class Noted(dict[str, Any]):
    """Plain values that say which of them were asked for."""

    def __init__(self, values: Mapping[str, Any], path: str, read: Paths) -> None:
        super().__init__(values)
        self.path, self.read = path, read

    def __getitem__(self, name: str) -> Any:
        return noted(super().__getitem__(name), f"{self.path}.{name}", self.read)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(f"{self.path}.{name}")
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.read.add(f"{self.path}.{name}")
        return super().__contains__(name)

    def __repr__(self) -> str:
        self.read.add(f"{self.path}.*")
        return super().__repr__()


class NotedObject:
    """A scene, or its guests."""

    def __init__(self, of: Any, path: str, read: Paths) -> None:
        self._of, self._path, self._read = of, path, read

    def __getattr__(self, name: str) -> Any:
        return noted(getattr(self._of, name), f"{self._path}.{name}".lstrip("."), self._read)

    __getitem__ = __getattr__


def noted(value: Any, path: str, read: Paths) -> Any:
    read.add(path)
    if isinstance(value, dict):
        return Noted(value, path, read)
    return NotedObject(value, path, read) if isinstance(value, Guests) else value


def key_reads(scene: Scene, part: str) -> Paths | None:
    """None: it is drawn anew each time."""
    read: Paths = set()
    key = fragments._SHOWN[part](NotedObject(scene, "", read))  # type: ignore[arg-type]
    for value in key if isinstance(key, tuple) else ():
        repr(value)  # whatever stands there as a whole
    return None if key is None else read


def template_reads(scene: Scene, template: str, **context: Any) -> Paths:
    read: Paths = set()
    render_to_string(f"tables/room/{template}.html", {"scene": NotedObject(scene, "", read), **context})
    return read


def left_out(drawn: Paths, known: Paths) -> Paths:
    drawn = {IN_OTHER_WORDS.get(path, path) for path in drawn}
    return {path for path in drawn - known - WRITTEN_IN - OF_THE_TABLE if not parents(path) & known}


def parents(path: str) -> Paths:
    """As "a.*", where all of "a" is in a key."""
    names = path.split(".")
    return {".".join([*names[:length], "*"]) for length in range(1, len(names) + 1)}


def compare(table: Table, viewers: list[User]) -> None:
    taken = snapshot.take(table.pk)
    for viewer in viewers:
        scene = Scene(taken, viewer, None)
        for part in fragments._SHOWN:
            known = key_reads(scene, part)
            if known is not None:
                assert (part, left_out(template_reads(scene, part), known)) == (part, set())
        for seat in scene.seats:
            drawn = template_reads(scene, "seat", seat=seat)
            assert left_out(drawn, OF_A_FREE_SEAT if seat["empty"] or seat["held"] else OF_A_SEAT) == set()


def test_at_a_table_where_anything_happens(
    three: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock
) -> None:
    chance, compared, everybody = random.Random(9), 0, [alice, bob, carol, ted]
    while compared < 80:
        try:
            step(three, everybody, chance, clock)
        except Refused:
            continue
        compare(three, everybody)
        compared += 1


def games_of(cast: list[User]) -> Iterator[Table]:
    yield games.knockout(cast[0], players_most=3, name="One")
    yield games.series(cast[0], players_most=2, hands_most=3, name="Two")


def test_in_games_from_the_first_entry_to_the_end(db: None, clock: Clock) -> None:
    cast = games.people(4)
    for table in games_of(cast):
        players = cast[: table.played_by.players_most]
        for number, player in enumerate(players, start=1):
            look_on(table, player)
            gaming.enter(table.pk, player, number)
            compare(table, cast)
        gaming.start(table.pk, cast[0])
        chance = random.Random(4)
        for _ in range(40):
            if games.game_of(table).is_over:
                break
            games.step(table, clock, chance)
            compare(table, cast)
        compare(table, cast)
