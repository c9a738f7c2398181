"""Test the settings of who finds and watches a table, its password, and the chat."""

import pytest
from django.contrib.auth.hashers import check_password

from accounts.models import User
from tables.models import Guest, Table
from tests.tables.helpers import fresh
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def test_the_host_chooses_who_finds_the_table(table: Table, alice: User) -> None:
    assert ask(table, alice, "set_door", found_by="invitation", watchable="1", approves="") == ""
    now = fresh(table)
    assert (now.found_by, now.watchable, now.approves) == ("invitation", True, False)


def test_a_missing_tick_turns_the_setting_off(table: Table, alice: User) -> None:
    ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="1")
    ask(table, alice, "set_door", found_by="lobby", approves=None)
    assert (fresh(table).watchable, fresh(table).approves) == (False, False)


def test_the_lobby_is_updated(table: Table, alice: User) -> None:
    before = fresh(table).lobby_version
    ask(table, alice, "set_door", found_by="link")
    assert fresh(table).lobby_version > before


def test_a_password_is_stored_as_a_hash_and_not_in_events(table: Table, alice: User) -> None:
    assert ask(table, alice, "set_password") == ""
    assert check_password("correct horse", fresh(table).password)
    assert "correct horse" not in str(list(table.events.values()))


def test_guests_must_give_a_new_password_again(table: Table, alice: User, bob: User) -> None:
    ask(table, alice, "set_password")
    guest = Guest.objects.create(table=table, user=bob, knows_password=True, invited=True)
    ask(table, alice, "set_password", password="other")
    guest.refresh_from_db()
    assert (guest.knows_password, guest.invited) == (False, True)


def test_an_empty_password_removes_it(table: Table, alice: User) -> None:
    ask(table, alice, "set_password")
    assert ask(table, alice, "set_password", password="  ") == ""
    assert fresh(table).password == ""
    assert list(table.events.values_list("values", flat=True)) == [{"value": True}, {"value": False}]


def test_the_host_sets_the_chat(table: Table, alice: User) -> None:
    assert ask(table, alice, "set_chat", says_slowly="10", watchers_apart="1", quiet_all_in="1") == ""
    now = fresh(table)
    assert (now.says_slowly, now.watchers_apart, now.quiet_all_in) == (10, True, True)


def test_unchanged_settings_are_no_event(table: Table, alice: User) -> None:
    ask(table, alice, "set_chat", says_slowly="0", watchers_apart="")
    ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="")
    ask(table, alice, "set_password", password="")
    assert not table.events.exists()
