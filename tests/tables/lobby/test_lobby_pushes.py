"""Bring open lobbies up to date after one look for all of them, and send each no more than what changed."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.viewer import Viewer
from poker_site.web import fragments
from tables.core import money
from tables.hosting import invitations
from tables.lobby import push
from tables.lobby.page import read_own
from tables.lobby.push import LobbyFeed, LobbyScreen
from tables.lobby.table_reader import MOST_LISTED
from tables.models import Purse, Seat, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import act, open_table, seat_people, to_act

pytestmark = pytest.mark.django_db
BUDGET = 8_192
ENGLISH, CHINESE = Viewer("en", "UTC"), Viewer("zh-hans", "UTC")


@dataclass(eq=False)
class Reader:
    user_id: int
    viewer: Viewer = ENGLISH
    screen: LobbyScreen | None = None
    frame: str = ""

    async def show(self, screen: LobbyScreen, frame: str) -> None:
        self.screen, self.frame = screen, frame


def readers(number: int) -> list[Reader]:
    return [Reader(User.objects.create_user(username=f"reader{one}").pk) for one in range(number)]


def look(feed: LobbyFeed, people: list[Reader]) -> list[Reader]:
    """Return those who were drawn again."""
    before = [reader.screen for reader in people]
    for one in feed.draw(list(people)):
        async_to_sync(one)()
    return [reader for reader, screen in zip(people, before, strict=True) if reader.screen is not screen]


def queries_of_a_look(people: list[Reader], change: Any) -> int:
    feed = LobbyFeed(0)
    look(feed, people)
    change()
    with CaptureQueriesContext(connection) as queries:
        assert look(feed, people) == people
    return len(queries)


def many_tables(owner: User) -> list[Table]:
    """Open as many tables as are listed, each with nine people and a free seat."""
    people = [User.objects.create_user(username=f"Longnamed player {number}") for number in range(9)]
    rules = open_table(owner).rules
    names = [f"The long winter night number {number}" for number in range(MOST_LISTED - 1)]
    tables = Table.objects.bulk_create(
        Table(owner=owner, name=name, rules=rules, buy_in_least=1, buy_in_most=2) for name in names
    )
    Seat.objects.bulk_create(
        Seat(table=table, user=user, number=number, state="playing", stack=1)
        for table in tables
        for number, user in enumerate(people, start=1)
    )
    return tables


@pytest.mark.differs_on_services("a union over what binds people to tables")
def test_twenty_lobbies_take_as_many_queries_as_two(alice: User) -> None:
    everybody, table = readers(22), open_table(alice)
    few = queries_of_a_look(everybody[:2], lambda: seating.hold_seat(table.pk, alice, 1))
    many = queries_of_a_look(everybody[2:], lambda: lifecycle.pause(table.pk, alice))
    assert few == many <= 7


def test_only_versions_are_read_if_nothing_changed(alice: User) -> None:
    everybody, feed = readers(20), LobbyFeed(0)
    open_table(alice)
    look(feed, everybody)
    with CaptureQueriesContext(connection) as queries:
        assert look(feed, everybody) == []
    assert len(queries) == 4


def test_row_is_drawn_once_for_all_who_read_the_same_language(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[str] = Counter()

    def counted(template: str, context: dict[str, object]) -> str:
        drawn[template] += 1
        return str(render_to_string(template, context))

    everybody, feed, table = readers(20), LobbyFeed(0), open_table(alice)
    for reader in everybody[10:]:
        reader.viewer = CHINESE
    look(feed, everybody)
    fragments._drawn.cache_clear()
    monkeypatch.setattr(fragments, "render_to_string", counted)
    lifecycle.pause(table.pk, alice)
    assert look(feed, everybody) == everybody
    assert drawn == {"tables/lobby/row.html": 2}


def test_move_is_pushed_only_to_those_who_sit_there(dealt: Table, alice: User, bob: User) -> None:
    people, feed = [Reader(alice.pk), Reader(bob.pk), *readers(3)], LobbyFeed(0)
    look(feed, people)
    act(dealt, to_act(dealt), "call")
    assert look(feed, people) == people[:2]
    assert all(reader.frame.count("<hx-partial") == 1 for reader in people[:2])


def test_change_for_one_reader_redraws_only_that_reader(table: Table, alice: User, bob: User) -> None:
    Purse.objects.create(user=bob, chips=1_500)
    people, feed = [Reader(bob.pk), *readers(3)], LobbyFeed(0)
    look(feed, people)
    invitations.invite(table.pk, alice, bob)
    assert look(feed, people) == people[:1]
    assert "Alice invites you" in people[0].frame
    money.refill(bob)
    assert look(feed, people) == people[:1]
    assert "lobby-letters" not in people[0].frame
    assert "100,000" in people[0].frame


def test_change_in_a_lobby_of_a_hundred_tables_sends_one_row(alice: User, bob: User, carol: User) -> None:
    tables, feed, people = many_tables(alice), LobbyFeed(0), readers(1)
    (reader,) = people
    look(feed, people)
    assert reader.frame.count("<li id=") == MOST_LISTED
    table = tables[50]

    def frame() -> str:
        look(feed, people)
        assert len(reader.frame.encode()) < BUDGET
        return reader.frame

    lifecycle.pause(table.pk, alice)
    assert frame().startswith(f"<hx-partial id=table-{table.code} hx-swap=outerMorph>")
    assert reader.frame.count("<hx-partial") == 1
    seating.hold_seat(table.pk, carol, 10)  # it is full now, and goes to the tables to watch
    assert f"<hx-partial id=table-{table.code} hx-swap=delete>" in frame()
    assert "<hx-partial id=lobby-watch hx-swap=afterbegin>" in reader.frame
    lifecycle.close(table.pk, alice)
    assert frame().startswith(f"<hx-partial id=table-{table.code} hx-swap=delete>")
    newest = open_table(bob, name="The newest")
    assert re.fullmatch(
        rf'<hx-partial id=table-\w+ hx-swap=afterend><li id="table-{newest.code}">.*', frame(), re.DOTALL
    )


def test_reader_who_hides_many_tables_is_shown_as_many_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All readers share the list that was read, and each leaves out their own tables and those that banned them."""
    monkeypatch.setattr("tables.lobby.table_reader.MOST_LISTED", 3)
    for owner in (alice, alice, alice, bob, bob, bob, bob):
        open_table(owner)
    people = [Reader(alice.pk), Reader(bob.pk), *readers(1)]
    look(LobbyFeed(0), people)
    pages: list[Any] = [reader.screen and reader.screen.shown.page for reader in people]
    assert [(len(page.yours.lines), len(page.free.lines), page.rest.value.more) for page in pages] == [
        (3, 3, True),
        (4, 3, False),
        (0, 3, True),
    ]


def test_tables_of_one_reader_are_not_shown_to_another(alice: User, bob: User, carol: User) -> None:
    """All tables of all readers are read together."""
    hidden = [open_table(alice, name=str(found_by), found_by=found_by) for found_by in ("link", "invitation")]
    banned = open_table(alice, name="Without Carol")
    banned.bans.create(user=carol)
    apart = open_table(alice, name="Nobody looks on", watchable=False)
    seat_people(apart, [bob])
    people = [Reader(alice.pk), Reader(bob.pk), Reader(carol.pk)]
    look(LobbyFeed(0), people)
    frames = [reader.frame for reader in people]
    assert [[table.code in frame for table in hidden] for frame in frames] == [[True] * 2, [False] * 2, [False] * 2]
    assert [banned.code in frame for frame in frames] == [True, True, False]
    assert [">Bob</p>" in frame for frame in frames] == [True, True, False]


def test_error_for_one_reader_does_not_stop_the_others(
    table: Table, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, feed = readers(3), LobbyFeed(0)
    real = read_own

    def failing(user: User, bonds: Any) -> Any:
        if user.pk == people[0].user_id:
            raise ZeroDivisionError
        return real(user, bonds)

    with monkeypatch.context() as broken:
        broken.setattr(push, "read_own", failing)
        assert look(feed, people) == people[1:]
    assert look(feed, people) == people[:1]


def test_deleted_account_is_left_out(table: Table, alice: User) -> None:
    people, feed = readers(2), LobbyFeed(0)
    User.objects.filter(pk=people[0].user_id).delete()
    assert look(feed, people) == people[1:]


def test_two_sockets_of_a_reader_each_have_their_own_language(seated: Table, alice: User, bob: User) -> None:
    people = [Reader(alice.pk), Reader(alice.pk, CHINESE)]
    look(LobbyFeed(0), people)
    assert "You host" in people[0].frame
    assert "You host" not in people[1].frame


def test_sitting_down_moves_the_table_to_ones_own(table: Table, bob: User) -> None:
    people, feed = [Reader(bob.pk)], LobbyFeed(0)
    look(feed, people)
    seat_people(table, [bob])
    Table.objects.filter(pk=table.pk).update(lobby_version=table.lobby_version + 1)
    look(feed, people)
    assert f"<hx-partial id=table-{table.code} hx-swap=delete>" in people[0].frame
    assert "<hx-partial id=lobby-yours hx-swap=afterbegin>" in people[0].frame
