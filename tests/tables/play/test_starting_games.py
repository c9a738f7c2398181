"""Test signing up, the countdown, the start, calling off and ending early, and who may not."""

import random
from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from tables.core import money
from tables.core.refusals import Refused
from tables.formats import standings
from tables.hosting import house_bots, rule_changes
from tables.hosting import people as seated_people
from tables.models import Entrant, Game, Hand, Table
from tables.play import games, lifecycle, seating, waiting_list
from tables.play.dealing import is_in_hand
from tests.tables.games import cheaply, game_of, knockout, people, play_hand, play_to_end, series, sign_up
from tests.tables.helpers import Clock, assert_books_agree, close_by_force, fresh, look_on, seat_of, void_hand

pytestmark = pytest.mark.django_db
State = Game.State


@pytest.fixture
def cast(db: None) -> list[User]:
    return people(4)


@pytest.fixture
def waiting(cast: list[User]) -> Table:
    """Return a knock-out of four for which three have signed up."""
    table = knockout(cast[0], players_most=4)
    sign_up(table, cast[:3])
    return table


@pytest.fixture
def running(waiting: Table, cast: list[User], clock: Clock) -> Table:
    games.start(waiting.pk, cast[0])
    clock.run_due(waiting)
    return waiting


def test_signing_up_costs_nothing_and_deals_nothing(waiting: Table, cast: list[User], clock: Clock) -> None:
    clock.run_due(waiting)
    assert seat_of(waiting, cast[1]).stack == 1000
    assert money.locked_purse(cast[1]).chips == money.FIRST_CHIPS
    assert (fresh(waiting).hands_dealt, fresh(waiting).due) == (0, "")


def test_withdrawing_takes_the_counters_back(waiting: Table, cast: list[User]) -> None:
    seating.stand_up(waiting.pk, cast[2])
    assert waiting.seated.count() == 2
    assert_books_agree()


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_last_seat_taken_begins_the_countdown(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=4, starts_when_full=True)
    sign_up(table, cast[:3])
    assert game_of(table).state == State.STANDBY
    look_on(table, cast[3])
    games.enter(table.pk, cast[3])
    assert (game_of(table).state, fresh(table).due) == (State.PREPARING, Table.Due.START)
    assert clock.run_due(table) == 3
    assert game_of(table).state == State.RUNNING
    clock.run_due(table)
    assert is_in_hand(fresh(table))


def test_withdrawing_in_the_countdown_stops_it(waiting: Table, cast: list[User]) -> None:
    games.prepare(waiting.pk, cast[0])
    seating.stand_up(waiting.pk, cast[2])
    assert (game_of(waiting).state, fresh(waiting).due) == (State.STANDBY, "")


def test_host_calls_the_countdown_off(waiting: Table, cast: list[User]) -> None:
    games.prepare(waiting.pk, cast[0])
    games.stop(waiting.pk, cast[0])
    assert (game_of(waiting).state, fresh(waiting).due) == (State.STANDBY, "")


def test_game_of_a_table_paused_in_the_countdown_does_not_start(waiting: Table, cast: list[User], clock: Clock) -> None:
    games.prepare(waiting.pk, cast[0])
    clock.reach(waiting)
    Table.objects.filter(pk=waiting.pk).update(state=Table.State.PAUSED)
    clock.run_due(waiting)
    assert game_of(waiting).state == State.STANDBY


@pytest.mark.parametrize("verb", [games.prepare, games.start])
def test_game_needs_enough_players(verb: Callable[[int, User], None], waiting: Table, cast: list[User]) -> None:
    seating.stand_up(waiting.pk, cast[2])
    with pytest.raises(games.TooFew, match="at least 3 players"):
        verb(waiting.pk, cast[0])


@pytest.mark.parametrize("verb", [games.prepare, games.start])
@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_game_starts_once(verb: Callable[[int, User], None], running: Table, cast: list[User]) -> None:
    with pytest.raises(Refused, match="started already"):
        verb(running.pk, cast[0])
    assert Entrant.objects.filter(game=running.pk).count() == 3


@pytest.mark.parametrize("verb", [games.prepare, games.start, games.stop, games.end_early])
def test_only_hosts_start_and_stop_a_game(verb: Callable[[int, User], None], waiting: Table, cast: list[User]) -> None:
    with pytest.raises(PermissionDenied):
        verb(waiting.pk, cast[1])


@pytest.mark.parametrize("verb", [games.prepare, games.start, games.stop, games.end_early, games.enter])
def test_ring_game_has_no_start(verb: Callable[[int, User], None], table: Table, alice: User) -> None:
    with pytest.raises(Refused, match="nothing to start"):
        verb(table.pk, alice)


def test_nobody_joins_a_running_game(running: Table, cast: list[User]) -> None:
    with pytest.raises(Refused, match="has begun"):
        games.enter(running.pk, cast[3])
    with pytest.raises(Refused, match="has begun"):
        seating.hold_seat(running.pk, cast[3], 4)
    with pytest.raises(Refused, match="has begun"):
        waiting_list.wait_for_seat(running.pk, cast[3])
    with pytest.raises(Refused, match="has begun"):
        house_bots.add_bot(running.pk, cast[0], "caller")


def test_players_of_a_game_cannot_top_up_or_sit_out(running: Table, cast: list[User], clock: Clock) -> None:
    play_hand(running, clock, random.Random(1), cheaply)
    with pytest.raises(Refused, match="same chips"):
        seating.top_up(running.pk, cast[0], 10)
    with pytest.raises(Refused, match="same chips"):
        seating.sit_out(running.pk, cast[0])
    with pytest.raises(Refused, match="same chips"):
        rule_changes.set_limits(running.pk, cast[0], least=1000, most=5000)


def test_game_stopped_in_a_hand_may_be_started_again(running: Table, cast: list[User], clock: Clock) -> None:
    play_hand(running, clock, random.Random(1))
    clock.run_due(running)
    games.stop(running.pk, cast[0])
    game = game_of(running)
    assert (game.state, game.hands_played, game.started_at) == (State.STANDBY, 0, None)
    assert not game.entrants.exists()
    assert fresh(running).due == ""
    assert Hand.objects.filter(table=running).latest("number").state == Hand.State.VOID
    assert set(running.seated.values_list("stack", "state")) == {(1000, "playing")}
    assert_books_agree()
    games.start(running.pk, cast[0])
    assert play_to_end(running, clock).state == State.FINISHED


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_game_ended_early_keeps_the_ranking(running: Table, cast: list[User], clock: Clock) -> None:
    play_hand(running, clock, random.Random(3))
    clock.run_due(running)
    chips = dict(running.seated.values_list("number", "stack"))
    games.end_early(running.pk, cast[0])
    game = game_of(running)
    assert (game.state, fresh(running).due) == (State.ENDED, "")
    assert {place.entrant.seat: place.chips for place in standings.ranking(game)} == chips
    assert game.entrants.filter(rank=1).exists()
    assert_books_agree()
    with pytest.raises(Refused, match="is over"):
        games.start(running.pk, cast[0])


def test_game_that_has_not_begun_cannot_be_ended_or_stopped(waiting: Table, cast: list[User]) -> None:
    for verb in (games.end_early, games.stop):
        with pytest.raises(Refused, match="not begun"):
            verb(waiting.pk, cast[0])


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_void_hand_does_not_count(running: Table, clock: Clock) -> None:
    void_hand(running)
    clock.run_due(running)
    assert (game_of(running).hands_played, fresh(running).hands_dealt) == (0, 2)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_closing_the_table_by_force_ends_the_game(running: Table, cast: list[User], clock: Clock) -> None:
    close_by_force(running)
    game = game_of(running)
    assert game.state == State.ENDED
    assert set(game.entrants.values_list("rank", flat=True)) == {1}
    assert not running.seated.exists()
    assert_books_agree()


def test_closing_before_the_start_leaves_no_ranking(waiting: Table, cast: list[User]) -> None:
    lifecycle.close(waiting.pk, cast[0])
    assert (game_of(waiting).state, game_of(waiting).started_at) == (State.ENDED, None)


def test_player_who_leaves_a_running_game_stays_in_the_ranking(running: Table, cast: list[User], clock: Clock) -> None:
    seating.stand_up(running.pk, cast[1])
    assert play_to_end(running, clock).entrants.count() == 3
    assert not running.seated.filter(user=cast[1]).exists()
    assert_books_agree()


def test_player_who_left_a_running_game_may_come_back(running: Table, cast: list[User], clock: Clock) -> None:
    seating.stand_up(running.pk, cast[1])
    seating.come_back(running.pk, cast[1])
    assert (seat_of(running, cast[1]).state, seat_of(running, cast[1]).leaves) == ("playing", False)


def test_removed_player_may_not_come_back(running: Table, cast: list[User], clock: Clock) -> None:
    seated_people.remove(running.pk, cast[0], cast[1])
    play_hand(running, clock, random.Random(1), cheaply)
    assert seat_of(running, cast[1]).state == "out"
    with pytest.raises(Refused, match="may not come"):
        seating.come_back(running.pk, cast[1])


def test_open_like_copies_the_game(cast: list[User]) -> None:
    table = series(cast[0], hands_most=7, opens_cards=True)
    again = lifecycle.open_like(fresh(table), cast[1])
    game = game_of(again)
    assert (again.strategy, game.hands_most, game.opens_cards, game.stack) == ("series", 7, True, 20_000)
    assert game.state == State.STANDBY


def test_house_bots_enter_and_play_to_the_end(cast: list[User], clock: Clock) -> None:
    table = knockout(cast[0], players_most=4)
    for style in ("loose", "caller", "random"):
        house_bots.add_bot(table.pk, cast[0], style)
    look_on(table, cast[0])
    games.start(table.pk, cast[0])
    game = play_to_end(table, clock)
    assert game.state == State.FINISHED
    assert_books_agree()


@pytest.mark.parametrize("wrong", [{"stack": 5}, {"hands_most": -1}, {"reloads": 11}, {"hands_most": 10_001}])
def test_impossible_numbers_are_refused(wrong: dict[str, int], cast: list[User]) -> None:
    with pytest.raises(Refused):
        knockout(cast[0], **wrong)


def test_series_needs_a_number_of_hands(cast: list[User]) -> None:
    with pytest.raises(Refused):
        series(cast[0], hands_most=0)


def test_counters_do_not_count_for_a_refill(cast: list[User]) -> None:
    table = series(cast[0])
    sign_up(table, cast[:2])
    with pytest.raises(Refused, match=r"100,000|100000"):
        money.refill(cast[0])


def test_closing_after_the_hand_ends_the_game(running: Table, cast: list[User], clock: Clock) -> None:
    lifecycle.close(running.pk, cast[0])
    play_hand(running, clock, random.Random(1))
    assert (fresh(running).state, game_of(running).state, game_of(running).hands_played) == ("closed", State.ENDED, 1)
