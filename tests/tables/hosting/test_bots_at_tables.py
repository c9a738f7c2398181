"""Test players' bots at tables of people: where the host allows them, and marked as bots."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import bots
from poker_site.web.refusals import Refused
from tables.access import permissions
from tables.hosting import house_bots
from tables.models import Purse, Seat, Table
from tables.play import games, seating
from tables.records.ledger import books_of
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import fresh, open_table, seat_people, sits
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def rob(alice: User) -> User:
    """Open a bot of the host's, which has no privilege."""
    return bots.open_bot(alice, "Rob")[0].user


def sit(table: Table, user: User, number: int = 3) -> None:
    seating.sit_down(table.pk, user, number=number, chips=table.buy_in_least)


def test_a_bot_sits_down_only_where_the_host_allows_bots(table: Table, alice: User, rob: User) -> None:
    with pytest.raises(Refused, match="does not let bots play"):
        sit(table, rob)
    with pytest.raises(Refused, match="does not let bots play"):
        seating.hold_seat(table.pk, rob, 3)
    assert ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="", admits_bots="1") == ""
    sit(table, rob)
    assert sits(table, rob)


def test_seated_bots_stay_when_the_host_allows_no_more(table: Table, alice: User, bob: User, rob: User) -> None:
    second = bots.open_bot(bob, "Ada")[0].user
    ask(table, alice, "set_door", found_by="lobby", approves="", admits_bots="1")
    sit(table, rob)
    seating.hold_seat(table.pk, second, 4)
    ask(table, alice, "set_door", found_by="lobby", approves="")
    assert sits(table, rob)
    assert not sits(table, second), "the seat is still held"


def test_house_bots_and_people_are_not_restricted(table: Table, alice: User, bob: User) -> None:
    house_bots.add_bot(table.pk, alice, Seat.House.CALLER)
    sit(table, bob)
    assert table.seated.count() == 2


@pytest.mark.differs_on_services("subqueries over JSON and games")
def test_a_bot_plays_at_four_tables_at_most(alice: User, bob: User, rob: User) -> None:
    tables = [open_table(owner, admits_bots=True) for owner in (alice, alice, alice, bob, bob)]
    for table in tables[:4]:
        sit(table, rob)
    with pytest.raises(Refused, match="at four tables"):
        sit(tables[4], rob)
    assert permissions.reason_not_to_sit(tables[0], rob) is None, "it counts the table itself"
    seating.stand_up(tables[1].pk, rob)
    sit(tables[4], rob)


@pytest.mark.differs_on_services("subqueries over JSON and games")
def test_a_game_that_is_over_does_not_count(alice: User, rob: User) -> None:
    """Its table stays open for a while, for people to look at the result."""
    others = people(2)
    for _ in range(4):
        table = begun(knockout(alice, players_most=3, admits_bots=True), [rob, *others])
        games.end_early(table.pk, alice)
        assert sits(table, rob)
    sit(open_table(alice, admits_bots=True), rob)


def test_a_bot_has_a_purse_of_its_own(alice: User, rob: User) -> None:
    table = open_table(alice, admits_bots=True)
    sit(table, rob)
    assert Purse.objects.get(user=rob).chips == 100_000 - table.buy_in_least
    assert not Purse.objects.filter(user=alice).exists()


def test_the_form_of_a_new_table_offers_to_admit_bots(client: Client, alice: User) -> None:
    client.force_login(alice)
    for ticked in ("on", ""):
        answer = client.post(reverse("new_table"), {"rulebook": "cash", "found_by": "lobby", "admits_bots": ticked})
        assert answer.status_code == 302
        assert Table.objects.latest("pk").admits_bots is bool(ticked)


def test_a_rematch_admits_bots_as_before(alice: User, rob: User) -> None:
    from tables.hosting import rematch
    from tables.play import lifecycle

    table = open_table(alice, admits_bots=True)
    lifecycle.close(table.pk, alice)
    assert rematch.play_again(table.pk, alice).admits_bots


def test_a_bot_is_marked_on_the_page(client: Client, alice: User, bob: User, rob: User) -> None:
    table = open_table(alice, admits_bots=True)
    seat_people(table, [alice, rob])
    client.force_login(bob)
    page = client.get(reverse("table", args=[table.code])).content.decode()
    plate = page[page.index('id="t-seat-2"') : page.index('id="t-seat-3"')]
    assert "#i-bot" in plate
    assert '<span class="sr">, bot of Alice</span>' in plate
    assert '<span class="badge tag words">Offline' not in plate
    assert page[page.index('id="t-people"') :].count('<span class="badge">Bot of Alice</span>') == 1
    plate = page[page.index('id="t-seat-1"') : page.index('id="t-seat-2"')]
    assert "#i-bot" not in plate


def test_a_bot_is_marked_in_the_lobby(client: Client, alice: User, bob: User, rob: User) -> None:
    seat_people(open_table(alice, admits_bots=True), [rob])
    client.force_login(bob)
    assert "Rob (bot)" in client.get(reverse("home")).content.decode()


def test_admitting_bots_is_an_event_of_the_table(table: Table, alice: User) -> None:
    ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="", admits_bots="1")
    assert [event.verb for event in fresh(table).events.all()] == ["admits_bots"]


def test_the_ledger_tells_a_players_bot_from_the_house(alice: User, rob: User) -> None:
    table = open_table(alice, admits_bots=True)
    sit(table, rob)
    house_bots.add_bot(table.pk, alice, Seat.House.CALLER)
    assert {row.name for row in books_of(table).rows} == {"Rob (bot)", "The house"}
    bots.delete(rob.bot, by=alice)
    assert {row.name for row in books_of(table).rows} == {"Deleted player (bot)", "The house"}


def test_a_wish_says_that_it_is_a_bots(client: Client, alice: User, bob: User) -> None:
    robot = bots.open_bot(bob, "Robby")[0].user
    table = open_table(alice, admits_bots=True, approves=True)
    sit(table, robot)
    client.force_login(alice)
    assert "Robby (bot) wants to sit down" in client.get(reverse("table", args=[table.code])).content.decode()
