"""Test that a bot's owner signs it up for a game by the table's address, and takes it away from where it sits."""

import html

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from accounts.models import Bot, User
from accounts.services import bots
from tables.hosting import bot_entry
from tables.models import Seat, Table
from tables.play import games, seating
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import open_table, sits

pytestmark = pytest.mark.django_db


@pytest.fixture
def rob(alice: User) -> Bot:
    return bots.open_bot(alice, "Rob")[0]


@pytest.fixture
def hers(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def table(bob: User) -> Table:
    return knockout(bob, players_most=3, admits_bots=True)


def enter(client: Client, bot: Bot, text: str) -> str:
    answer = client.post(reverse("bot_enter", args=[bot.pk]), {"table": text}, follow=True)
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize("form", ["{}", "http://localhost/t/{}/", " /t/{}/?x=1 ", "t/{}"])
def test_a_bot_is_signed_up_by_address_or_code(form: str, hers: Client, rob: Bot, table: Table) -> None:
    assert "Rob is signed up at A knock-out." in enter(hers, rob, form.format(table.code))
    assert sits(table, rob.user)


@pytest.mark.parametrize("text", ["", "NOWHERE", "x\u0000", "/", "\u0663", "%s" * 100])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_an_unknown_table_is_refused(text: str, hers: Client, rob: Bot) -> None:
    assert "There is no such table." in enter(hers, rob, text)


def test_a_table_without_a_game_is_refused(hers: Client, rob: Bot, bob: User) -> None:
    cash = open_table(bob, admits_bots=True)
    assert "nothing to start or end" in enter(hers, rob, cash.code)


def test_a_table_that_admits_no_bots_is_refused(hers: Client, rob: Bot, bob: User) -> None:
    closed = knockout(bob)
    assert "does not let bots play" in enter(hers, rob, closed.code)
    assert not sits(closed, rob.user)


def test_a_table_the_bot_is_not_invited_to_is_refused(hers: Client, rob: Bot, bob: User) -> None:
    secret = knockout(bob, admits_bots=True, found_by=Table.FoundBy.INVITATION)
    assert "There is no such table." in enter(hers, rob, secret.code)


def test_nobody_signs_up_another_owners_bot(rob: Bot, table: Table, bob: User) -> None:
    his = Client()
    his.force_login(bob)
    assert his.post(reverse("bot_enter", args=[rob.pk]), {"table": table.code}).status_code == 404
    assert not sits(table, rob.user)


def test_a_visitor_signs_up_no_bot(client: Client, rob: Bot, table: Table) -> None:
    assert "/account/login/" in client.post(reverse("bot_enter", args=[rob.pk]), {"table": table.code})["Location"]
    assert not sits(table, rob.user)


def leave(client: Client, bot: Bot) -> str:
    return html.unescape(client.post(reverse("bot_leave", args=[bot.pk]), follow=True).content.decode())


def test_the_owner_takes_the_bot_from_every_table(hers: Client, rob: Bot, table: Table, bob: User) -> None:
    """This includes tables that only the bot may see."""
    cash = open_table(bob, admits_bots=True, watchable=False)
    seating.sit_down(cash.pk, rob.user, number=1, chips=cash.buy_in_least)
    seating.hold_seat(open_table(bob, admits_bots=True).pk, rob.user, 2)
    enter(hers, rob, table.code)
    assert "Rob sits nowhere any more." in leave(hers, rob)
    assert not Seat.objects.filter(user=rob.user).exists()
    assert "every table" not in html.unescape(hers.get(reverse("bots")).content.decode())


def test_in_a_running_game_the_bot_keeps_its_seat_and_folds(hers: Client, rob: Bot, table: Table) -> None:
    begun(table, [rob.user, *people(2)])
    for _ in range(2):
        assert "there it folds from now on" in leave(hers, rob)
        assert table.seated.get(user=rob.user).state == Seat.State.OUT


def test_nobody_takes_away_another_owners_bot(rob: Bot, table: Table, bob: User) -> None:
    games.enter(table.pk, rob.user)
    his = Client()
    his.force_login(bob)
    assert his.post(reverse("bot_leave", args=[rob.pk])).status_code == 404
    with pytest.raises(PermissionDenied):
        bot_entry.withdraw_bot(rob, bob, table.pk)
    assert sits(table, rob.user)
