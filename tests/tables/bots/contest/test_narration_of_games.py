"""Test what programs of the contest are sent about the game around the hands."""

import random

import pytest

from accounts.models import User
from tables.hosting import house_bots
from tables.models import Hand, Seat, Table
from tables.play import games, seating
from tests.tables.bots.contest.receiver import Receiver
from tests.tables.games import begun, cheaply, game_of, knockout, people, play_hand, sign_up
from tests.tables.helpers import Clock, act, fresh, play_of, to_act

pytestmark = pytest.mark.django_db


def test_the_end_of_the_game_names_the_winners(dealt: Table, cast: list[User], clock: Clock) -> None:
    receiver = Receiver(dealt)
    receiver.look()
    games.end_early(dealt.pk, cast[0])
    assert receiver.look() == ["__game_over"]
    over = receiver.last("__game_over")
    assert set(over) == {"table", "players", "winners"}
    assert over["table"]["status"] == 4
    assert [(one["playerName"], one["chips"]) for one in over["winners"]] == [
        (f"Player {number}", 3000) for number in (1, 2, 3)
    ]
    assert [set(one) for one in over["winners"]] == [{"playerName", "hand", "chips"}] * 3
    late = Receiver(dealt, cast[0])
    assert late.look() == ["__new_peer", "__new_peer_2", "__game_over"]


def test_a_game_that_is_stopped_can_begin_anew(dealt: Table, cast: list[User], clock: Clock) -> None:
    receiver, late = Receiver(dealt, cast[0]), Receiver(dealt, cast[1])
    receiver.look()
    late.look()
    games.stop(dealt.pk, cast[0])
    assert receiver.look() == ["__game_stop"]
    assert set(receiver.last("__game_stop")) == {"msg", "tableNumber"}
    clock.go_on(1)
    games.start(dealt.pk, cast[0])
    clock.run_due(dealt)
    assert receiver.look()[:2] == ["__game_start", "__new_round"]
    assert late.look()[:3] == ["__game_stop", "__game_start", "__new_round"]
    assert receiver.last("__new_round")["table"]["roundCount"] == 1
    assert Hand.objects.filter(table=dealt).count() == 2


def test_a_countdown_with_too_few_players_ends_with_an_error_code(
    waiting: Table, cast: list[User], clock: Clock
) -> None:
    receiver = Receiver(waiting, cast[0])
    games.prepare(waiting.pk, cast[0])
    receiver.look()
    assert receiver.told.starts_in == 3
    seating.stand_up(waiting.pk, cast[2])
    assert receiver.look() == ["__left", "__left_2", "__game_start"]
    assert receiver.last("__game_start")["error_code"] == 0


def test_a_countdown_that_the_host_stops_sends_game_stop(waiting: Table, cast: list[User]) -> None:
    receiver = Receiver(waiting, cast[0])
    games.prepare(waiting.pk, cast[0])
    receiver.look()
    games.stop(waiting.pk, cast[0])
    assert receiver.look() == ["__game_stop"]


def test_house_bots_and_people_are_sent_like_other_players(clock: Clock) -> None:
    cast = people(2)
    table = knockout(cast[0], players_most=3)
    sign_up(table, cast)
    bot = house_bots.seat_bot(table.pk, Seat.House.CALLER)
    receiver = Receiver(table, cast[0])
    receiver.look()
    told = {one["playerName"]: one for one in receiver.last("__new_peer_2")["basicData"]["players"]}
    assert (told[bot.user.display_name]["isOnline"], told[bot.user.display_name]["isHuman"]) == (True, False)
    assert told["Player 1"]["isHuman"]


def test_a_player_who_is_out_stays_in_the_list_without_a_hand(clock: Clock) -> None:
    cast = people(5)
    table = begun(knockout(cast[0], players_most=5, reloads=0), cast)
    receiver = Receiver(table, cast[0])
    receiver.look()
    clock.run_due(table)
    for _ in range(2):
        act(table, to_act(table), "all-in")
    while not play_of(table).over:
        act(table, to_act(table), "fold")
    receiver.look()
    lost = [player["playerName"] for player in receiver.last("__start_reload")["players"] if not player["isSurvive"]]
    assert lost
    play_hand(table, clock, random.Random(1), cheaply)
    assert not game_of(table).is_over
    receiver.look()
    [out] = [one for one in receiver.last("__round_end")["players"] if one["playerName"] in lost]
    assert (out["chips"], out["cards"], "hand" in out, out["winMoney"]) == (0, [], False, 0)
    assert len(receiver.last("__round_end")["players"]) == 5
    assert fresh(table).state == Table.State.OPEN
