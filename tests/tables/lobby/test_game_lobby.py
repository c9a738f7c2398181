"""Show games with an end in the lobby, and open one."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import bots
from tables.models import Game, Table
from tables.play import games, lifecycle
from tests.lobbies import Lobby, lobby_of
from tests.tables.games import begun, game_of, knockout, people, series, sign_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> list[User]:
    return people(4)


def names(rows: Any) -> list[str]:
    return [row.name for row in rows]


@pytest.mark.differs_on_services("subqueries and their order")
def test_game_moves_from_list_to_list_with_its_phase(cast: list[User]) -> None:
    table = knockout(cast[0], players_most=3, name="Cup")
    sign_up(table, cast[:3])

    def lobby() -> Lobby:
        found = lobby_of(cast[3])
        assert names(found.free) == names(found.watch) == []
        return found

    assert (names(lobby().starting), lobby().starting[0].phase_text) == (["Cup"], "Waiting for players")
    games.prepare(table.pk, cast[0])
    assert lobby().starting[0].phase_text == "About to start"
    games.start(table.pk, cast[0])
    assert (names(lobby().starting), names(lobby().running)) == ([], ["Cup"])
    games.end_early(table.pk, cast[0])
    assert (names(lobby().running), names(lobby().finished)) == ([], ["Cup"])
    assert (lobby().finished[0].early, lobby().finished[0].players) == (True, 3)
    lifecycle.close(table.pk, cast[0])
    assert names(lobby().finished) == ["Cup"]


@pytest.mark.differs_on_services("subqueries and their order")
def test_each_step_of_a_game_raises_the_lobby_version(cast: list[User]) -> None:
    table = knockout(cast[0], players_most=3)
    sign_up(table, cast[:3])

    def version() -> int:
        return Table.objects.get(pk=table.pk).lobby_version

    seen = version()
    for step in (games.prepare, games.start, games.stop, games.start, games.end_early):
        step(table.pk, cast[0])
        assert version() > seen
        seen = version()


def test_counters_of_a_game_are_not_counted_as_chips(cast: list[User]) -> None:
    table = series(cast[0])
    sign_up(table, cast[:2])
    assert (lobby_of(cast[0]).chips, lobby_of(cast[0]).at_tables) == (100_000, 0)


@pytest.mark.differs_on_services("subqueries and their order")
def test_hidden_finished_games_are_listed_only_for_their_players(cast: list[User]) -> None:
    table = begun(series(cast[0], found_by="link"), cast[:2])
    games.end_early(table.pk, cast[0])
    lifecycle.close(table.pk, cast[0])
    assert [len(lobby_of(user).finished) for user in cast] == [1, 1, 0, 0]


@pytest.mark.differs_on_services("subqueries and their order")
def test_game_that_never_began_is_not_listed_as_finished(cast: list[User]) -> None:
    table = series(cast[0])
    lifecycle.close(table.pk, cast[0])
    assert lobby_of(cast[0]).finished == ()


def test_page_links_to_the_result(cast: list[User], client: Client) -> None:
    table = begun(series(cast[0], players_most=2), cast[:2])
    games.end_early(table.pk, cast[0])
    lifecycle.close(table.pk, cast[0])
    client.force_login(cast[2])
    assert f'href="{reverse("game_result", args=[table.code])}"' in client.get("/").content.decode()


def test_winner_that_is_a_bot_is_marked(cast: list[User]) -> None:
    bot = bots.open_bot(cast[0], "Deep Purple")[0].user
    table = begun(series(cast[0], players_most=2, admits_bots=True), [bot, cast[1]])
    table.game.entrants.filter(user=bot).update(net=5)
    games.end_early(table.pk, cast[0])
    lifecycle.close(table.pk, cast[0])
    assert [one.winners for one in lobby_of(cast[2]).finished] == ["Deep Purple (bot)"]


class TestOpening:
    @pytest.fixture
    def host(self, client: Client, cast: list[User]) -> Client:
        client.force_login(cast[0])
        return client

    def opened(self, host: Client, **values: Any) -> tuple[Table, Game]:
        answer = host.post(reverse("new_table"), {"found_by": "lobby", **values})
        assert answer.status_code == 302, answer.context["form"].errors
        table = Table.objects.get()
        return table, game_of(table)

    def test_the_rulebook_alone_is_enough(self, host: Client) -> None:
        table, game = self.opened(host, rulebook="contest")
        assert (table.strategy, game.stack, game.hands_most, game.reloads_most) == ("knockout", 1_000, 0, 2)
        assert (game.starts_when_full, game.opens_cards, table.seconds_to_act) == (True, False, 15)

    def test_duel_has_its_own_defaults(self, host: Client) -> None:
        table, game = self.opened(host, rulebook="duel", players_most="2")
        assert (table.strategy, game.stack, game.hands_most, game.reloads_most) == ("series", 20_000, 50, 0)
        assert table.played_by.players_most == 2

    def test_all_choices_are_taken(self, host: Client) -> None:
        chosen = {"stack": "5000", "hands_most": "30", "reloads": "1", "waits_for_host": "on", "opens_cards": "on"}
        table, game = self.opened(host, rulebook="contest", players_most="10", seconds_to_act="60", **chosen)
        assert (game.stack, game.hands_most, game.reloads_most) == (5_000, 30, 1)
        assert (game.starts_when_full, game.opens_cards, table.seconds_to_act) == (False, True, 60)

    def test_values_that_the_page_hides_are_ignored(self, host: Client) -> None:
        _, game = self.opened(host, rulebook="duel", small_blind="x", buy_in_least="-1", ante="?", reloads="9")
        assert game.reloads_most == 0

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"rulebook": "contest", "players_most": "2"}, "players_most"),
            ({"rulebook": "contest", "stack": "19"}, "stack"),
            ({"rulebook": "duel", "hands_most": "0"}, "hands_most"),
            ({"rulebook": "duel", "hands_most": "10001"}, "hands_most"),
            ({"rulebook": "contest", "reloads": "11"}, "reloads"),
            ({"rulebook": "contest", "stack": "many"}, "stack"),
        ],
    )
    def test_wrong_values_are_explained_at_their_field(self, host: Client, wrong: dict[str, str], field: str) -> None:
        answer = host.post(reverse("new_table"), {"found_by": "lobby", **wrong})
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == [field]
        assert not Table.objects.exists()
