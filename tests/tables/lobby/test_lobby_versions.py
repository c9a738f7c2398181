"""Test what makes a new version of the lobby, and what is pushed then."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.viewer import Viewer
from poker_site.web.fragments import elements
from tables.core import hand_cache
from tables.hosting.house_bots import add_bot
from tables.lobby.page import lobby_of as page_of
from tables.lobby.push import lobby_version
from tables.lobby.table_relations import TableRelations, bonds_of
from tables.play import lifecycle, seating
from tests.lobbies import lobby_text
from tests.tables.lobby.test_lobby import ENGLISH, deal, open_table, sit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_hands_of_other_tests() -> None:
    """Clear hands of other tests: they were rolled back, and had the same numbers."""
    hand_cache._memory.hands.clear()


@pytest.fixture(autouse=True)
def clock() -> None:
    """Let time pass here: tables are listed by when they were opened."""


class TestVersion:
    @pytest.mark.differs_on_services("sums of versions")
    def test_version_grows_with_all_that_everybody_sees(self, alice: User, bob: User) -> None:
        seen = [lobby_version()]

        def step() -> None:
            seen.append(lobby_version())

        table = open_table(alice)
        step()
        sit(table, bob)
        step()
        add_bot(table.pk, alice, "tight")
        step()
        seating.stand_up(table.pk, bob)
        step()
        lifecycle.close(table.pk, alice)
        step()
        assert seen[0] == 0
        assert sorted(set(seen)) == seen

    @pytest.mark.differs_on_services("sums of versions")
    def test_bonds_of_a_seated_player_change_with_each_hand_dealt(self, alice: User, bob: User, carol: User) -> None:
        table = open_table(alice)
        sit(table, alice, bob)
        people = [alice.pk, bob.pk, carol.pk]
        before = bonds_of(people)
        deal(table)
        now = bonds_of(people)
        assert now[bob.pk] != before[bob.pk]
        assert now[carol.pk] == before[carol.pk] == TableRelations()


class TestPush:
    def test_has_the_elements_of_the_page(self, client: Client, alice: User, bob: User) -> None:
        sit(open_table(bob), bob)
        client.force_login(alice)
        page = client.get("/", headers={"accept-language": "en"}).content.decode()
        with ENGLISH.reading():
            assert all(element.html("en") in page for element in elements(page_of(alice)))

    def test_carries_no_form(self, alice: User, bob: User) -> None:
        open_table(bob)
        assert "<form" not in lobby_text(alice, ENGLISH)
        assert "csrf" not in lobby_text(alice, ENGLISH)

    def test_is_in_the_readers_language(self, alice: User) -> None:
        assert "还没有开着的牌桌" in lobby_text(alice, Viewer("zh-hans", "UTC"))
