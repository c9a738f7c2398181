"""Play knock-outs whose host chose more than the rulebook asks for: one winner, and blinds that rise by minutes."""

import random
import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.core.words import signed
from tables.formats import standings
from tables.models import Game, Hand, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import lifecycle
from tests.tables.frames import parts_of
from tests.tables.games import begun, cheaply, game_of, knockout, people, play_hand, play_to_end, series
from tests.tables.helpers import Clock, assert_books_agree, close_by_force, fresh

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", [1, 2])
def test_game_goes_on_until_one_player_has_all_the_chips(seed: int, clock: Clock) -> None:
    cast = people(5)
    table = begun(knockout(cast[0], players_most=5, reloads=0, ends_with_one=True), cast)
    game = play_to_end(table, clock, seed=seed)
    assert game.state == Game.State.FINISHED
    entrants = sorted(game.entrants.all(), key=lambda entrant: entrant.rank or 0)
    assert [entrant.chips for entrant in entrants] == [5_000, 0, 0, 0, 0]
    lasted = [entrant.out_after or 10**6 for entrant in entrants]
    assert all(longer >= shorter for longer, shorter in pairwise(lasted))
    assert_books_agree()


def test_knockout_of_the_rulebook_ends_when_half_are_out(clock: Clock) -> None:
    cast = people(5)
    game = play_to_end(begun(knockout(cast[0], players_most=5, reloads=0), cast), clock, seed=1)
    assert game.entrants.filter(out_after=None).count() == 2
    assert not game.ends_with_one


@pytest.mark.differs_on_services("the database's clock")
def test_blinds_rise_by_minutes_instead_of_orbits(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3, level_minutes=5), cast)
    seen = []
    for minutes in (0, 0, 0, 0, 5, 0, 16):
        Game.objects.update(started_at=F("started_at") - timedelta(minutes=minutes))
        play_hand(table, clock, random.Random(1), cheaply)
        seen.append(Hand.objects.filter(table=table).latest("number").rules["big_blind"])
    assert seen == [20, 20, 20, 20, 40, 40, 320]


def test_stronger_last_hand_decides_between_players_out_in_the_same_hand(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3, reloads=0, ends_with_one=True), cast)
    game = game_of(table)
    for seat, (net, out_after, strength) in enumerate(((-1000, 4, 9), (2000, None, 5), (-1000, 4, 7)), start=1):
        game.entrants.filter(seat=seat).update(net=net, out_after=out_after, last_strength=strength)
    assert [placed.entrant.seat for placed in standings.ranking(game)] == [2, 3, 1]


def test_form_sets_one_winner_and_levels_and_a_copy_of_the_game_keeps_them(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"found_by": "lobby", "rulebook": "contest", "ends_with_one": "on", "level_minutes": "10"}
    client.post(reverse("new_table"), form)
    table = Table.objects.get()
    assert (game_of(table).ends_with_one, game_of(table).level_minutes) == (True, 10)
    page = client.get(f"/t/{table.code}/").content.decode()
    assert "the blinds double every 10 minutes" in page
    assert "The last player with chips wins." in page
    close_by_force(table)
    again = lifecycle.open_like(fresh(table), alice)
    assert (game_of(again).ends_with_one, game_of(again).level_minutes) == (True, 10)


def test_duel_ignores_one_winner_and_levels_and_has_two_seats(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"found_by": "lobby", "rulebook": "duel", "ends_with_one": "on", "level_minutes": "10"}
    client.post(reverse("new_table"), form)
    table = Table.objects.get()
    assert (game_of(table).ends_with_one, game_of(table).level_minutes) == (False, 0)
    assert table.played_by.players_most == 2


def test_end_of_a_duel_shows_what_everybody_won_or_lost(clock: Clock) -> None:
    cast = people(2)
    table = begun(series(cast[0], players_most=2, hands_most=3), cast)
    game = play_to_end(table, clock, seed=3)
    nets = {entrant.user: entrant.net for entrant in game.entrants.select_related("user")}
    assert any(nets.values())
    for user, net in nets.items():
        bar = parts_of(Scene(snapshot.take(table.pk), user, user.preferences))["t-bar"]
        told = re.findall(r'<b class="(?:up|down)">([^<]*)</b>', bar)
        assert sorted(told) == sorted(signed(number) for number in nets.values())
        assert f": {signed(net)} chips." in bar
