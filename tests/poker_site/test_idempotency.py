"""A form that is sent twice, by a double click without scripts or after a lost answer, is carried out once."""

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


class TestOpeningATable:
    @staticmethod
    def form(hers: Client, **values: str) -> dict[str, str]:
        shown = hers.get(reverse("new_table")).content.decode()
        [once] = re.findall(r'name="once" value="(\w+)"', shown)
        return {"rulebook": "cash", "found_by": "lobby", "once": once, **values}

    @pytest.mark.parametrize("rulebook", ["cash", "contest"])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_one_form_opens_one_table(self, hers: Client, rulebook: str) -> None:
        form = self.form(hers, rulebook=rulebook)
        first, second = (hers.post(reverse("new_table"), form) for _ in range(2))
        assert first["Location"] == second["Location"] == reverse("table", args=[Table.objects.get().code])

    def test_the_same_choices_in_a_new_form_open_another_table(self, hers: Client) -> None:
        for _ in range(2):
            hers.post(reverse("new_table"), self.form(hers, name="Friday"))
        assert Table.objects.count() == 2

    def test_going_back_and_changing_the_name_opens_another_table(self, hers: Client) -> None:
        form = self.form(hers)
        for name in ("One", "Two"):
            hers.post(reverse("new_table"), {**form, "name": name})
        assert list(Table.objects.order_by("pk").values_list("name", flat=True)) == ["One", "Two"]

    def test_going_back_after_closing_the_table_opens_another(self, hers: Client, alice: User) -> None:
        form = self.form(hers)
        hers.post(reverse("new_table"), form)
        lifecycle.close(Table.objects.get().pk, alice)
        hers.post(reverse("new_table"), form)
        assert Table.objects.exclude(state=Table.State.CLOSED).count() == 1

    def test_the_address_of_a_table_cannot_be_derived_from_the_form(self, hers: Client, bob: User) -> None:
        form = self.form(hers)
        his = Client()
        his.force_login(bob)
        for person in (hers, his):
            person.post(reverse("new_table"), form)
        codes = set(Table.objects.values_list("code", flat=True))
        assert len(codes) == 2
        assert form["once"] not in codes


class TestMakingABot:
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_sending_twice_makes_one_bot_with_the_key_shown_last(self, hers: Client) -> None:
        first, second = (KEY.findall(hers.post(reverse("bots_make"), {"name": "Rob"}).content.decode()) for _ in "12")
        assert bots.bot_of_key(second[0]) == Bot.objects.get().user
        assert bots.bot_of_key(first[0]) is None

    @pytest.mark.parametrize("since", ["it has come in", "long ago"])
    def test_an_existing_bot_keeps_its_key(self, hers: Client, alice: User, since: str) -> None:
        bot, key = bots.open_bot(alice, "Rob")
        if since == "long ago":
            User.objects.filter(pk=bot.pk).update(joined_at=timezone.now() - timedelta(minutes=2))
        else:
            bots.note_seen(bot.pk)
        answer = hers.post(reverse("bots_make"), {"name": "Rob"})
        assert "You have a bot with this name" in html.unescape(answer.content.decode())
        assert bots.bot_of_key(key) == bot.user

    def test_reloading_the_page_of_a_new_key_does_not_revoke_a_key_in_use(self, hers: Client, alice: User) -> None:
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
    def test_deleting_a_bot_twice_is_no_error(self, hers: Client, alice: User) -> None:
        path = reverse("bot_delete", args=[bots.open_bot(alice, "Rob")[0].pk])
        assert [hers.post(path)["Location"] for _ in range(2)] == [reverse("bots")] * 2


class TestAnsweringAFriendRequest:
    @pytest.mark.parametrize(("verb", "told"), [("accept", "are friends now"), ("decline", "Declined")])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_answering_twice_is_no_error(self, hers: Client, alice: User, bob: User, verb: str, told: str) -> None:
        friends.ask(bob, alice)
        for _ in range(2):
            answer = hers.post(reverse("friends_answer"), {verb: str(bob.pk)})
            assert told in sentences(answer)[-1]
        assert Friendship.objects.count() == (verb == "accept")

    def test_a_request_accepted_on_one_page_cannot_be_declined_on_another(
        self, hers: Client, alice: User, bob: User
    ) -> None:
        friends.ask(bob, alice)
        friends.accept(alice, bob)
        assert sentences(hers.post(reverse("friends_answer"), {"decline": str(bob.pk)})) == ["You are friends already."]
        assert Friendship.objects.exists()


def test_files_uploaded_twice_are_on_the_shelf_once(hers: Client) -> None:
    told = [
        sentences(hers.post(reverse("study"), {"files": SimpleUploadedFile("mine.phh", A_HAND.encode())}))[-1]
        for _ in range(2)
    ]
    assert told == ["1 hand is on your shelf now.", "1 hand was there already."]
    assert StudyHand.objects.count() == 1


@pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
def test_pressing_refill_twice_refills_once_without_a_refusal(hers: Client, alice: User) -> None:
    Purse.objects.create(user=alice, chips=1_500)
    assert [sentences(hers.post(reverse("refill"))) for _ in range(2)] == [[], []]
    assert LedgerEntry.objects.get().to_purse == 98_500


def test_a_message_added_twice_is_shown_once(hers: Client) -> None:
    for _ in range(2):
        hers.post(reverse("account_name"), {"display_name": "Ada"})
    assert hers.get(reverse("account")).content.decode().count("Other players now see you as Ada.") == 1


class TestSigningUpForAGame:
    @pytest.mark.parametrize("named", [{}, {"seat": "3"}])
    @pytest.mark.parametrize("open_game", [series, knockout])
    @pytest.mark.differs_on_services("a failed statement ends a transaction on PostgreSQL")
    def test_signing_up_twice_is_no_refusal(
        self, hers: Client, bob: User, named: dict[str, str], open_game: Callable[..., Table]
    ) -> None:
        table = open_game(bob, players_most=4)
        told = [sentences(hers.post(reverse("table_do", args=[table.code]), {"verb": "enter", **named})) for _ in "12"]
        assert told == [[], []]
        assert table.seated.get().number == int(named.get("seat", 1))

    def test_a_player_with_a_seat_does_not_get_another(self, hers: Client, bob: User) -> None:
        door = reverse("table_do", args=[knockout(bob, players_most=4).code])
        told = [sentences(hers.post(door, {"verb": "enter", "seat": seat})) for seat in "23"]
        assert told == [[], ["You sit at this table already."]]
