"""A form that comes twice, by a double click without script or as the first answer was lost, is done once."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Bot, Friendship, User
from accounts.services import bots, friends
from tables.models import LedgerEntry, Purse, StudyHand, Table
from tables.play import lifecycle
from tests.tables.games import knockout, series
from tests.tables.history.test_study_shelf import A_HAND

pytestmark = pytest.mark.django_db
KEY = re.compile(r"eh-[0-9A-Z]{26}")


@pytest.fixture
def hers(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def sentences(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


class TestATable:
    @staticmethod
    def form(hers: Client, **values: str) -> dict[str, str]:
        shown = hers.get(reverse("new_table")).content.decode()
        [once] = re.findall(r'name="once" value="(\w+)"', shown)
        return {"rulebook": "cash", "found_by": "lobby", "once": once, **values}

    @pytest.mark.parametrize("rulebook", ["cash", "contest"])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_one_form_opens_one(self, hers: Client, rulebook: str) -> None:
        form = self.form(hers, rulebook=rulebook)
        first, second = (hers.post(reverse("new_table"), form) for _ in range(2))
        assert first["Location"] == second["Location"] == reverse("table", args=[Table.objects.get().code])

    def test_the_same_choices_in_a_new_form_open_another(self, hers: Client) -> None:
        for _ in range(2):
            hers.post(reverse("new_table"), self.form(hers, name="Friday"))
        assert Table.objects.count() == 2

    def test_who_goes_back_and_changes_the_name_has_two(self, hers: Client) -> None:
        form = self.form(hers)
        for name in ("One", "Two"):
            hers.post(reverse("new_table"), {**form, "name": name})
        assert list(Table.objects.order_by("pk").values_list("name", flat=True)) == ["One", "Two"]

    def test_who_goes_back_after_closing_it_opens_another(self, hers: Client, alice: User) -> None:
        form = self.form(hers)
        hers.post(reverse("new_table"), form)
        lifecycle.close(Table.objects.get().pk, alice)
        hers.post(reverse("new_table"), form)
        assert Table.objects.exclude(state=Table.State.CLOSED).count() == 1

    def test_its_address_does_not_follow_from_what_others_can_know(self, hers: Client, bob: User) -> None:
        form = self.form(hers)
        his = Client()
        his.force_login(bob)
        for person in (hers, his):
            person.post(reverse("new_table"), form)
        codes = set(Table.objects.values_list("code", flat=True))
        assert len(codes) == 2
        assert form["once"] not in codes


class TestABot:
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_made_twice_it_is_one_and_the_key_that_is_shown_is_good(self, hers: Client) -> None:
        first, second = (KEY.findall(hers.post(reverse("bots_make"), {"name": "Rob"}).content.decode()) for _ in "12")
        assert bots.bot_of_key(second[0]) == Bot.objects.get().user
        assert bots.bot_of_key(first[0]) is None

    @pytest.mark.parametrize("since", ["it has come in", "long ago"])
    def test_one_that_is_there_keeps_its_key(self, hers: Client, alice: User, since: str) -> None:
        bot, key = bots.open_bot(alice, "Rob")
        if since == "long ago":
            User.objects.filter(pk=bot.pk).update(joined_at=timezone.now() - timedelta(minutes=2))
        else:
            bots.note_seen(bot.pk)
        answer = hers.post(reverse("bots_make"), {"name": "Rob"})
        assert "You have a bot with this name" in html.unescape(answer.content.decode())
        assert bots.bot_of_key(key) == bot.user

    def test_the_page_of_a_new_key_reloaded_does_not_end_what_came_in_with_it(self, hers: Client, alice: User) -> None:
        bot, _key = bots.open_bot(alice, "Rob")
        form = {"number": str(bot.key_number)}
        hers.post(reverse("bot_rotate", args=[bot.pk]), form)
        [key] = set(KEY.findall(hers.post(reverse("bot_rotate", args=[bot.pk]), form).content.decode()))
        bots.note_seen(bot.pk)
        answer = hers.post(reverse("bot_rotate", args=[bot.pk]), form)
        assert sentences(answer) == [
            "Its key was changed since, and is in use. If you do not have it, make a new one now."
        ]
        assert bots.bot_of_key(key) == bot.user

    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_deleted_twice_it_is_gone(self, hers: Client, alice: User) -> None:
        path = reverse("bot_delete", args=[bots.open_bot(alice, "Rob")[0].pk])
        assert [hers.post(path)["Location"] for _ in range(2)] == [reverse("bots")] * 2


class TestARequest:
    @pytest.mark.parametrize(("verb", "told"), [("accept", "are friends now"), ("decline", "Declined")])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_answered_twice_is_answered(self, hers: Client, alice: User, bob: User, verb: str, told: str) -> None:
        friends.ask(bob, alice)
        for _ in range(2):
            answer = hers.post(reverse("friends_answer"), {verb: str(bob.pk)})
            assert told in sentences(answer)[-1]
        assert Friendship.objects.count() == (verb == "accept")

    def test_accepted_on_one_page_it_cannot_be_declined_on_another(self, hers: Client, alice: User, bob: User) -> None:
        friends.ask(bob, alice)
        friends.accept(alice, bob)
        assert sentences(hers.post(reverse("friends_answer"), {"decline": str(bob.pk)})) == ["You are friends already."]
        assert Friendship.objects.exists()


def test_files_brought_twice_are_on_the_shelf_once(hers: Client) -> None:
    told = [
        sentences(hers.post(reverse("study"), {"files": SimpleUploadedFile("mine.phh", A_HAND.encode())}))[-1]
        for _ in range(2)
    ]
    assert told == ["1 hand is on your shelf now.", "1 hand was there already."]
    assert StudyHand.objects.count() == 1


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_a_refill_pressed_twice_is_one_and_no_refusal(hers: Client, alice: User) -> None:
    Purse.objects.create(user=alice, chips=1_500)
    assert [sentences(hers.post(reverse("refill"))) for _ in range(2)] == [[], []]
    assert LedgerEntry.objects.get().to_purse == 98_500


def test_what_is_said_twice_is_read_once(hers: Client) -> None:
    for _ in range(2):
        hers.post(reverse("account_name"), {"display_name": "Ada"})
    assert hers.get(reverse("account")).content.decode().count("Other players now see you as Ada.") == 1


class TestSigningUpForAGame:
    @pytest.mark.parametrize("named", [{}, {"seat": "3"}])
    @pytest.mark.parametrize("open_game", [series, knockout])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_pressed_twice_is_signed_up_and_no_refusal(
        self, hers: Client, bob: User, named: dict[str, str], open_game: Callable[..., Table]
    ) -> None:
        table = open_game(bob, players_most=4)
        told = [sentences(hers.post(reverse("table_do", args=[table.code]), {"verb": "enter", **named})) for _ in "12"]
        assert told == [[], []]
        assert table.seated.get().number == int(named.get("seat", 1))

    def test_who_sits_does_not_get_another_seat_by_it(self, hers: Client, bob: User) -> None:
        door = reverse("table_do", args=[knockout(bob, players_most=4).code])
        told = [sentences(hers.post(door, {"verb": "enter", "seat": seat})) for seat in "23"]
        assert told == [[], ["You sit at this table already."]]
