"""Keep what lists need of a hand when it ends, exactly as its log says."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.rulebooks import RULEBOOKS
from tables.history.hands.selecting import hands_of
from tables.models import Hand, HandPlayer, Table
from tables.play import seating
from tables.records.figures import not_folded
from tests.tables.helpers import Clock, act, check_down, fold_out, fresh, hand_of, play_of, to_act, void_hand

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("prepared SQL")]


def line(user: User) -> HandPlayer:
    return HandPlayer.objects.get(user=user)


def test_showdown_is_kept(three: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    act(three, alice, "fold")
    check_down(three)
    hand, play = hand_of(three), play_of(three)
    assert len(hand.board) == 10
    assert hand.pot == sum(play.won) == 200
    for user, compared in ((alice, False), (bob, True), (carol, True)):
        own = line(user)
        assert (own.table_id, own.rulebook, own.ended_at, own.pot) == (three.pk, "cash", hand.ended_at, 200)
        assert own.showdown is compared
        assert len(own.cards) == 4
        assert own.kind[0] in own.cards
        assert own.net == play.net[play.seats.index(own.seat)]


def test_hand_that_everybody_folds_is_kept(three: Table, alice: User) -> None:
    act(three, alice, "raise", 300)
    fold_out(three)
    hand = hand_of(three)
    assert (hand.board, hand.pot) == ("", 250)
    assert not HandPlayer.objects.filter(showdown=True).exists()
    assert HandPlayer.objects.exclude(kind="").count() == 3


def test_player_who_left_during_the_hand_has_it_listed_too(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "fold")
    seating.stand_up(three.pk, bob)
    assert play_of(three).over
    assert hands_of(bob).get().hand == hand_of(three)


def test_running_hand_is_not_kept(dealt: Table, alice: User) -> None:
    assert line(alice).ended_at is None
    assert line(alice).cards == ""
    assert not hands_of(alice).exists()


def test_void_hand_is_kept_without_a_result(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, to_act(dealt), "call")
    void_hand(dealt)
    for user in (alice, bob):
        own = line(user)
        assert own.ended_at == hand_of(dealt).ended_at
        assert (own.net, own.pot, own.showdown) == (None, None, False)
        assert own.cards
    assert (hand_of(dealt).board, hand_of(dealt).pot) == ("", None)


def test_unreadable_void_hand_is_kept_without_cards(dealt: Table, alice: User) -> None:
    hand = hand_of(dealt)
    Hand.objects.filter(pk=hand.pk).update(sealed={"broken": True})
    void_hand(dealt)
    assert (line(alice).cards, line(alice).kind) == ("", "")
    assert hands_of(alice).count() == 1


def test_keeping_takes_no_query_of_its_own(three: Table) -> None:
    act(three, to_act(three), "fold")
    with CaptureQueriesContext(connection) as queries:
        fold_out(three)
    for table in ("tables_hand", "tables_handplayer"):
        assert sum(f'UPDATE "{table}" SET' in query["sql"] for query in queries) == 1


def test_only_a_showdown_compares_hands_though_everybody_shows() -> None:
    """A knock-out turns up every hand, even if all but one folded: that is no showdown."""
    rules = RULEBOOKS["contest"].rules
    deck = tuple(range(52))
    opening = Opening.make(rules, seats=[1, 2, 3], stacks=[1000, 1000, 1000], button=1, deck=deck)
    folded = HandState.deal(opening)
    while not folded.over:
        folded = folded.act("fold")
    assert len(folded.shown) == 3
    assert not_folded(folded) == frozenset()
    called = HandState.deal(opening).act("fold")
    while not called.over:
        legal = called.legal
        assert legal is not None
        called = called.act("check" if legal.check else "call")
    assert not_folded(called) == set(called.seats) - {1}


def test_kept_hand_passes_the_audit(three: Table, alice: User) -> None:
    check_down(three)
    call_command("audit_hands")
    assert fresh(three).hand is not None
