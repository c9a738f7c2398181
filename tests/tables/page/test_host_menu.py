"""Check that the host's menu shows the present state and only hosts have it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import drawn, parts_of
from tests.tables.host_verbs import EXAMPLES, ask, ask_all

pytestmark = pytest.mark.django_db


def menu(table: Table, viewer: User) -> str:
    return drawn(table, viewer)["t-hosting"]


def buttons(text: str) -> set[str]:
    return set(re.findall(r'name="verb" value="(\w+)"', text))


@pytest.mark.parametrize("verb", sorted(EXAMPLES))
def test_each_verb_of_a_host_changes_the_menu(three: Table, alice: User, bob: User, verb: str) -> None:
    before = menu(three, alice)
    ask(three, alice, verb)
    if verb in ("resume", "lift_ban", "unname_cohost", "remove_bot"):
        assert menu(three, alice) == before
        assert ask_all(three, alice, verb) == ""
    else:
        assert menu(three, alice) != before


def test_owner_is_offered_every_verb(three: Table, alice: User, carol: User) -> None:
    found = buttons(menu(three, alice))
    ask(three, alice, "name_cohost", whom=str(carol.pk))
    ask(three, alice, "ban")
    ask(three, alice, "add_bot")
    found |= buttons(menu(three, alice))
    ask(three, alice, "pause")
    assert found | buttons(menu(three, alice)) >= set(EXAMPLES)


def test_cohost_is_offered_all_but_choosing_hosts(three: Table, alice: User, carol: User) -> None:
    ask(three, alice, "name_cohost", whom=str(carol.pk))
    assert buttons(menu(three, carol)) == buttons(menu(three, alice)) - {"name_cohost", "unname_cohost", "hand_over"}


def test_players_and_watchers_have_no_host_menu(three: Table, bob: User, ted: User) -> None:
    assert buttons(menu(three, bob)) == buttons(menu(three, ted)) == set()


def test_closed_table_has_no_host_menu(table: Table, alice: User) -> None:
    ask(table, alice, "close")
    assert buttons(menu(table, alice)) == set()


def test_name_of_a_player_is_escaped(three: Table, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name='"><b>B')
    assert "<b>B" not in menu(three, alice)


def test_every_form_has_a_token_for_browsers_without_script(three: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("table", args=[three.code])).content.decode()
    part = page[page.index('id="t-hosting"') : page.index('id="t-sound"')]
    assert part.count("<form") == part.count("csrfmiddlewaretoken") > 5


def test_next_stakes_are_shown_beside_the_present_ones(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, alice, "set_blinds")
    top = parts_of(Scene(snapshot.take(dealt.pk), bob, bob.preferences))["t-top"]
    assert "50/100 <span" in top
    assert "next hand 100/200, ante 10" in top
