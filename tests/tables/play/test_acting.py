"""Test that a player acts in turn, for the moment that was seen, within the rules; anything else changes nothing."""

from decimal import Decimal
from typing import Any

import pytest

from accounts.models import User
from tables.core.refusals import Refused, Stale
from tables.models import Hand, Move, Table
from tables.play import acting, seating
from tables.play.acting import Moment
from tests.tables.helpers import act, fold_out, fresh, hand_of, moment_of, moves, open_table, play_of, seat_people

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("row locks and prepared SQL")]


def everything(table: Table) -> tuple[Any, ...]:
    now = fresh(table)
    return now.version, now.moves_made, now.turn, now.due_at, Move.objects.count(), list(table.seated.values())


def test_a_move_is_logged_and_the_turn_goes_on(dealt: Table, alice: User) -> None:
    act(dealt, alice, "raise", 300)
    move = Move.objects.get()
    assert (move.sequence, move.seat, move.verb, move.amount, move.cause) == (0, 1, "raise", 300, "player")
    assert (fresh(dealt).turn, fresh(dealt).moves_made, fresh(dealt).due) == (2, 1, "act")


def test_a_move_starts_the_next_players_clock(dealt: Table, alice: User, clock: Any) -> None:
    clock.go_on(7)
    act(dealt, alice, "call")
    assert clock.reach(dealt) == 20


def test_stacks_stay_until_the_hand_is_over(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "raise", 300)
    assert set(dealt.seated.values_list("stack", flat=True)) == {10_000}
    act(dealt, bob, "fold")
    assert list(dealt.seated.values_list("stack", flat=True)) == [10_100, 9_900]


def test_action_out_of_turn_is_refused(dealt: Table, bob: User) -> None:
    before = everything(dealt)
    with pytest.raises(Refused, match="not your turn"):
        act(dealt, bob, "check")
    assert everything(dealt) == before


def test_second_click_is_stale(dealt: Table, alice: User) -> None:
    seen = moment_of(dealt)
    acting.act(dealt.pk, alice, moment=seen, verb="call")
    before = everything(dealt)
    with pytest.raises(Stale):
        acting.act(dealt.pk, alice, moment=seen, verb="call")
    assert everything(dealt) == before


def test_an_action_for_another_moment_is_stale(dealt: Table, alice: User) -> None:
    before = everything(dealt)
    for moment in (Moment(0, 0), Moment(1, 1), Moment(2, 0), Moment(1, 10**9), Moment(-1, -1)):
        with pytest.raises(Stale):
            acting.act(dealt.pk, alice, moment=moment, verb="fold")
    assert everything(dealt) == before


def test_action_for_the_last_hand_does_not_count_in_the_next(dealt: Table, alice: User, clock: Any) -> None:
    seen = moment_of(dealt)
    fold_out(dealt)
    clock.run_due(dealt)
    for user in (alice, dealt.seated.get(number=2).user):
        with pytest.raises(Stale):
            acting.act(dealt.pk, user, moment=seen, verb="fold")
    assert moves(dealt) == []


def test_action_after_the_hand_is_stale(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    with pytest.raises(Stale):
        act(dealt, alice, "fold")


def test_action_before_the_first_hand_is_stale(seated: Table, alice: User) -> None:
    with pytest.raises(Stale):
        acting.act(seated.pk, alice, moment=Moment(1, 0), verb="fold")


def test_watcher_cannot_act(dealt: Table, carol: User) -> None:
    before = everything(dealt)
    with pytest.raises(Refused, match="not sitting"):
        act(dealt, carol, "fold")
    assert everything(dealt) == before


def test_player_with_a_held_seat_cannot_act(dealt: Table, carol: User) -> None:
    seating.hold_seat(dealt.pk, carol, 3)
    with pytest.raises(Refused, match="not sitting"):
        act(dealt, carol, "fold")


def test_player_who_sat_down_during_the_hand_cannot_act(dealt: Table, carol: User) -> None:
    seating.sit_down(dealt.pk, carol, number=3, chips=4_000)
    with pytest.raises(Refused, match="not dealt into"):
        act(dealt, carol, "fold")


def test_player_of_one_table_cannot_act_at_another(
    dealt: Table, alice: User, carol: User, ted: User, clock: Any
) -> None:
    other = open_table(carol)
    seat_people(other, [carol, ted])
    clock.run_due(other)
    before = everything(other)
    with pytest.raises(Refused, match="not sitting"):
        acting.act(other.pk, alice, moment=moment_of(other), verb="fold")
    assert everything(other) == before
    assert moves(dealt) == []


RUBBISH = [-1, 0, 1, 199, 10_001, 10**30, -(10**30), True, 300.0, 0.5, "300", "all", [300], {}, b"300", Decimal(300)]


def test_nonsense_amounts_are_refused(dealt: Table, alice: User) -> None:
    before = everything(dealt)
    for amount in [*RUBBISH, float("nan"), float("inf"), object()]:
        with pytest.raises(Refused):
            act(dealt, alice, "raise", amount)
    assert everything(dealt) == before


def test_unknown_verbs_are_refused(dealt: Table, alice: User) -> None:
    before = everything(dealt)
    for verb in ["", "FOLD", "cheat", "overbet", "fold ", "allin", "__class__", "show"]:
        with pytest.raises(Refused):
            act(dealt, alice, verb)
    assert everything(dealt) == before


REASONS: list[tuple[str, int | None, str]] = [
    ("check", None, "You cannot check: it costs 50 to call."),
    ("bet", 300, "There is a bet of 100 already. Raise it."),
    ("raise", None, "Say how much: from 200 to 10,000."),
    ("raise", 150, "Raise to at least 200."),
    ("raise", 20_000, "Raise to at most 10,000."),
    ("call", 60, "A call costs 50."),
    ("fold", 1, "This action takes no amount."),
    ("pass", None, "There is no pass at this table."),
]


def test_refusals_by_the_rules_say_why(dealt: Table, alice: User) -> None:
    for verb, amount, sentence in REASONS:
        with pytest.raises(Refused) as refused:
            act(dealt, alice, verb, amount)
        assert str(refused.value) == sentence


def test_refusals_are_translated_when_read(dealt: Table, alice: User) -> None:
    with pytest.raises(Refused) as refused:
        act(dealt, alice, "raise", 150)
    assert refused.value.parameters == {"least": 200}
    assert not isinstance(refused.value.sentence, str)  # lazy, so translated when it is read


def test_called_all_in_deals_the_board_and_ends_the_hand(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    assert hand_of(dealt).state == Hand.State.OVER
    assert len(play_of(dealt).board) == 5
    assert sum(dealt.seated.values_list("stack", flat=True)) == 20_000


def test_queue_allows_call_and_pass(alice: User, bob: User, clock: Any) -> None:
    table = open_table(alice, rulebook="queue", buy_in_least=200, buy_in_most=1_000)
    seat_people(table, [alice, bob], chips=1_000)
    clock.run_due(table)
    act(table, bob, "call")
    act(table, bob, "pass")  # Bob is first to act on the flop, and Alice is still in the queue
    assert moves(table) == [(2, "call", "player"), (2, "pass", "player")]
    assert fresh(table).turn == 1
