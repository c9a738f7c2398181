"""Test that only hosts of this table change anything, by form or by socket."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from tables.models import Cohost, Table, TableBan, TableEvent
from tests.tables.helpers import fresh, open_table
from tests.tables.host_verbs import EXAMPLES, OWNERS_ONLY, ask, values, verb_url
from tests.tables.page.test_socket import at

VERBS = sorted(EXAMPLES)
ONLY_THE_HOST = "Only the host of this table can do this"


def state(table: Table) -> Any:
    seats = list(table.seated.order_by("pk").values())
    people = [list(model.objects.values()) for model in (Cohost, TableBan, TableEvent)]
    return [{**Table.objects.filter(pk=table.pk).values().get(), "version": 0, "around_version": 0}, seats, people]


@pytest.mark.django_db
@pytest.mark.parametrize("verb", VERBS)
def test_others_are_refused_by_form(dealt: Table, bob: User, carol: User, ted: User, verb: str) -> None:
    """The users are a player, a guest and the host of another table."""
    open_table(ted)
    before = state(dealt)
    for user in (bob, carol, ted):
        client = Client()
        client.force_login(user)
        answer = client.post(verb_url(dealt), values(verb), headers={"HX-Request": "true"})
        assert ONLY_THE_HOST in answer.content.decode()
    assert state(dealt) == before


@pytest.mark.django_db
@pytest.mark.parametrize("verb", VERBS)
def test_visitors_are_sent_to_the_login(dealt: Table, verb: str) -> None:
    before = state(dealt)
    answer = Client().post(verb_url(dealt), values(verb))
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/account/login/")
    assert state(dealt) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.channels
async def test_others_are_refused_by_socket(dealt: Table, bob: User, carol: User) -> None:
    before = await sync_to_async(state)(dealt)
    for user in (bob, carol):
        async with at(dealt, user) as screen:
            for verb in VERBS:
                await screen.ask(**await sync_to_async(values)(verb))
                assert (await screen.notice()).startswith(ONLY_THE_HOST), verb
    assert await sync_to_async(state)(dealt) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.channels
async def test_a_host_is_admitted_by_socket(dealt: Table, alice: User) -> None:
    """The refusals above mean something only if this way can succeed."""
    async with at(dealt, alice) as screen:
        await screen.ask(**await sync_to_async(values)("set_clock"))
        while "60 seconds to act" not in (await screen.hear()).get("t-events", ""):
            pass
    assert (await sync_to_async(fresh)(dealt)).seconds_to_act == 60


@pytest.mark.django_db
@pytest.mark.parametrize("verb", VERBS)
def test_a_cohost_does_all_but_choose_the_hosts(seated: Table, carol: User, verb: str) -> None:
    Cohost.objects.create(table=seated, user=carol)
    refused = ask(seated, carol, verb)
    assert ("not a co-host" in refused) is (verb in OWNERS_ONLY)
    assert not refused.startswith(ONLY_THE_HOST) or verb in OWNERS_ONLY


@pytest.mark.django_db
@pytest.mark.parametrize("verb", VERBS)
def test_nothing_changes_at_a_closed_table(table: Table, alice: User, bob: User, verb: str) -> None:
    ask(table, alice, "close")
    assert ask(table, alice, verb) == "This table is closed."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("verb", "broken"),
    [
        ("set_blinds", {"small_blind": "x"}),
        ("set_blinds", {"big_blind": "-5"}),
        ("set_clock", {"seconds": ""}),
        ("set_limits", {"least": None}),
        ("remove", {"whom": "99999"}),
        ("remove", {"whom": ["1"]}),
        ("ban", {"name": "Nobody At All"}),
        ("hand_over", {"whom": "1" * 15}),
        ("set_door", {"found_by": "everybody"}),
        ("set_door", {"found_by": ["lobby"]}),
        ("set_password", {"password": "x" * 65}),
        ("set_chat", {"says_slowly": "301"}),
        ("add_bot", {"style": "clever"}),
        ("remove_bot", {"seat": "11"}),
    ],
)
def test_wrong_values_are_refused(dealt: Table, alice: User, verb: str, broken: dict[str, Any]) -> None:
    before = state(dealt)
    assert ask(dealt, alice, verb, **broken)
    assert state(dealt) == before
