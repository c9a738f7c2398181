"""List tables that closed lately for everybody with a share in their books."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.viewer import Viewer
from tables.hosting import house_bots
from tables.lobby.closed import MOST_CLOSED, closed_lately
from tables.lobby.push import lobby_version
from tables.models import Cohost, Departure, Table, TableBan
from tables.play import lifecycle, seating
from tests.lobbies import lobby_of, lobby_text
from tests.tables.helpers import open_table
from tests.tables.lobby.test_lobby import sit

pytestmark = pytest.mark.django_db
ENGLISH, CHINESE = Viewer("en", "UTC"), Viewer("zh-hans", "UTC")


def codes(user: User) -> list[str]:
    return [row.id.removeprefix("closed-") for row in closed_lately(user)]


def played(host: User, *users: User, **more: Any) -> Table:
    """Open a table where these users sit down and leave, then close it."""
    table = open_table(host, **more)
    sit(table, *users)
    for user in users:
        seating.stand_up(table.pk, user)
    lifecycle.close(table.pk, host)
    return table


def closed_ago(table: Table, age: timedelta) -> None:
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now() - age)


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_closed_table_is_listed_for_all_who_played_or_hosted(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    table = open_table(carol)
    sit(table, alice, bob)
    seating.stand_up(table.pk, alice)
    assert codes(alice) == []  # not closed yet
    lifecycle.close(table.pk, carol)
    for user in (alice, bob, carol):
        assert codes(user) == [table.code]
        client.force_login(user)
        page = client.get("/").content.decode()
        assert f'href="/t/{table.code}/ledger/"' in page
        assert client.get(f"/t/{table.code}/ledger/").status_code == 200


def test_closed_table_is_listed_for_a_cohost_who_did_not_play(alice: User, bob: User, carol: User, ted: User) -> None:
    table = played(alice, bob, carol)
    assert codes(ted) == []
    Cohost.objects.create(table=table, user=ted)
    assert codes(ted) == [table.code]


@pytest.mark.parametrize("found_by", Table.FoundBy)
def test_banned_player_finds_the_table_and_reads_only_their_own_account(
    client: Client, alice: User, bob: User, carol: User, *, found_by: str
) -> None:
    table = played(alice, bob, carol)
    Table.objects.filter(pk=table.pk).update(found_by=found_by)
    TableBan.objects.create(table=table, user=bob)
    assert codes(bob) == [table.code]
    client.force_login(bob)
    page = client.get(f"/t/{table.code}/ledger/").content.decode()
    assert "Bob" in page
    assert "Carol" not in page


def test_closed_table_is_not_listed_for_others(alice: User, bob: User, carol: User, ted: User) -> None:
    table = played(alice, bob, carol)
    TableBan.objects.create(table=table, user=ted)
    assert codes(ted) == []
    assert lobby_of(ted).closed == ()
    assert table.code not in lobby_text(ted, ENGLISH)


def test_table_where_nobody_else_played_is_not_listed(alice: User) -> None:
    practice = open_table(alice)
    house_bots.add_bot(practice.pk, alice, "tight")
    seating.sit_down(practice.pk, alice, number=2, chips=5_000)
    lifecycle.close(practice.pk, alice)
    assert Departure.objects.filter(table=practice, user=alice).exists()
    assert codes(alice) == []


def test_table_of_a_game_is_not_listed_because_counters_are_not_owed(alice: User, bob: User) -> None:
    table = played(alice, alice, bob)
    Table.objects.filter(pk=table.pk).update(strategy="knockout")
    assert codes(alice) == []


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_closed_table_is_listed_for_a_day(alice: User, bob: User) -> None:
    table = played(alice, alice, bob)
    closed_ago(table, timedelta(hours=23, minutes=59))
    assert codes(bob) == [table.code]
    closed_ago(table, timedelta(hours=24))
    assert codes(bob) == []


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_newest_tables_come_first_and_their_number_is_limited(alice: User, bob: User) -> None:
    tables = [played(alice, alice, bob) for _ in range(MOST_CLOSED + 1)]
    for hours, table in enumerate(tables):
        closed_ago(table, timedelta(hours=hours))
    with CaptureQueriesContext(connection) as queries:
        found = codes(bob)
    assert found == [table.code for table in tables[:MOST_CLOSED]]
    assert len(queries) == 1


def test_closing_time_is_shown_by_the_readers_clock(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(alice, alice, bob)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 1, 1, 20, 0, tzinfo=UTC))
    closed_ago(table, timedelta(hours=2))
    assert "Closed at 6:00 PM" in lobby_text(bob, ENGLISH)
    assert "18:00 关闭" in lobby_text(bob, CHINESE)
    assert "Closed yesterday at 11:30 PM" in lobby_text(bob, Viewer("en", "Asia/Kolkata"))


def test_table_name_is_escaped(alice: User, bob: User) -> None:
    played(alice, alice, bob, name="<b>Club</b>")
    assert "&lt;b&gt;Club&lt;/b&gt;" in lobby_text(bob, ENGLISH)


def test_closing_raises_the_lobby_version_for_players_who_left(alice: User, bob: User, carol: User) -> None:
    table = open_table(carol, found_by=Table.FoundBy.LINK)
    sit(table, alice, bob)
    seating.stand_up(table.pk, alice)
    before = lobby_version()
    lifecycle.close(table.pk, carol)
    assert lobby_version() > before
