"""Tables that closed lately: whoever has a share in the books of one finds them from the lobby."""

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
    """They sat down there and left, and then it closed."""
    table = open_table(host, **more)
    sit(table, *users)
    for user in users:
        seating.stand_up(table.pk, user)
    lifecycle.close(table.pk, host)
    return table


def closed_ago(table: Table, age: timedelta) -> None:
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now() - age)


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_is_there_for_who_left_before_and_for_who_stayed_to_the_end(
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


def test_is_there_for_a_cohost_who_did_not_play(alice: User, bob: User, carol: User, ted: User) -> None:
    table = played(alice, bob, carol)
    assert codes(ted) == []
    Cohost.objects.create(table=table, user=ted)
    assert codes(ted) == [table.code]


@pytest.mark.parametrize("found_by", Table.FoundBy)
def test_is_there_for_the_banned_with_their_own_account(
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


def test_is_not_there_for_others(alice: User, bob: User, carol: User, ted: User) -> None:
    table = played(alice, bob, carol)
    TableBan.objects.create(table=table, user=ted)
    assert codes(ted) == []
    assert lobby_of(ted).closed == ()
    assert table.code not in lobby_text(ted, ENGLISH)


def test_where_nobody_else_played_nothing_is_to_be_settled(alice: User) -> None:
    practice = open_table(alice)
    house_bots.add_bot(practice.pk, alice, "tight")
    seating.sit_down(practice.pk, alice, number=2, chips=5_000)
    lifecycle.close(practice.pk, alice)
    assert Departure.objects.filter(table=practice, user=alice).exists()
    assert codes(alice) == []


def test_counters_of_a_game_are_owed_to_nobody(alice: User, bob: User) -> None:
    table = played(alice, alice, bob)
    Table.objects.filter(pk=table.pk).update(strategy="knockout")
    assert codes(alice) == []


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_is_gone_after_a_day(alice: User, bob: User) -> None:
    table = played(alice, alice, bob)
    closed_ago(table, timedelta(hours=23, minutes=59))
    assert codes(bob) == [table.code]
    closed_ago(table, timedelta(hours=24))
    assert codes(bob) == []


@pytest.mark.differs_on_services("subqueries, their order and the database's clock")
def test_the_newest_come_first_and_not_more_than_a_few(alice: User, bob: User) -> None:
    tables = [played(alice, alice, bob) for _ in range(MOST_CLOSED + 1)]
    for hours, table in enumerate(tables):
        closed_ago(table, timedelta(hours=hours))
    with CaptureQueriesContext(connection) as queries:
        found = codes(bob)
    assert found == [table.code for table in tables[:MOST_CLOSED]]
    assert len(queries) == 1


def test_says_when_by_the_clock_of_the_reader(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(alice, alice, bob)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 1, 1, 20, 0, tzinfo=UTC))
    closed_ago(table, timedelta(hours=2))
    assert "Closed at 6:00 PM" in lobby_text(bob, ENGLISH)
    assert "18:00 关闭" in lobby_text(bob, CHINESE)
    assert "Closed yesterday at 11:30 PM" in lobby_text(bob, Viewer("en", "Asia/Kolkata"))


def test_a_name_that_somebody_typed_stays_text(alice: User, bob: User) -> None:
    played(alice, alice, bob, name="<b>Club</b>")
    assert "&lt;b&gt;Club&lt;/b&gt;" in lobby_text(bob, ENGLISH)


def test_the_lobby_of_who_left_hears_of_the_closing(alice: User, bob: User, carol: User) -> None:
    table = open_table(carol, found_by=Table.FoundBy.LINK)
    sit(table, alice, bob)
    seating.stand_up(table.pk, alice)
    before = lobby_version()
    lifecycle.close(table.pk, carol)
    assert lobby_version() > before
