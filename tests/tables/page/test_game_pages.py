"""Check what players, hosts and watchers see of a game with an end, and the page of its result."""

import html
import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.selectors import shown_name
from tables.history.own_data import data_of
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import games, seating
from tests.tables.frames import parts_of
from tests.tables.games import (
    begun,
    cheaply,
    game_of,
    knockout,
    people,
    play_hand,
    play_to_end,
    series,
    sign_up,
    to_the_river,
)
from tests.tables.helpers import Clock, act, hand_of, look_on, play_of, to_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> list[User]:
    return people(4)


def seen_by(user: User, table: Table, part: str) -> str:
    """Return the words of a part of the page as drawn for this viewer."""
    drawn = parts_of(Scene(snapshot.take(table.pk), user, None))[f"t-{part}"]
    return " ".join(re.sub(r"<[^>]+>", " ", drawn).split())


def verbs(user: User, table: Table, part: str = "bar") -> set[str]:
    drawn = parts_of(Scene(snapshot.take(table.pk), user, None))[f"t-{part}"]
    return set(re.findall(r'name="verb" value="([a-z_-]+)"', drawn))


def test_player_signs_up_with_one_click_before_the_start(cast: list[User]) -> None:
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:2])
    assert verbs(cast[2], table) == {"enter"}
    assert verbs(cast[2], table, "seat-3") == {"enter"}
    assert verbs(cast[1], table) == {"leave"}
    assert "2 of 4 signed up" in seen_by(cast[2], table, "bar")
    assert "It takes 3 to begin" in seen_by(cast[0], table, "bar")
    assert seen_by(cast[2], table, "centre") == "Waiting for players"
    assert "2 reloads each" in seen_by(cast[2], table, "game")


def test_only_the_host_starts_and_stops_the_countdown(cast: list[User]) -> None:
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:3])
    assert verbs(cast[0], table) == {"leave", "prepare"}
    assert verbs(cast[1], table) == {"leave"}
    games.prepare(table.pk, cast[0])
    assert verbs(cast[0], table) == {"stop_game"}
    assert verbs(cast[1], table, "me") == {"leave"}
    assert verbs(cast[0], table, "hosting") >= {"start", "stop_game"}
    assert "about to start" in seen_by(cast[1], table, "centre")
    assert 'data-phase="starting"' in parts_of(Scene(snapshot.take(table.pk), cast[1], None))["t-data"]


def test_series_shows_progress_and_standings(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=2, hands_most=5), cast[:2])
    clock.run_due(table)
    assert "hand 1 of 5" in seen_by(cast[2], table, "top")
    play_hand(table, clock, random.Random(1), to_the_river)
    score = seen_by(cast[0], table, "game")
    assert re.search(r"1 Player \d \+100 .* 2 Player \d −100", score), score
    assert verbs(cast[2], table) == set()
    assert verbs(cast[0], table, "me") == {"leave"}
    assert verbs(cast[0], table, "hosting") >= {"stop_game", "end_game"}


def test_knockout_shows_the_present_blinds(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    for _ in range(4):
        play_hand(table, clock, random.Random(1), cheaply)
    assert "20/40 · hand 4, blinds level 2" in seen_by(cast[0], table, "top")


def test_time_bank_is_shown_only_where_there_is_one(cast: list[User], clock: Clock) -> None:
    for table, bank in ((knockout(cast[0], players_most=3), 0), (series(cast[0], players_most=3), 30_000)):
        begun(table, cast[:3])
        clock.run_due(table)
        shown = Scene(snapshot.take(table.pk), to_act(table), None).public.clock
        assert shown is not None
        assert shown.bank_ms == bank


def test_reload_is_offered_only_between_hands(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    assert "reload" not in verbs(cast[1], table)
    clock.run_due(table)
    assert "reload" not in verbs(cast[1], table)
    play_hand(table, clock, random.Random(1), cheaply)
    assert "reload" in verbs(cast[1], table)
    assert "reload" not in verbs(cast[3], table)
    games.ask_reload(table.pk, cast[1])
    assert "reload" not in verbs(cast[1], table)
    assert "Your reload comes" in seen_by(cast[1], table, "bar")


def test_contest_raises_double_but_bets_vary(cast: list[User], clock: Clock) -> None:
    """An answer to a bet raises to exactly twice; the first bet of a street is any amount from the big blind on."""
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    clock.run_due(table)
    assert play_of(table).prompt == "act"
    bar = parts_of(Scene(snapshot.take(table.pk), cast[0], None))["t-bar"]
    assert verbs(cast[0], table) == {"fold", "call", "raise", "all-in"}
    assert 'name="amount" value="40"' in bar
    for user, verb in ((cast[0], "call"), (cast[1], "call"), (cast[2], "check")):
        act(table, user, verb)
    assert play_of(table).prompt == "bet"
    bar = parts_of(Scene(snapshot.take(table.pk), cast[1], None))["t-bar"]
    assert verbs(cast[1], table) == {"fold", "check", "bet"}
    assert 'name="amount" min="20" max="980"' in bar


def test_duel_allows_raises_of_any_amount(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=2), cast[:2])
    clock.run_due(table)
    bar = parts_of(Scene(snapshot.take(table.pk), cast[0], None))["t-bar"]
    assert verbs(cast[0], table) == {"fold", "call", "raise"}
    assert 'name="amount" min="200" max="20000"' in bar


def test_player_who_left_may_come_back(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=3), cast[:3])
    clock.run_due(table)
    seating.stand_up(table.pk, cast[1])
    assert "Nobody waits for you until you are back" in seen_by(cast[1], table, "bar")
    assert verbs(cast[1], table) == {"back"}


def test_finished_game_says_who_has_won(cast: list[User], clock: Clock, client: Client) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    game = play_to_end(table, clock)
    winner = game.entrants.get(rank=1).user
    assert f"{shown_name(winner)} has won" in seen_by(cast[3], table, "bar")
    clock.run_due(table)
    assert "has won" in seen_by(cast[3], table, "centre")
    client.force_login(cast[3])
    page = client.get(reverse("game_result", args=[table.code])).content.decode()
    assert "has won" in page
    assert page.count('scope="row"') == 3


def test_result_is_visible_to_those_who_may_see_the_table(cast: list[User], client: Client, table: Table) -> None:
    hidden = series(cast[0], watchable=False)
    client.force_login(cast[3])
    assert client.get(reverse("game_result", args=[hidden.code])).status_code == 404
    assert client.get(reverse("game_result", args=[table.code])).status_code == 404
    client.force_login(cast[0])
    assert "has not begun" in client.get(reverse("game_result", args=[hidden.code])).content.decode()


class TestOpenCards:
    def test_watchers_see_cards_one_hand_later(self, cast: list[User], clock: Clock) -> None:
        table = begun(series(cast[0], players_most=2, opens_cards=True), cast[:2])
        play_hand(table, clock, random.Random(1), cheaply)
        assert "cards in hand" not in seen_by(cast[3], table, "game")
        first = hand_of(table)
        clock.run_due(table)
        assert hand_of(table) != first
        assert f"Everybody's cards in hand {first.number}" in html.unescape(seen_by(cast[3], table, "game"))

    def test_players_see_no_open_cards(self, cast: list[User], clock: Clock) -> None:
        table = begun(series(cast[0], players_most=2, opens_cards=True), cast[:2])
        play_hand(table, clock, random.Random(1), cheaply)
        clock.run_due(table)
        assert "cards in hand" not in seen_by(cast[0], table, "game")

    def test_cards_stay_hidden_if_the_game_does_not_open_them(self, cast: list[User], clock: Clock) -> None:
        table = begun(series(cast[0], players_most=2), cast[:2])
        play_hand(table, clock, random.Random(1), cheaply)
        clock.run_due(table)
        assert "cards in hand" not in seen_by(cast[3], table, "game")

    def test_open_cards_are_announced_before_a_player_sits_down(self, cast: list[User]) -> None:
        table = series(cast[0], opens_cards=True)
        assert "one hand later" in seen_by(cast[3], table, "game")


def test_forms_accept_the_verbs_of_a_game(cast: list[User], client: Client, clock: Clock) -> None:
    table = knockout(cast[0], players_most=3)

    def do(user: User, verb: str, **more: str) -> None:
        client.force_login(user)
        assert client.post(reverse("table_do", args=[table.code]), {"verb": verb, **more}).status_code == 302

    do(cast[0], "enter")
    do(cast[1], "enter", seat="3")
    do(cast[2], "enter", seat="x")
    assert dict(table.seated.values_list("number", "user__username")) == {1: cast[0].username, 3: cast[1].username}
    do(cast[2], "enter")
    do(cast[1], "prepare")
    assert table.seated.count() == 3
    assert game_of(table).state == "standby"
    do(cast[0], "prepare")
    do(cast[0], "stop_game")
    do(cast[0], "start")
    assert game_of(table).state == "running"
    look_on(table, cast[0])
    play_hand(table, clock, random.Random(1), cheaply)
    do(cast[0], "reload")
    assert game_of(table).entrants.filter(wants_reload=True).count() == 1
    do(cast[0], "end_game")
    assert game_of(table).state == "ended"


def test_chips_of_a_game_are_in_no_ledger(cast: list[User], client: Client) -> None:
    table = begun(series(cast[0]), cast[:2])
    client.force_login(cast[0])
    assert client.get(reverse("table_ledger", args=[table.code])).status_code == 403
    assert not Scene(snapshot.take(table.pk), cast[0], None).has_books


def test_own_data_contains_games_played(cast: list[User], clock: Clock) -> None:
    table = begun(series(cast[0], players_most=2, hands_most=2), cast[:2])
    play_to_end(table, clock)
    entrant = game_of(table).entrants.get(user=cast[1])
    (found,) = data_of(cast[1])["games"]
    assert (found["rank"], found["net"], found["hands"]) == (entrant.rank, entrant.net, 2)
