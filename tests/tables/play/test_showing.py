"""Test that players show or muck their own cards only, between the end of a hand and the next one."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Refused, Stale
from tables.models import Move, Table
from tables.play import acting, seating
from tables.play.acting import Moment
from tests.tables.helpers import Clock, act, check_down, fold_out, fresh, moment_of, moves, play_of

pytestmark = pytest.mark.django_db


def show(table: Table, user: User) -> None:
    acting.show(table.pk, user, moment=moment_of(table))


def muck(table: Table, user: User) -> None:
    acting.muck(table.pk, user, moment=moment_of(table))


Decide = Callable[[Table, User], None]
either = pytest.mark.parametrize("decide", [show, muck])


def test_winner_may_show(dealt: Table, bob: User) -> None:
    fold_out(dealt)
    assert play_of(dealt).shown == frozenset()
    show(dealt, bob)
    assert play_of(dealt).shown == {2}
    assert moves(dealt) == [(1, "fold", "player"), (2, "show", "player")]


def test_player_who_folded_may_show(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    show(dealt, alice)
    assert play_of(dealt).shown == {1}


@pytest.mark.differs_on_services("row locks")
def test_two_players_may_show_at_the_same_moment(dealt: Table, alice: User, bob: User) -> None:
    """Check that neither makes the other's action stale."""
    fold_out(dealt)
    seen = moment_of(dealt)
    acting.show(dealt.pk, alice, moment=seen)
    acting.show(dealt.pk, bob, moment=seen)
    assert list(Move.objects.values_list("sequence", "verb")) == [(0, "fold"), (1, "show"), (2, "show")]


@either
def test_showing_or_mucking_moves_no_chips_and_no_deadline(dealt: Table, bob: User, decide: Decide) -> None:
    fold_out(dealt)
    before = fresh(dealt).due_at, list(dealt.seated.values("stack"))
    decide(dealt, bob)
    assert (fresh(dealt).due_at, list(dealt.seated.values("stack"))) == before


def test_muck_is_final_and_tells_nobody_else(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    told = play_of(dealt).events
    muck(dealt, bob)
    assert moves(dealt) == [(1, "fold", "player"), (2, "muck", "player")]
    assert play_of(dealt).put_away == {2}
    assert play_of(dealt).events == told
    for decide in (show, muck):
        with pytest.raises(Refused, match="mucked already"):
            decide(dealt, bob)
    show(dealt, alice)
    assert play_of(dealt).shown == {1}


def test_log_knows_who_mucked_after_a_restart(dealt: Table, bob: User) -> None:
    fold_out(dealt)
    muck(dealt, bob)
    hand_cache._memory.hands.clear()
    assert play_of(dealt).put_away == {2}


@either
def test_nobody_shows_or_mucks_while_the_hand_runs(dealt: Table, alice: User, decide: Decide) -> None:
    with pytest.raises(Stale):
        decide(dealt, alice)
    with pytest.raises(Refused, match="when the hand is over"):
        act(dealt, alice, decide.__name__)


@either
def test_nobody_shows_or_mucks_when_the_next_hand_has_begun(
    dealt: Table, bob: User, clock: Clock, decide: Decide
) -> None:
    fold_out(dealt)
    seen = moment_of(dealt)
    clock.run_due(dealt)
    with pytest.raises(Stale):
        getattr(acting, decide.__name__)(dealt.pk, bob, moment=seen)


@either
def test_shown_cards_cannot_be_shown_or_mucked_again(dealt: Table, bob: User, decide: Decide) -> None:
    check_down(dealt)
    with pytest.raises(Refused, match="shown already"):
        decide(dealt, bob)


@either
def test_nobody_shows_or_mucks_before_any_hand(seated: Table, alice: User, decide: Decide) -> None:
    with pytest.raises(Stale):
        getattr(acting, decide.__name__)(seated.pk, alice, moment=Moment(0, 0))


@either
def test_watchers_and_players_not_dealt_in_cannot_decide(dealt: Table, carol: User, decide: Decide) -> None:
    fold_out(dealt)
    with pytest.raises(Refused, match="not sitting"):
        decide(dealt, carol)
    seating.sit_down(dealt.pk, carol, number=3, chips=5_000)
    with pytest.raises(Refused, match="not dealt into"):
        decide(dealt, carol)


@either
def test_player_cannot_decide_about_the_cards_of_the_seats_last_player(
    dealt: Table, alice: User, carol: User, decide: Decide
) -> None:
    seating.stand_up(dealt.pk, alice)
    seating.sit_down(dealt.pk, carol, number=1, chips=5_000)
    with pytest.raises(Refused, match="not dealt into"):
        decide(dealt, carol)
    assert play_of(dealt).shown == play_of(dealt).put_away == frozenset()


def test_player_in_another_seat_shows_their_own_cards(dealt: Table, alice: User) -> None:
    seating.stand_up(dealt.pk, alice)
    seating.sit_down(dealt.pk, alice, number=5, chips=10_000)
    show(dealt, alice)
    assert play_of(dealt).shown == {1}
