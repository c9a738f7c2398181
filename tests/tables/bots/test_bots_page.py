"""Test the pages of bots: making one, its key, which is shown once, managing it, and the record that all may see."""

import html
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.bot_keys import ConnectionSlot
from accounts.models import Bot, User
from accounts.services import bots
from tables.bots.api.schema import SCHEMA
from tables.bots.records import bot_shown
from tables.models import Hand, HandPlayer, Table
from tests.tables.helpers import open_table, seat_people

pytestmark = pytest.mark.django_db
KEY = re.compile(r"eh-[0-9A-Z]{26}")


@pytest.fixture
def rob(alice: User) -> tuple[Bot, str]:
    return bots.open_bot(alice, "Rob")


@pytest.fixture
def hers(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def his(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def page(client: Client, name: str = "bots", *args: object) -> str:
    return html.unescape(client.get(reverse(name, args=args)).content.decode())


def finished(table: Table, nets: dict[User, int]) -> None:
    """Store a hand with these results."""
    hand = Hand.objects.create(
        table=table, number=table.hands.count() + 1, state="over", rules=table.rules, button=1, sealed={}, cut=0,
        ended_at=table.opened_at,
    )  # fmt: skip
    HandPlayer.objects.bulk_create(
        HandPlayer(hand=hand, seat=seat, user=user, stack=1, net=net) for seat, (user, net) in enumerate(nets.items())
    )


def test_a_bot_is_made_and_its_key_shown_once(hers: Client, alice: User) -> None:
    answer = hers.post(reverse("bots_make"), {"name": "Rob"})
    [key] = set(KEY.findall(answer.content.decode()))
    user = bots.bot_of_key(key)
    assert user is not None
    assert (user.display_name, user.bot.owner) == ("Rob", alice)
    assert "no-store" in answer.headers["Cache-Control"]
    for name, args in (("bots", []), ("bot", [user.pk]), ("bot_delete", [user.pk])):
        assert not KEY.search(page(hers, name, *args))


def test_the_key_page_has_an_example_that_runs(hers: Client) -> None:
    shown = html.unescape(hers.post(reverse("bots_make"), {"name": "Rob"}).content.decode())
    assert re.search(r"BOT_KEY=eh-\w{26} python bot\.py ws://testserver/ws/bot/v1/", shown)
    assert "curl -O http://testserver/docs/bot.py" in shown
    for name in ("bot.py", "bot.mjs"):
        assert "hello" in hers.get(reverse("bot_file", args=[name])).content.decode()


def test_the_schema_is_published_for_everybody(client: Client) -> None:
    answer = client.get("/docs/bot-v1.schema.json")
    assert json.loads(answer.content) == SCHEMA
    assert answer.headers["Content-Type"].startswith("application/schema+json")
    assert client.get("/docs/settings.py").status_code == 404
    assert client.get("/docs/../manage.py").status_code == 404


@pytest.mark.parametrize("name", ["", "x", "Alice", "bot:1", "\0", "R" * 500])
def test_a_wrong_name_makes_no_bot(hers: Client, name: str) -> None:
    answer = hers.post(reverse("bots_make"), {"name": name})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode()
    assert not Bot.objects.exists()


def test_an_owner_of_ten_bots_gets_no_form(hers: Client, alice: User) -> None:
    for number in range(10):
        bots.open_bot(alice, f"Robot {number}")
    assert reverse("bots_make") not in page(hers)
    assert hers.post(reverse("bots_make"), {"name": "Eleven"}).status_code == 422


def test_a_key_can_be_rotated_and_revoked_and_the_bot_deleted(hers: Client, rob: tuple[Bot, str]) -> None:
    bot, old = rob
    [new] = set(KEY.findall(hers.post(reverse("bot_rotate", args=[bot.pk])).content.decode()))
    assert bots.bot_of_key(old) is None
    assert bots.bot_of_key(new) == bot.user
    hers.post(reverse("bot_revoke", args=[bot.pk]))
    assert bots.bot_of_key(new) is None
    assert "It has no key" in page(hers)
    assert "Delete for good" in page(hers, "bot_delete", bot.pk)
    assert Bot.objects.exists()
    hers.post(reverse("bot_delete", args=[bot.pk]))
    assert not Bot.objects.exists()


@pytest.mark.parametrize("name", ["bot_rotate", "bot_revoke", "bot_delete"])
def test_only_the_owner_can_change_a_bot(his: Client, client: Client, rob: tuple[Bot, str], name: str) -> None:
    bot, key = rob
    assert his.post(reverse(name, args=[bot.pk])).status_code == 404
    assert client.post(reverse(name, args=[bot.pk])).status_code == 302
    assert bots.bot_of_key(key) == bot.user


@pytest.mark.parametrize("name", ["bots_make", "bot_rotate", "bot_revoke"])
def test_get_requests_change_nothing(hers: Client, rob: tuple[Bot, str], name: str) -> None:
    hers.get(reverse(name, args=[] if name == "bots_make" else [rob[0].pk]))
    assert bots.bot_of_key(rob[1]) == rob[0].user


def test_the_record_is_for_all_users_and_the_rest_for_the_owner(
    his: Client, client: Client, rob: tuple[Bot, str]
) -> None:
    shown = page(his, "bot", rob[0].pk)
    assert "A program of Alice" in shown
    assert reverse("bot_rotate", args=[rob[0].pk]) not in shown
    assert his.get(reverse("bot", args=[99_999_999])).status_code == 404
    assert client.get(reverse("bot", args=[rob[0].pk])).status_code == 302


@pytest.mark.differs_on_services("JSON look-ups and sums of large numbers")
def test_the_record_counts_finished_hands_by_the_blinds_of_each(rob: tuple[Bot, str], alice: User, bob: User) -> None:
    bot, _ = rob
    small = open_table(bob, options={"small_blind": 50, "big_blind": 100})
    large = open_table(bob, options={"small_blind": 500, "big_blind": 1000}, buy_in_least=1000, buy_in_most=100_000)
    finished(small, {bot.user: 100, bob: -100})
    finished(small, {bot.user: -200, bob: 200})
    finished(large, {bot.user: 4_000, bob: -4_000})
    shown = bot_shown(bot.pk, alice)
    assert shown is not None
    assert (shown.record.hands, shown.record.net) == (3, 3_900)
    assert shown.record.mbb_per_hand == 1000  # (1 - 2 + 4) / 3 big blinds
    assert shown.record.interval == 3395  # 1.96 * 3 / sqrt(3)


@pytest.mark.differs_on_services("JSON look-ups and sums of large numbers")
def test_a_large_stack_does_not_break_the_record(rob: tuple[Bot, str], alice: User, bob: User) -> None:
    finished(open_table(bob), {rob[0].user: 10**12, bob: -(10**12)})
    shown = bot_shown(rob[0].pk, alice)
    assert shown is not None
    assert shown.record.net == 10**12


def test_only_readers_who_may_see_a_table_are_shown_that_a_bot_sits_there(
    hers: Client, his: Client, alice: User, bob: User, rob: tuple[Bot, str]
) -> None:
    seat_people(open_table(bob, name="The open one", admits_bots=True), [rob[0].user])
    private = open_table(alice, name="The private one", admits_bots=True, watchable=False)
    private.seated.create(user=rob[0].user, number=1, stack=1, state="playing")
    assert "The open one" in page(hers, "bot", rob[0].pk)
    assert "The private one" in page(hers, "bot", rob[0].pk)
    assert "The private one" not in page(his, "bot", rob[0].pk)
    assert "At 1 private table" in page(his, "bot", rob[0].pk)


@pytest.mark.differs_on_services("presence is kept in Redis")
def test_the_page_shows_whether_a_bot_is_connected(hers: Client, rob: tuple[Bot, str]) -> None:
    assert "Not connected" in page(hers)
    place = ConnectionSlot.take(rob[0].pk)
    assert "Not connected" not in page(hers)
    place.give_back()
    assert "Not connected" in page(hers)


@pytest.mark.differs_on_services("JSON look-ups and sums of large numbers")
def test_many_bots_cost_no_more_queries_than_one(hers: Client, alice: User, rob: tuple[Bot, str]) -> None:
    page(hers)
    with CaptureQueriesContext(connection) as one:
        page(hers)
    for number in range(5):
        bots.open_bot(alice, f"Robot {number}")
    with CaptureQueriesContext(connection) as six:
        page(hers)
    assert len(six) == len(one)


def test_only_the_owner_can_rename_a_bot(hers: Client, his: Client, rob: tuple[Bot, str]) -> None:
    address = reverse("bot_rename", args=[rob[0].pk])
    assert his.get(address).status_code == his.post(address, {"name": "Mine"}).status_code == 404
    assert "Rename Rob" in html.unescape(hers.get(address).content.decode())
    refused = hers.post(address, {"name": "\u202e"})
    assert (refused.status_code, b"errorlist" in refused.content) == (422, True)
    assert "Your bot is called Ada now." in html.unescape(
        hers.post(address, {"name": "Ada"}, follow=True).content.decode()
    )
    assert "Rob" not in page(hers)


def test_the_key_page_names_the_node_version(hers: Client, rob: tuple[Bot, str]) -> None:
    answer = hers.post(reverse("bot_rotate", args=[rob[0].pk])).content.decode()
    assert "version 22 or newer" in answer
