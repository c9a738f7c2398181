"""Test games with an end when several people press at once: one start, one seat each, one effect."""

import random

import pytest

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Refused
from tables.models import Entrant, Game, Hand, Table
from tables.play import due, games, seating
from tests.tables.games import begun, game_of, knockout, people, play_hand, play_to_end, sign_up
from tests.tables.helpers import Clock, act, assert_books_agree, fresh, hand_of, look_on, to_act
from tests.tables.play.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


@pytest.fixture
def cast(transactional_db: None) -> list[User]:
    return people(5)


def test_two_people_take_the_last_seat(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=4, starts_when_full=True)
    sign_up(table, cast[:3])
    outcomes = at_once(*[lambda user=user: games.enter(table.pk, user) for user in cast[3:]])
    assert sorted(isinstance(outcome, Refused) for outcome in outcomes) == [False, True]
    assert (table.seated.count(), game_of(table).state) == (4, Game.State.PREPARING)
    assert_books_agree()


def test_two_people_take_the_two_last_seats(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=5, starts_when_full=True)
    sign_up(table, cast[:3])
    assert at_once(*[lambda user=user: games.enter(table.pk, user) for user in cast[3:]]) == [None, None]
    assert (table.seated.count(), game_of(table).state) == (5, Game.State.PREPARING)


def test_starting_three_times_at_once_starts_once(cast: list[User]) -> None:
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:3])
    outcomes = at_once(*[lambda: games.start(table.pk, cast[0])] * 3)
    assert sum(outcome is None for outcome in outcomes) == 1
    assert Entrant.objects.filter(game=table.pk).count() == 3


def test_end_of_the_countdown_races_with_the_hosts_start(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:3])
    games.prepare(table.pk, cast[0])
    clock.reach(table)
    at_once(lambda: games.start(table.pk, cast[0]), lambda: due.run_due(table.pk), lambda: due.run_due(table.pk))
    assert (game_of(table).state, Entrant.objects.filter(game=table.pk).count()) == (Game.State.RUNNING, 3)


def test_withdrawal_races_with_the_start(cast: list[User]) -> None:
    """Expect either that the player is gone and the game does not start, or that they are in and sit out."""
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:3])
    started, _ = at_once(lambda: games.start(table.pk, cast[0]), lambda: seating.stand_up(table.pk, cast[2]))
    if started is None:
        assert table.seated.get(user=cast[2]).state == "out"
    else:
        assert isinstance(started, games.TooFew)
        assert table.seated.count() == 2
    assert_books_agree()


def test_stopping_races_with_the_end_of_a_hand(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    clock.run_due(table)
    act(table, to_act(table), "fold")
    last = to_act(table)
    at_once(lambda: act(table, last, "fold"), lambda: games.stop(table.pk, cast[0]))
    game = game_of(table)
    assert (game.state, game.hands_played, fresh(table).due) == (Game.State.STANDBY, 0, "")
    assert hand_of(table).state in (Hand.State.OVER, Hand.State.VOID)
    assert set(table.seated.values_list("stack", flat=True)) == {1000}
    assert_books_agree()


def test_ending_early_races_with_the_end_of_a_hand(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    clock.run_due(table)
    act(table, to_act(table), "fold")
    last = to_act(table)
    at_once(lambda: act(table, last, "fold"), lambda: games.end_early(table.pk, cast[0]))
    game = game_of(table)
    assert (game.state, fresh(table).due) == (Game.State.ENDED, "")
    assert game.hands_played == Hand.objects.filter(table=table, state=Hand.State.OVER).count()
    assert sum(game.entrants.values_list("net", flat=True)) == 0


def test_two_requests_for_a_reload_race_with_the_end_of_the_window(cast: list[User], clock: Clock) -> None:
    table = begun(knockout(cast[0], players_most=3), cast[:3])
    play_hand(table, clock, random.Random(1))
    clock.reach(table)
    ask = [lambda: games.ask_reload(table.pk, cast[1])] * 2
    at_once(*ask, lambda: due.run_due(table.pk), lambda: due.run_due(table.pk))
    assert fresh(table).hands_dealt == 2
    entrant = Entrant.objects.get(game=table.pk, user=cast[1])
    assert entrant.reloads_used <= 1
    assert_books_agree()


def test_game_goes_on_after_a_restart(cast: list[User], clock: Clock) -> None:
    """Restart before each step: all that a game needs is in the database."""
    table = begun(knockout(cast[0], players_most=3), cast[:3])

    def restart(table: Table) -> None:
        hand_cache._memory.hands.clear()
        due.start_embedded()
        for user in cast[:3]:
            look_on(table, user)

    game = play_to_end(table, clock, before=restart)
    assert game.state == Game.State.FINISHED
    assert sum(game.entrants.values_list("net", flat=True)) == 0
    assert_books_agree()
