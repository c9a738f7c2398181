"""Check presence without JavaScript: a page that reloads every few seconds counts in place of a socket."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Presence, Table
from tables.play import due, presence, seating
from tests.tables.helpers import Clock, fresh, look_away, moment_of

pytestmark = pytest.mark.django_db


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def read_anew(table: Table, user: User) -> str:
    """Load the page and follow its refresh, as a browser without JavaScript does."""
    address = reverse("table", args=[table.code])
    page = of(user).get(address).content.decode()
    found = re.search(r'<noscript><meta http-equiv="refresh" content="5; url=([^"]*)">', page)
    assert found is not None
    return str(of(user).get(address + found[1]).content.decode())


@pytest.fixture
def quiet(seated: Table, alice: User, bob: User, clock: Clock) -> Table:
    """Return a table about to close, where two players sit but neither has a socket."""
    look_away(seated, alice, bob)
    clock.run_due(seated)
    assert fresh(seated).due == "close"
    return seated


def test_reload_without_script_wakes_the_table(quiet: Table, alice: User, clock: Clock) -> None:
    read_anew(quiet, alice)
    clock.run_due(quiet)
    assert fresh(quiet).hands_dealt == 1


def test_reload_without_script_shows_the_player_as_present(quiet: Table, alice: User, bob: User) -> None:
    read_anew(quiet, alice)
    assert presence.present(fresh(quiet)) == {alice.pk}
    assert read_anew(quiet, bob).count('<span class="badge">Offline</span>') == 0


@pytest.mark.differs_on_services("the database's clock decides")
def test_presence_without_script_ends_after_a_minute(quiet: Table, alice: User, clock: Clock) -> None:
    read_anew(quiet, alice)
    clock.go_on(40)
    version = fresh(quiet).version
    read_anew(quiet, alice)
    assert fresh(quiet).version == version
    clock.go_on(59)
    assert presence.present(fresh(quiet)) == {alice.pk}
    clock.go_on(1)
    due.sweep()
    assert not Presence.objects.exists()
    assert fresh(quiet).version > version


def test_form_sent_without_script_counts_as_presence(dealt: Table, alice: User) -> None:
    look_away(dealt, alice)
    moment = moment_of(dealt)
    values = {"verb": "call", "moment": f"{moment.hand}.{moment.moves}"}
    of(alice).post(reverse("table_do", args=[dealt.code]), values)
    assert alice.pk in presence.present(fresh(dealt))


def test_page_load_with_script_does_not_count_as_presence(quiet: Table, alice: User) -> None:
    of(alice).get(reverse("table", args=[quiet.code]))
    seating.sit_out(quiet.pk, alice)
    assert presence.present(fresh(quiet)) == set()
