"""Test the link to a table: shown on the felt while a host is alone, and where invitation links are made."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from poker_site.environment import ENV
from tables.hosting import house_bots, invitations, links
from tables.hosting.links import Link
from tables.models import Table
from tables.page import dispatch, snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import fresh, open_table, seat_people

pytestmark = pytest.mark.django_db
SITE = "https://poker.example.org"


def shown(table: Table, user: User, part: str = "asking", site: str = SITE) -> str:
    scene = Scene(snapshot.take(table.pk), user, user.preferences, origin=site)
    return parts_of(scene)[f"t-{part}"]


def addresses(text: str) -> list[str]:
    return re.findall(r'value="(http[^"]+)"', text)


@pytest.fixture
def private(alice: User) -> Table:
    return open_table(alice, found_by=Table.FoundBy.INVITATION)


class TestOnTheFelt:
    def test_felt_shows_the_address_and_its_qr_code(self, table: Table) -> None:
        felt = shown(table, table.owner)
        assert addresses(felt) == [f"{SITE}/t/{table.code}/"]
        assert 'class="qr"' in felt
        assert "data-copies" in felt
        assert "data-shares" in felt

    def test_felt_shows_it_to_hosts_only(self, table: Table, alice: User, bob: User) -> None:
        assert addresses(shown(table, bob)) == []
        dispatch.do(table.pk, alice, {"verb": "name_cohost", "whom": bob.pk})
        assert addresses(shown(table, bob)) == addresses(shown(table, alice)) != []

    def test_felt_shows_it_to_a_host_seated_alone(self, table: Table, alice: User) -> None:
        seat_people(table, [alice])
        Table.objects.filter(pk=table.pk).update(due="", due_at=None)
        assert addresses(shown(table, alice))

    def test_felt_hides_it_once_another_player_has_come(self, table: Table, alice: User, bob: User) -> None:
        seat_people(table, [alice, bob])
        assert addresses(shown(table, alice)) == []

    def test_felt_hides_it_beside_house_bots(self, table: Table, alice: User) -> None:
        house_bots.add_bot(table.pk, alice, "caller")
        assert addresses(shown(table, alice)) == []

    def test_felt_hides_it_at_a_closed_table(self, table: Table, alice: User) -> None:
        dispatch.do(table.pk, alice, {"verb": "close"})
        assert addresses(shown(table, alice)) == []

    def test_felt_offers_a_link_first_at_an_invite_only_table(self, private: Table, alice: User) -> None:
        before = shown(private, alice)
        assert addresses(before) == []
        assert 'value="make_link"' in before
        link = invitations.make_link(private.pk, alice)
        assert addresses(shown(private, alice)) == [f"{SITE}/i/{link.code}/"]
        assert private.code not in shown(private, alice)

    def test_felt_mentions_the_password(self, alice: User) -> None:
        table = open_table(alice, password="open sesame")
        assert "They also need the password" in shown(table, alice)
        assert "open sesame" not in shown(table, alice)


class TestInTheMenu:
    def test_a_new_link_is_shown_where_it_was_made(self, private: Table, alice: User) -> None:
        first, second = (invitations.make_link(private.pk, alice) for _ in range(2))
        menu = shown(private, alice, "hosting")
        assert addresses(menu) == [f"{SITE}/i/{second.code}/", f"{SITE}/i/{first.code}/"]
        assert menu.count("<svg") == 1  # only the newest has its QR code beside it

    def test_menu_shows_the_address_unless_an_invitation_is_needed(self, table: Table, private: Table) -> None:
        assert addresses(shown(table, table.owner, "hosting")) == [f"{SITE}/t/{table.code}/"]
        assert addresses(shown(private, private.owner, "hosting")) == []


class TestWarning:
    @pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
    def test_a_link_to_this_computer_warns(self, table: Table, site: str) -> None:
        for part in ("asking", "hosting"):
            assert "works on this computer only" in shown(table, table.owner, part, site)

    @pytest.mark.parametrize("kind", ["table", "private"])
    def test_the_menu_warns_once(self, kind: str, request: pytest.FixtureRequest) -> None:
        table: Table = request.getfixturevalue(kind)
        for _ in range(2):
            invitations.make_link(table.pk, table.owner)
        menu = shown(table, table.owner, "hosting", "http://localhost:8000")
        assert menu.count("works on this computer only") == 1

    @pytest.mark.parametrize("site", [SITE, "http://192.168.1.20:8000", "http://room.local:8000"])
    def test_other_links_do_not_warn(self, table: Table, site: str) -> None:
        assert "this computer only" not in shown(table, table.owner, "asking", site)

    def test_warning_names_the_address_that_other_devices_reach(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(links, "ENV", replace(ENV, production=False, host="0.0.0.0", port=8000))
        monkeypatch.setattr(links, "reachable_hosts", lambda host: ["192.168.1.20"])
        assert Link("http://127.0.0.1:8000/t/x/").reachable_at == "http://192.168.1.20:8000/"
        assert Link("http://192.168.1.20:8000/t/x/").reachable_at == ""


def test_felt_shows_the_start(table: Table, alice: User) -> None:
    dispatch.do(table.pk, alice, {"verb": "set_start", "start": _next_year()})
    assert fresh(table).starts_at is not None
    assert "Starts" in shown(table, alice)


def _next_year() -> str:
    return (timezone.now() + timedelta(days=300)).strftime("%Y-%m-%dT%H:%M")
