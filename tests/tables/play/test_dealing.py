"""Test the next hand: sealed before the players cut it, dealt without waiting for players who do not answer."""

from hashlib import sha256

import pytest

from accounts.models import User
from tables.core import hand_cache
from tables.core.locking import locked
from tables.engine.deck import SealedDeck
from tables.models import Hand, HandPlayer, Seat, Table
from tables.play import dealing, due, seating
from tests.tables.helpers import (
    Clock,
    check_down,
    fold_out,
    fresh,
    hand_of,
    look_on,
    open_table,
    play_of,
    seat_of,
)

pytestmark = pytest.mark.django_db

NUMBERS = {"Alice": "a1" * 16, "Bob": "b0" * 16}


def hash_of(number: str) -> str:
    return sha256(number.encode()).hexdigest()


def sealed(table: Table) -> SealedDeck:
    return SealedDeck.from_json(hand_of(table).sealed)


def dealt_in(table: Table) -> set[int]:
    return set(HandPlayer.objects.filter(hand=hand_of(table)).values_list("seat", flat=True))


def blinds(table: Table) -> tuple[int | None, int | None, set[int]]:
    return fresh(table).button, fresh(table).big_blind, dealt_in(table)


@pytest.fixture
def committed(seated: Table, alice: User, bob: User, clock: Clock) -> Table:
    """Return the table after both browsers have sent a hash and the deck is sealed."""
    for user, number in ((alice, NUMBERS["Alice"]), (bob, NUMBERS["Bob"])):
        dealing.commit(seated.pk, user, hash_of(number))
    clock.run_due(seated)
    return seated


@pytest.fixture
def spread(table: Table, alice: User, bob: User, carol: User, clock: Clock) -> Table:
    """Seat Alice, Bob and Carol in the seats 1, 3 and 5, in their first hand: Alice has the button."""
    for number, user in ((1, alice), (3, bob), (5, carol)):
        seating.sit_down(table.pk, user, number=number, chips=10_000)
        look_on(table, user)
    clock.run_due(table)
    return table


def next_hand(table: Table, clock: Clock) -> None:
    fold_out(table)
    clock.run_due(table)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_cards_are_dealt_at_once_without_commitments(dealt: Table) -> None:
    hand = hand_of(dealt)
    assert (hand.state, hand.number, hand.button, hand.root) == ("running", 1, 1, sealed(dealt).root)
    assert hand.cut == sealed(dealt).cut({})
    assert list(hand.players.values_list("seat", "stack", "post")) == [(1, 10_000, 0), (2, 10_000, 0)]


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_deck_is_sealed_before_committed_players_cut_it(committed: Table) -> None:
    hand = hand_of(committed)
    assert (hand.state, hand.cut, fresh(committed).due, fresh(committed).turn) == ("cutting", None, "cut", None)
    assert set(sealed(committed).commitments) == {hash_of(number) for number in NUMBERS.values()}
    with pytest.raises(ValueError, match="not cut"):
        hand_cache.opening_of(hand)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_cut_happens_when_the_last_number_is_revealed(committed: Table, alice: User, bob: User) -> None:
    dealing.reveal(committed.pk, alice, hand_number=1, number=NUMBERS["Alice"])
    assert hand_of(committed).state == Hand.State.CUTTING
    dealing.reveal(committed.pk, bob, hand_number=1, number=NUMBERS["Bob"])
    hand = hand_of(committed)
    assert (hand.state, hand.cut) == ("running", sum(int(number, 16) for number in NUMBERS.values()) % 52)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_cut_waits_a_second_at_most(committed: Table, alice: User, clock: Clock) -> None:
    dealing.reveal(committed.pk, alice, hand_number=1, number=NUMBERS["Alice"])
    assert clock.run_due(committed) == 1
    hand, deck = hand_of(committed), sealed(committed)
    stand_in = deck.stand_ins[deck.seats.index(2)]
    assert (hand.state, hand.cut) == ("running", (int(NUMBERS["Alice"], 16) + int(stand_in, 16)) % 52)


def test_only_the_committed_number_counts(committed: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    for user, hand_number, number in [
        (alice, 1, NUMBERS["Bob"]),
        (alice, 1, "not a number"),
        (alice, 2, NUMBERS["Alice"]),
        (carol, 1, NUMBERS["Alice"]),
    ]:
        dealing.reveal(committed.pk, user, hand_number=hand_number, number=number)
    assert not HandPlayer.objects.exclude(number="").exists()
    dealing.reveal(committed.pk, alice, hand_number=1, number=NUMBERS["Alice"])
    dealing.reveal(committed.pk, alice, hand_number=1, number="0" * 32)
    assert hand_of(committed).players.get(user=alice).number == NUMBERS["Alice"]


def test_late_number_changes_nothing(committed: Table, alice: User, clock: Clock) -> None:
    clock.run_due(committed)
    before = hand_of(committed).cut, fresh(committed).version
    dealing.reveal(committed.pk, alice, hand_number=1, number=NUMBERS["Alice"])
    assert (hand_of(committed).cut, fresh(committed).version) == before
    assert not HandPlayer.objects.exclude(number="").exists()


def test_revealing_a_number_commits_to_the_next_one(committed: Table, alice: User, clock: Clock) -> None:
    promised = hash_of("c" * 32)
    dealing.reveal(committed.pk, alice, hand_number=1, number=NUMBERS["Alice"], next_commitment=promised)
    clock.run_due(committed)
    assert promised not in sealed(committed).commitments
    assert hand_of(committed).players.get(user=alice).number == NUMBERS["Alice"]
    next_hand(committed, clock)
    assert promised in sealed(committed).commitments


def test_commitment_sent_with_a_late_or_wrong_number_still_counts(committed: Table, alice: User, clock: Clock) -> None:
    clock.run_due(committed)
    promised = hash_of("c" * 32)
    dealing.reveal(committed.pk, alice, hand_number=1, number="0" * 32, next_commitment=promised)
    next_hand(committed, clock)
    assert promised in sealed(committed).commitments


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_cutting_twice_changes_nothing(committed: Table, clock: Clock) -> None:
    clock.run_due(committed)
    before = hand_of(committed).cut, fresh(committed).version
    with locked(committed.pk) as table:
        dealing.cut(table)
    assert (hand_of(committed).cut, fresh(committed).version) == before


def test_commitment_counts_for_one_hand(committed: Table, clock: Clock) -> None:
    assert set(committed.seated.values_list("commitment", flat=True)) == {""}


def test_commitment_during_the_hand_is_for_the_next(committed: Table, alice: User, clock: Clock) -> None:
    clock.run_due(committed)
    dealing.commit(committed.pk, alice, hash_of("c" * 32))
    next_hand(committed, clock)
    assert hash_of("c" * 32) in sealed(committed).commitments


def test_players_who_have_just_come_can_cut_the_first_deck(table: Table, alice: User, bob: User, clock: Clock) -> None:
    for number, user in ((1, alice), (2, bob)):
        seating.sit_down(table.pk, user, number=number, chips=10_000)
    clock.run_due(table)
    assert fresh(table).hands_dealt == 0
    look_on(table, alice)
    clock.go_on(0.9)
    due.run_due(table.pk)
    dealing.commit(table.pk, alice, hash_of(NUMBERS["Alice"]))
    clock.run_due(table)
    assert (fresh(table).hands_dealt, hash_of(NUMBERS["Alice"]) in sealed(table).commitments) == (1, True)


def test_watcher_cannot_cut(seated: Table, carol: User, clock: Clock) -> None:
    dealing.commit(seated.pk, carol, hash_of("c" * 32))
    clock.run_due(seated)
    assert hand_of(seated).state == Hand.State.RUNNING


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_cut_that_is_rolled_back_is_forgotten(committed: Table, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Check that memory holds nothing that was never committed: the next try may cut the deck elsewhere."""
    monkeypatch.setattr(dealing, "advance_to_next_decision", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        clock.run_due(committed)
    monkeypatch.undo()
    hand = hand_of(committed)
    assert (hand.state, hand.cut) == ("cutting", None)
    assert not hand_cache._memory.hands


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_button_and_blinds_move(spread: Table, clock: Clock) -> None:
    assert blinds(spread) == (1, 5, {1, 3, 5})
    for expected in ((3, 1), (5, 3), (1, 5)):
        next_hand(spread, clock)
        assert blinds(spread)[:2] == expected


def test_button_pays_the_small_blind_heads_up(dealt: Table, clock: Clock) -> None:
    assert (blinds(dealt), play_of(dealt).turn) == ((1, 2, {1, 2}), 1)
    next_hand(dealt, clock)
    assert (blinds(dealt), play_of(dealt).turn) == ((2, 1, {1, 2}), 2)


def test_newcomer_waits_for_the_big_blind(spread: Table, ted: User, clock: Clock) -> None:
    seating.sit_down(spread.pk, ted, number=2, chips=10_000)
    next_hand(spread, clock)
    assert blinds(spread) == (3, 1, {1, 3, 5})
    next_hand(spread, clock)
    assert blinds(spread) == (5, 2, {1, 2, 3, 5})
    assert not seat_of(spread, ted).must_wait


def test_newcomer_may_post_instead(spread: Table, ted: User, clock: Clock) -> None:
    seating.sit_down(spread.pk, ted, number=2, chips=10_000)
    seating.come_back(spread.pk, ted, posts=True)
    next_hand(spread, clock)
    assert blinds(spread) == (3, 1, {1, 2, 3, 5})
    assert hand_of(spread).players.get(user=ted).post == 100
    assert dict(zip(play_of(spread).seats, play_of(spread).bets, strict=True)) == {5: 50, 1: 100, 2: 100, 3: 0}
    assert (seat_of(spread, ted).posts, seat_of(spread, ted).must_wait) == (False, False)


def test_newcomer_does_not_wait_if_the_table_cannot_play_otherwise(
    dealt: Table, bob: User, carol: User, clock: Clock
) -> None:
    fold_out(dealt)
    seating.stand_up(dealt.pk, bob)
    clock.run_due(dealt)
    seating.sit_down(dealt.pk, carol, number=4, chips=10_000)
    clock.run_due(dealt)
    assert dealt_in(dealt) == {1, 4}


def test_next_hand_comes_four_seconds_after_a_fold_out(dealt: Table, clock: Clock) -> None:
    fold_out(dealt)
    assert (fresh(dealt).due, clock.run_due(dealt), fresh(dealt).hands_dealt) == ("deal", 4, 2)


def test_next_hand_comes_five_seconds_after_a_showdown(dealt: Table, clock: Clock) -> None:
    check_down(dealt)
    assert (fresh(dealt).due, clock.run_due(dealt), fresh(dealt).hands_dealt) == ("deal", 5, 2)


def test_sitting_down_in_the_pause_does_not_shorten_it(dealt: Table, carol: User, clock: Clock) -> None:
    check_down(dealt)
    clock.go_on(1)
    seating.sit_down(dealt.pk, carol, number=3, chips=10_000)
    assert clock.reach(dealt) == 4


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_table_sleeps_below_two_ready_players(dealt: Table, bob: User, clock: Clock) -> None:
    fold_out(dealt)
    seating.stand_up(dealt.pk, bob)
    clock.run_due(dealt)
    assert (fresh(dealt).due, fresh(dealt).state, fresh(dealt).hands_dealt) == ("", "open", 1)


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_wake_up_that_runs_twice_deals_once(seated: Table, clock: Clock) -> None:
    clock.run_due(seated)
    version = fresh(seated).version
    due.run_due(seated.pk)
    assert Hand.objects.count() == 1
    assert (fresh(seated).version, fresh(seated).due) == (version, "act")


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_blinds_that_take_all_chips_end_the_hand_at_once(alice: User, bob: User, clock: Clock) -> None:
    table = open_table(alice, buy_in_least=10, buy_in_most=50)
    for number, user in ((1, alice), (2, bob)):
        seating.sit_down(table.pk, user, number=number, chips=50)
        look_on(table, user)
    clock.run_due(table)
    assert hand_of(table).state == Hand.State.OVER
    assert (fresh(table).turn, fresh(table).due) == (None, "deal")
    assert sum(Seat.objects.values_list("stack", flat=True)) == 100
