"""Test what programs of the contest are sent: field by field, in order, nothing lost when versions are skipped."""

import random

import pytest

from accounts.models import User
from tables.bots.contest.event_replay import HandReplay
from tables.engine.events import Acted
from tables.models import Table
from tables.play import games, presence, seating
from tests.samples import sample
from tests.tables.bots.contest.playing import expected_events
from tests.tables.bots.contest.receiver import Receiver
from tests.tables.engine.tables import CONTEST, deal, play
from tests.tables.games import begun, knockout, people, play_to_end
from tests.tables.helpers import Clock, act, check_down, look_away, void_hand

pytestmark = pytest.mark.django_db
PLAYER = {
    *("playerName", "chips", "folded", "allIn", "isSurvive", "reloadCount", "roundBet", "bet"),
    *("isOnline", "isHuman", "cards"),
}
TABLE = {
    *("tableNumber", "status", "roundName", "board", "roundCount", "raiseCount", "betCount", "totalBet"),
    *("initChips", "maxReloadCount", "smallBlind", "bigBlind"),
}


def test_a_receiver_who_joins_is_sent_who_is_there(waiting: Table, cast: list[User]) -> None:
    look_away(waiting, cast[1])
    receiver = Receiver(waiting, cast[0])
    assert receiver.look() == ["__new_peer", "__new_peer_2"]
    assert receiver.last("__new_peer") == ["Player 1", "Player 3"]
    second = receiver.last("__new_peer_2")
    assert set(second) == {"tableNumber", "players", "tableStatus", "basicData"}
    assert [one["isOnline"] for one in second["players"]] == [True, False, True]
    assert [set(one) for one in second["players"]] == [{"playerName", "isOnline"}] * 3
    assert (second["tableNumber"], second["tableStatus"]) == (waiting.code, 0)
    assert receiver.look() == []


def test_receivers_are_sent_who_comes_and_goes(waiting: Table, cast: list[User]) -> None:
    receiver = Receiver(waiting, cast[0])
    receiver.look()
    look_away(waiting, cast[1])
    assert receiver.look() == ["__left", "__left_2"]
    presence.arrive(waiting.pk, cast[1].pk, "test")
    assert receiver.look() == ["__new_peer", "__new_peer_2"]
    seating.stand_up(waiting.pk, cast[2])
    assert receiver.look() == ["__left", "__left_2"]
    assert receiver.last("__left_2")["players"] == [
        {"playerName": "Player 1", "isOnline": True},
        {"playerName": "Player 2", "isOnline": True},
    ]


def test_a_new_round_describes_table_and_players(waiting: Table, cast: list[User], clock: Clock) -> None:
    receiver = Receiver(waiting, cast[1])
    receiver.look()
    games.start(waiting.pk, cast[0])
    clock.run_due(waiting)
    assert receiver.look() == ["__game_start", "__new_round"]
    started = receiver.last("__game_start")
    assert started == {"msg": started["msg"], "tableNumber": waiting.code, "error_code": 1}
    new = receiver.last("__new_round")
    assert (set(new), set(new["table"])) == ({"table", "players"}, TABLE)
    assert all(set(player) == PLAYER for player in new["players"])
    assert [player["chips"] for player in new["players"]] == [1000, 990, 980]
    assert [player["bet"] for player in new["players"]] == [0, 10, 20]
    assert [len(player["cards"]) for player in new["players"]] == [0, 2, 0]
    assert new["table"] == {
        "tableNumber": waiting.code,
        "status": 2,
        "roundName": "Deal",
        "board": [],
        "roundCount": 1,
        "raiseCount": 0,
        "betCount": 0,
        "totalBet": 30,
        "initChips": 1000,
        "maxReloadCount": 2,
        "smallBlind": {"playerName": "Player 2", "amount": 10},
        "bigBlind": {"playerName": "Player 3", "amount": 20},
    }


def test_the_player_to_act_is_prompted_once(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[0])
    assert receiver.look() == ["__new_peer", "__new_peer_2", "_join", "__action"]
    prompt = receiver.last("__action")
    assert set(prompt) == {"tableNumber", "self", "game"}
    assert set(prompt["self"]) == PLAYER | {"minBet"}
    assert (prompt["self"]["playerName"], prompt["self"]["minBet"], len(prompt["self"]["cards"])) == ("Player 1", 20, 2)
    assert set(prompt["game"]) == {
        *("board", "roundName", "roundCount", "raiseCount", "betCount", "players", "smallBlind", "bigBlind")
    }
    look_away(dealt, cast[2])
    assert receiver.look() == ["__left", "__left_2"]
    assert Receiver(dealt, cast[1]).look() == ["__new_peer", "__new_peer_2", "_join"]


def test_the_first_to_act_on_the_flop_gets_a_bet_prompt(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[1])
    receiver.look()
    for user, verb in ((cast[0], "call"), (cast[1], "call"), (cast[2], "check")):
        act(dealt, user, verb)
    assert receiver.look() == ["__show_action"] * 3 + ["__deal", "__bet"]
    assert receiver.last("__bet")["self"]["minBet"] == 20
    assert receiver.last("__bet")["game"]["roundName"] == "Flop"
    assert [player["roundBet"] for player in receiver.last("__deal")["players"]] == [20, 20, 20]


def test_an_action_is_sent_with_the_table_as_it_was_then(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[2])
    receiver.look()
    for user, verb in ((cast[0], "raise"), (cast[1], "fold"), (cast[2], "call")):
        act(dealt, user, verb)
    receiver.look()
    first, second, third = [data for name, data in receiver.found if name == "__show_action"]
    assert set(first) == {"action", "table", "players"}
    assert first["action"] == {"action": "raise", "playerName": "Player 1", "amount": 40, "chips": 960}
    assert (first["table"]["raiseCount"], first["table"]["totalBet"]) == (1, 70)
    assert second["action"] == {"action": "fold", "playerName": "Player 2", "chips": 990}
    assert [player["folded"] for player in second["players"]] == [False, True, False]
    assert third["action"] == {"action": "call", "playerName": "Player 3", "amount": 20, "chips": 960}
    assert (third["table"]["roundName"], third["table"]["board"]) == ("Deal", [])
    assert [player["bet"] for player in third["players"]] == [40, 10, 40]
    assert receiver.last("__deal")["table"]["raiseCount"] == 0


def test_a_hand_won_by_folds_has_a_full_board_and_no_deal(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[1])
    receiver.look()
    act(dealt, cast[0], "fold")
    act(dealt, cast[1], "fold")
    assert receiver.look() == ["__show_action", "__show_action", "__round_end", "__start_reload"]
    end = receiver.last("__round_end")
    assert (end["table"]["roundName"], len(end["table"]["board"])) == ("Showdown", 5)
    for player in end["players"]:
        assert set(player) == PLAYER | {"hand", "winMoney"}
        assert player["hand"]["cards"] == player["cards"] + end["table"]["board"]
        assert set(player["hand"]) == {"cards", "rank", "message"}
    assert [player["winMoney"] for player in end["players"]] == [0, 0, 20]
    assert [player["chips"] for player in end["players"]] == [1000, 990, 1010]
    reload = receiver.last("__start_reload")
    assert (reload["tableNumber"], len(reload["players"])) == (dealt.code, 3)


def test_the_best_rank_wins(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt)
    receiver.look()
    check_down(dealt)
    receiver.look()
    players = receiver.last("__round_end")["players"]
    best = max(player["hand"]["rank"] for player in players)
    assert all((player["winMoney"] > 0) == (player["hand"]["rank"] == best) for player in players)


def test_an_all_in_is_dealt_out_street_by_street(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[0])
    receiver.look()
    for user in cast:
        act(dealt, user, "all-in")
    assert receiver.look()[:7] == ["__show_action"] * 3 + ["__deal"] * 3 + ["__round_end"]
    deals = [data for name, data in receiver.found if name == "__deal"]
    assert [len(one["table"]["board"]) for one in deals] == [3, 4, 5]
    assert [one["table"]["roundName"] for one in deals] == ["Flop", "Turn", "River"]
    assert all(player["allIn"] for player in deals[0]["players"])
    assert [len(player["cards"]) for player in deals[2]["players"]] == [2, 0, 0]


@pytest.mark.parametrize("seed", sample([1, 3, 2], quick=2))
def test_a_receiver_who_looks_now_and_then_misses_nothing(seed: int, clock: Clock) -> None:
    cast, chance = people(4), random.Random(seed)
    table = begun(knockout(cast[0], players_most=4), cast)
    receivers = [Receiver(table, user) for user in (*cast, None)]
    for receiver in receivers:
        receiver.look()

    def now_and_then(table: Table) -> None:
        for number, receiver in enumerate(receivers):
            if chance.random() < (0.9, 0.3, 0.02, 0.01, 0.0)[number]:
                receiver.look()

    play_to_end(table, clock, seed=seed, before=now_and_then)
    for receiver in receivers:
        receiver.look()
        assert receiver.of_hands() == expected_events(table)
        assert receiver.look() == []
    first, *others = [[one for one in receiver.found if one[0] == "__round_end"] for receiver in receivers]
    for other in others:
        assert [data["table"]["board"] for _, data in other] == [data["table"]["board"] for _, data in first]
        assert [data["table"]["roundCount"] for _, data in other] == [*range(1, len(first) + 1)]


def test_a_void_hand_has_no_round_end(dealt: Table, cast: list[User], clock: Clock) -> None:
    receiver = Receiver(dealt, cast[0])
    receiver.look()
    void_hand(dealt)
    assert receiver.look() == []
    clock.run_due(dealt)
    clock.run_due(dealt)
    assert "__round_end" not in [name for name, _ in receiver.found]
    assert "__new_round" in receiver.look()


def test_a_program_that_comes_back_is_sent_the_present_state(dealt: Table, cast: list[User]) -> None:
    for user in (cast[0], cast[1]):
        act(dealt, user, "call")
    receiver = Receiver(dealt, cast[2])
    assert receiver.look() == ["__new_peer", "__new_peer_2", "_join", "__action"]
    assert set(receiver.last("_join")) == {"table", "players"}
    assert [len(player["cards"]) for player in receiver.last("_join")["players"]] == [0, 0, 2]
    assert receiver.last("_join")["table"]["totalBet"] == 60


@pytest.mark.parametrize(("chips", "did"), [(15, "allin"), (20, "call"), (900, "call")])
def test_a_call_that_falls_short_is_sent_as_an_all_in(chips: int, did: str) -> None:
    hand = play(deal(CONTEST, 4, stack=1_000, Ted=chips), "Ted call")
    course = HandReplay(hand.opening)
    for event in hand.events:
        if isinstance(event, Acted):
            assert course.what_was_done(event) == did
        course.take(event)
