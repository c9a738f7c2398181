"""Test that programs of the old platform find what they read unasked, and guests are sent what its guests were."""

import random
from typing import Any

import pytest

from accounts.models import User
from tables.bots.contest.joining import md5
from tables.models import Entrant, Seat, Table
from tables.play import games
from tests.tables.bots.contest.playing import card_words
from tests.tables.bots.contest.receiver import Receiver
from tests.tables.games import begun, cheaply, game_of, knockout, people, play_hand
from tests.tables.helpers import Clock, act, check_down, fresh, play_of, to_act

pytestmark = pytest.mark.django_db


def all_in(table: Table) -> None:
    """Let the first two put everything in and the others fold."""
    for _ in range(2):
        act(table, to_act(table), "all-in")
    while not play_of(table).over:
        act(table, to_act(table), "fold")


def five(clock: Clock, *, reloads: int) -> tuple[Table, list[User], Receiver]:
    """Play a hand in which one of five loses everything: these cards do not split the pot."""
    cast = people(5)
    table = begun(knockout(cast[0], players_most=5, reloads=reloads), cast)
    receiver = Receiver(table, cast[0])
    receiver.look()
    clock.run_due(table)
    all_in(table)
    receiver.look()
    return table, cast, receiver


def one(players: list[dict[str, Any]], name: str) -> dict[str, Any]:
    [found] = [player for player in players if player["playerName"] == name]
    return found


def loser(table: Table) -> str:
    play = play_of(table)
    [seat] = [seat for seat, stack in zip(play.seats, play.stacks, strict=True) if not stack]
    name: str = table.seated.get(number=seat).user.display_name
    return name


# the end of a hand


def test_every_player_has_win_money_even_those_who_are_out(clock: Clock) -> None:
    table, _, receiver = five(clock, reloads=0)
    lost = loser(table)
    play_hand(table, clock, random.Random(1), cheaply)
    assert not game_of(table).is_over
    receiver.look()
    players = receiver.last("__round_end")["players"]
    assert [type(player["winMoney"]) for player in players] == [int] * 5
    out = one(players, lost)
    assert (out["winMoney"], out["folded"], out["isSurvive"], out["chips"]) == (0, False, False, 0)
    assert "hand" not in out


def test_a_player_who_just_lost_everything_still_survives_at_round_end(clock: Clock) -> None:
    table, _, receiver = five(clock, reloads=0)
    lost = loser(table)
    for name, survives in (("__round_end", True), ("__start_reload", False)):
        player = one(receiver.last(name)["players"], lost)
        assert (player["isSurvive"], player["chips"]) == (survives, 0)


def late_after_an_all_in(clock: Clock, *, reloads: int) -> tuple[Table, Receiver, str]:
    """Return a table two hands later, a receiver who has not looked since, and the loser of everything in the first."""
    cast = people(5)
    table = begun(knockout(cast[0], players_most=5, reloads=reloads), cast)
    late = Receiver(table, cast[1])
    late.look()
    clock.run_due(table)
    all_in(table)
    lost = loser(table)
    play_hand(table, clock, random.Random(1), cheaply)
    return table, late, lost


def test_a_late_receiver_is_sent_survivors_as_they_were(clock: Clock) -> None:
    _, late, lost = late_after_an_all_in(clock, reloads=0)
    late.look()
    first, second = [data["players"] for name, data in late.found if name == "__round_end"]
    assert (one(first, lost)["isSurvive"], one(second, lost)["isSurvive"]) == (True, False)
    begins = [data["players"] for name, data in late.found if name == "__new_round"]
    assert (one(begins[0], lost)["isSurvive"], one(begins[1], lost)["isSurvive"]) == (True, False)


def test_the_last_bets_are_part_of_round_bet_at_round_end(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[0])
    receiver.look()
    for verb, amount in (("raise", 40), ("call", None), ("fold", None), ("bet", 60), ("fold", None)):
        act(dealt, to_act(dealt), verb, amount)
    receiver.look()
    end = receiver.last("__round_end")
    assert [player["bet"] for player in end["players"]] == [0, 0, 0]
    assert sum(player["roundBet"] for player in end["players"]) == end["table"]["totalBet"] == 100
    assert sum(player["winMoney"] for player in end["players"]) == 100


def test_river_bets_are_part_of_round_bet_at_round_end(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt, cast[0])
    receiver.look()
    for verb in ("call", "call", "check", *["check"] * 6):
        act(dealt, to_act(dealt), verb)
    for verb, amount in (("bet", 50), ("call", None), ("call", None)):
        act(dealt, to_act(dealt), verb, amount)
    receiver.look()
    end = receiver.last("__round_end")
    assert [(player["roundBet"], player["bet"]) for player in end["players"]] == [(70, 0)] * 3


def test_an_automatic_reload_is_in_the_chips_at_round_end(clock: Clock) -> None:
    table, _, receiver = five(clock, reloads=2)
    lost = loser(table)
    for event in ("__round_end", "__start_reload"):
        players = receiver.last(event)["players"]
        assert (one(players, lost)["chips"], one(players, lost)["reloadCount"]) == (1000, 1)
        assert sum(player["chips"] for player in players) == 6000
    last = one(receiver.last("__show_action")["players"], lost)
    assert (last["chips"], last["reloadCount"]) == (0, 0)
    assert Entrant.objects.get(game=table.pk, user__display_name=lost).chips == 1000
    late = Receiver(table)
    late.look()
    assert one(late.last("_join")["players"], lost)["chips"] == 1000
    clock.run_due(table)
    receiver.look()
    begins = one(receiver.last("__new_round")["players"], lost)
    assert (begins["chips"] + begins["bet"], begins["reloadCount"]) == (1000, 1)


def test_a_late_receiver_is_sent_the_automatic_reload_too(clock: Clock) -> None:
    table, late, lost = late_after_an_all_in(clock, reloads=1)
    Entrant.objects.filter(game=table.pk, user__display_name=lost).update(out_after=2)
    late.look()
    first = next(data["players"] for name, data in late.found if name == "__round_end")
    assert (one(first, lost)["chips"], one(first, lost)["isSurvive"]) == (1000, True)


def test_an_automatic_reload_is_the_only_one_in_the_same_pause(clock: Clock) -> None:
    table, _, _ = five(clock, reloads=2)
    lost = Entrant.objects.get(game=table.pk, user__display_name=loser(table))
    games.ask_reload(table.pk, lost.user)
    clock.run_due(table)
    lost.refresh_from_db()
    assert lost.reloads_used == 1


# reloading


def test_the_question_for_reloads_comes_after_round_end(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt)
    receiver.look()
    check_down(dealt)
    assert receiver.look()[-2:] == ["__round_end", "__start_reload"]


def test_a_program_of_the_older_dialect_moves_the_question_a_second_before_round_end(
    dealt: Table, cast: list[User]
) -> None:
    Seat.objects.filter(table=dealt, user=cast[1]).update(known_as=md5("eh-" + "0" * 26))
    receiver = Receiver(dealt)
    receiver.look()
    check_down(dealt)
    assert receiver.look()[-3:] == ["__start_reload", "", "__round_end"]
    assert receiver.last("") == 1


# guests


def test_guests_are_sent_prompts_without_cards(dealt: Table, cast: list[User]) -> None:
    guest, player = Receiver(dealt), Receiver(dealt, cast[0])
    for receiver in (guest, player):
        receiver.look()
    shown, own = guest.last("__action"), player.last("__action")
    assert "cards" not in shown["self"]
    assert shown["self"] == {name: value for name, value in own["self"].items() if name != "cards"}
    assert [*card_words(shown)] == []
    assert len([*card_words(own)]) == 4  # the player's two cards, in two places
    assert guest.look() == []


def test_guests_are_sent_every_prompt_once(dealt: Table, cast: list[User]) -> None:
    guest = Receiver(dealt)
    guest.look()
    asked = ["Player 1"]
    while not play_of(dealt).over:
        act(dealt, to_act(dealt), "check" if play_of(dealt).legal.check else "call")  # type: ignore[union-attr]
        names = guest.look()
        prompts = [name for name in names if name in ("__action", "__bet")]
        assert len(prompts) == (not play_of(dealt).over)
        if prompts:
            asked.append(guest.last(prompts[0])["self"]["playerName"])
            assert set(card_words(guest.last(prompts[0]))) <= set(guest.last(prompts[0])["game"]["board"])
    assert len(asked) == 12
    assert guest.told.asked is None


def test_other_players_are_sent_no_prompt(dealt: Table, cast: list[User]) -> None:
    other = Receiver(dealt, cast[1])
    assert not {"__action", "__bet"} & {*other.look()}


# a call of nothing


def test_a_check_before_the_flop_is_shown_as_a_call_of_nothing(dealt: Table, cast: list[User]) -> None:
    receiver = Receiver(dealt)
    receiver.look()
    for verb in ("call", "call", "check"):
        act(dealt, to_act(dealt), verb)
    receiver.look()
    shown = [data["action"] for name, data in receiver.found if name == "__show_action"]
    assert shown[2] == {"action": "call", "playerName": "Player 3", "amount": 0, "chips": 980}
    act(dealt, to_act(dealt), "check")
    receiver.look()
    assert receiver.last("__show_action")["action"] == {"action": "check", "playerName": "Player 2", "chips": 980}
    assert fresh(dealt).moves_made == 4
