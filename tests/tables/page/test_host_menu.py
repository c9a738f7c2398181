"""The host's menu shows what is so now; texts that are remembered are the same as those drawn anew."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.host_verbs import WORDS, ask, ask_all
from tests.tables.taking_over import drawn, parts_of

pytestmark = pytest.mark.django_db


def menu(table: Table, viewer: User) -> str:
    return drawn(table, viewer)["t-hosting"]


def buttons(text: str) -> set[str]:
    return set(re.findall(r'name="verb" value="(\w+)"', text))


@pytest.mark.parametrize("verb", sorted(WORDS))
def test_each_deed_shows_in_the_menu(three: Table, alice: User, bob: User, verb: str) -> None:
    before = menu(three, alice)
    ask(three, alice, verb)
    if verb in ("resume", "lift_ban", "unname_cohost", "remove_bot"):
        assert menu(three, alice) == before
        assert ask_all(three, alice, verb) == ""
    else:
        assert menu(three, alice) != before


def test_the_owner_has_every_word(three: Table, alice: User, carol: User) -> None:
    found = buttons(menu(three, alice))
    ask(three, alice, "name_cohost", whom=str(carol.pk))
    ask(three, alice, "ban")
    ask(three, alice, "add_bot")
    found |= buttons(menu(three, alice))
    ask(three, alice, "pause")
    assert found | buttons(menu(three, alice)) >= set(WORDS)


def test_a_cohost_has_all_but_the_choice_of_hosts(three: Table, alice: User, carol: User) -> None:
    ask(three, alice, "name_cohost", whom=str(carol.pk))
    assert buttons(menu(three, carol)) == buttons(menu(three, alice)) - {"name_cohost", "unname_cohost", "hand_over"}


def test_nobody_else_has_one(three: Table, bob: User, ted: User) -> None:
    assert buttons(menu(three, bob)) == buttons(menu(three, ted)) == set()


def test_none_at_a_closed_table(table: Table, alice: User) -> None:
    ask(table, alice, "close")
    assert buttons(menu(table, alice)) == set()


def test_a_name_cannot_break_out_of_it(three: Table, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name='"><b>B')
    assert "<b>B" not in menu(three, alice)


def test_the_page_has_tokens_for_browsers_without_script(three: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("table", args=[three.code])).content.decode()
    part = page[page.index('id="t-hosting"') : page.index('id="t-sound"')]
    assert part.count("<form") == part.count("csrfmiddlewaretoken") > 5


def test_the_stakes_to_come_stand_beside_those_of_now(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, alice, "set_blinds")
    top = parts_of(Scene(snapshot.take(dealt.pk), bob, bob.preferences))["t-top"]
    assert "50/100 <span" in top
    assert "next hand 100/200, ante 10" in top
