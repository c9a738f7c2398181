"""Who has no script has no socket, but is there all the same: the page that is read anew every few seconds says so."""

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
    """As the browser does without script."""
    address = reverse("table", args=[table.code])
    page = of(user).get(address).content.decode()
    found = re.search(r'<noscript><meta http-equiv="refresh" content="5; url=([^"]*)">', page)
    assert found is not None
    return str(of(user).get(address + found[1]).content.decode())


@pytest.fixture
def quiet(seated: Table, alice: User, bob: User, clock: Clock) -> Table:
    """Both sit there, and neither has a socket."""
    look_away(seated, alice, bob)
    clock.run_due(seated)
    assert fresh(seated).due == "close"
    return seated


def test_a_page_read_without_script_wakes_the_table(quiet: Table, alice: User, clock: Clock) -> None:
    read_anew(quiet, alice)
    clock.run_due(quiet)
    assert fresh(quiet).hands_dealt == 1


def test_others_see_who_is_there(quiet: Table, alice: User, bob: User) -> None:
    read_anew(quiet, alice)
    assert presence.present(fresh(quiet)) == {alice.pk}
    assert read_anew(quiet, bob).count('<span class="badge">Offline</span>') == 0


@pytest.mark.differs_on_services("the database's clock decides")
def test_who_has_gone_is_gone_after_a_minute(quiet: Table, alice: User, clock: Clock) -> None:
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


def test_a_form_sent_without_script_says_so_too(dealt: Table, alice: User) -> None:
    look_away(dealt, alice)
    moment = moment_of(dealt)
    values = {"verb": "call", "moment": f"{moment.hand}.{moment.moves}"}
    of(alice).post(reverse("table_do", args=[dealt.code]), values)
    assert alice.pk in presence.present(fresh(dealt))


def test_with_script_a_page_that_is_read_says_nothing(quiet: Table, alice: User) -> None:
    of(alice).get(reverse("table", args=[quiet.code]))
    seating.sit_out(quiet.pk, alice)
    assert presence.present(fresh(quiet)) == set()
