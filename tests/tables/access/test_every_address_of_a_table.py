"""Test that each address with a table's code in it, now and in future, is closed to users whom its rules keep out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Sanction, User
from accounts.services import sanctions
from tables.models import Game, Guest, Table, TableBan
from tables.urls import urlpatterns
from tests.tables.helpers import open_table, seat_people

pytestmark = pytest.mark.django_db
NAME = "Secret den"
NO_CODE = "0" * 13
"""Names no table."""
ADDRESSES = sorted(
    str(address.name)
    for address in urlpatterns
    if str(address.pattern).startswith(("t/<code:code>/", "results/<code:code>"))
)
FORMS: dict[str, list[dict[str, str]]] = {
    "table_do": [{"verb": "hold", "seat": "2"}, {"verb": "say", "text": "hello"}, {"verb": "wait"}],
    "table_door": [{"chips": "10000"}, {"password": "x"}],
}


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def private(alice: User, carol: User) -> Table:
    return _with_people(open_table(alice, name=NAME, found_by=Table.FoundBy.INVITATION), carol)


def unwatched(alice: User, carol: User) -> Table:
    return _with_people(open_table(alice, name=NAME, watchable=False), carol)


def listed(alice: User, carol: User) -> Table:
    return _with_people(open_table(alice, name=NAME), carol)


def _with_people(table: Table, carol: User) -> Table:
    """Seat Carol and add a game, so that every address has something to show."""
    Game.objects.create(table=table, stack=5)
    seat_people(table, [carol])
    return table


def asked(client: Client, code: str, *, but: str = "") -> dict[str, tuple[int, str]]:
    """Return what each address answers to a GET and to every form."""
    found: dict[str, tuple[int, str]] = {}
    for name in (name for name in ADDRESSES if name != but):
        address = reverse(name, args=[code, *_more(name)])
        for what, answer in [("look", client.get(address)), *_posted(client, name, address)]:
            found[f"{name} {what}"] = (answer.status_code, answer.get("Location", answer.content.decode()))
    return found


def _more(name: str) -> list[int]:
    """Fill in the other parts of an address, such as the player of a card."""
    return [User.objects.get(username="carol").pk] if name == "table_player" else []


def _posted(client: Client, name: str, address: str) -> list[tuple[str, Any]]:
    return [(str(form), client.post(address, form)) for form in FORMS.get(name, [{}])]


def told(client: Client, table: Table, *, but: str = "") -> dict[str, tuple[int, str]]:
    """Return the answers that show something, or redirect to it as no unknown code would."""
    answers, unknown = asked(client, table.code, but=but), asked(client, NO_CODE, but=but)
    sent_on = {
        what
        for what, (status, text) in answers.items()
        if status == 302 and table.code in text and unknown[what] != (status, text.replace(table.code, NO_CODE))
    }
    shown = {what for what, (status, text) in answers.items() if status == 200 or NAME in text}
    return {what: answer for what, answer in answers.items() if what in sent_on | shown}


def untouched(table: Table, bob: User) -> bool:
    at_table = [table.seated, table.waiting, table.wishes, table.chat]
    return not any(rows.filter(user=bob).exists() for rows in at_table)  # type: ignore[attr-defined]


def test_the_addresses_are_found() -> None:
    assert {"table", "table_do", "table_chat", "table_door", "table_ledger", "results_board"} <= set(ADDRESSES)


def test_a_stranger_is_shown_nothing_of_a_private_table(alice: User, bob: User, carol: User) -> None:
    table = private(alice, carol)
    assert told(of(bob), table) == {}
    assert untouched(table, bob)


@pytest.mark.parametrize("make", [private, unwatched, listed])
def test_a_banned_user_is_shown_nothing_of_any_table(
    make: Callable[[User, User], Table], alice: User, bob: User, carol: User
) -> None:
    table = make(alice, carol)
    Guest.objects.create(table=table, user=bob, invited=True, knows_password=True)
    TableBan.objects.create(table=table, user=bob)
    assert told(of(bob), table) == {}
    assert untouched(table, bob)


def test_an_unwatchable_table_shows_only_the_page_before_it(alice: User, bob: User, carol: User) -> None:
    table = unwatched(alice, carol)
    door = (302, reverse("table_door", args=[table.code]))
    assert told(of(bob), table, but="table_door") == {"table look": door, "table {}": door}


def logins(answers: dict[str, tuple[int, str]]) -> set[str]:
    return {what for what, (status, text) in answers.items() if status == 302 and text.startswith("/account/login/")}


def test_visitors_of_a_private_table_are_sent_to_the_login(alice: User, carol: User) -> None:
    answers = asked(Client(), private(alice, carol).code)
    assert logins(answers) == set(answers)


@pytest.mark.parametrize("make", [unwatched, listed])
def test_visitors_of_other_tables_see_only_what_table_it_is(
    make: Callable[[User, User], Table], alice: User, carol: User
) -> None:
    answers = asked(Client(), make(alice, carol).code)
    assert set(answers) - logins(answers) == {"table look", "table {}"}


@pytest.mark.parametrize("make", [private, unwatched, listed])
def test_a_user_banned_from_the_site_is_treated_as_a_visitor(
    make: Callable[[User, User], Table], alice: User, carol: User, bob: User, moderator: User
) -> None:
    table = make(alice, carol)
    client = of(bob)
    Guest.objects.create(table=table, user=bob, invited=True)
    sanctions.impose(bob, kind=Sanction.Kind.BAN, reason="Noise.", until=None, by=moderator)
    stranger, banned = asked(Client(), table.code), asked(client, table.code)
    assert logins(banned) == logins(stranger)
    assert {what for what, (_status, text) in banned.items() if NAME in text} <= {"table look", "table {}"}
    assert untouched(table, bob)


def test_an_invited_user_finds_the_same_addresses_open(alice: User, bob: User, carol: User) -> None:
    """The refusals above mean something only if these addresses can open."""
    table = private(alice, carol)
    Guest.objects.create(table=table, user=bob, invited=True)
    opened = [what for what, (status, _text) in asked(of(bob), table.code).items() if status == 200]
    assert {"table look", "table_chat look", "game_result look"} <= set(opened)
    assert not untouched(table, bob)
