"""Count each hand in its players' sessions; a session ends when nothing happens for half an hour."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.hosting import house_bots
from tables.models import Hand, Purse, Sitting, Table
from tables.records import count_results
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, open_table, play_of, seat_people, void_hand
from tests.tables.sessions import play_hands

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("prepared SQL with ON CONFLICT")]


def of(user: User) -> list[tuple[int, int]]:
    """Return hands and chips of each session."""
    return list(Sitting.objects.filter(user=user).order_by("began_at").values_list("hands", "net"))


def after(table: Table, clock: Clock, pause: timedelta) -> None:
    """Begin another hand after this pause, and let everybody fold."""
    Table.objects.filter(pk=table.pk).update(due_at=clock.moment + pause)
    clock.run_due(table)
    fold_out(table)


def test_hand_counts_when_it_is_over(three: Table, alice: User, bob: User, carol: User) -> None:
    assert not Sitting.objects.exists()
    act(three, alice, "raise", 300)
    fold_out(three)
    assert [of(user) for user in (alice, bob, carol)] == [[(1, 150)], [(1, -50)], [(1, -100)]]
    sitting = Sitting.objects.get(user=alice)
    hand = hand_of(three)
    assert (sitting.table, sitting.rulebook) == (three, "cash")
    assert (sitting.began_at, sitting.ended_at) == (hand.began_at, hand.ended_at)
    assert (sitting.mbb, sitting.mbb_squares, sitting.vpip, sitting.pfr) == (1_500, 2_250_000, 1, 1)


def test_hands_of_a_session_add_up(three: Table, alice: User, clock: Clock) -> None:
    fold_out(three)
    clock.run_due(three)
    check_down(three)
    [(hands, net)] = of(alice)
    assert hands == 2
    assert net == sum(hand.players.get(user=alice).net or 0 for hand in Hand.objects.all())
    sitting = Sitting.objects.get(user=alice)
    assert (sitting.flops, sitting.showdowns) == (1, 1)


@pytest.mark.parametrize(("minutes", "sessions"), [(29, 1), (30, 1), (31, 2)])
def test_break_of_more_than_half_an_hour_ends_a_session(
    dealt: Table, alice: User, clock: Clock, minutes: int, sessions: int
) -> None:
    fold_out(dealt)
    after(dealt, clock, timedelta(minutes=minutes))
    assert len(of(alice)) == sessions


def test_player_who_sat_out_long_begins_a_new_session(
    three: Table, alice: User, bob: User, carol: User, clock: Clock
) -> None:
    fold_out(three)
    three.seated.filter(user=carol).update(state="out")
    for _ in range(3):
        after(three, clock, timedelta(minutes=12))
    three.seated.filter(user=carol).update(state="playing", must_wait=False)
    after(three, clock, timedelta(minutes=12))
    assert [len(of(user)) for user in (alice, bob, carol)] == [1, 1, 2]


def test_each_table_has_its_own_sessions(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    fold_out(dealt)
    other = open_table(alice)
    Purse.objects.all().delete()
    seat_people(other, [alice, bob])
    clock.run_due(other)
    fold_out(other)
    assert {*Sitting.objects.filter(user=alice).values_list("table", "hands")} == {(dealt.pk, 1), (other.pk, 1)}


def test_house_bots_are_not_counted(seated: Table, alice: User, bob: User, clock: Clock) -> None:
    house_bots.add_bot(seated.pk, alice, "random")
    play_hands(seated, clock, 5, random.Random(1))
    assert Hand.objects.filter(players__user__username__startswith="house:").exists()
    assert {*Sitting.objects.values_list("user", flat=True)} == {alice.pk, bob.pk}


def test_void_hand_counts_for_nothing(three: Table) -> None:
    void_hand(three)
    assert not Sitting.objects.exists()


def test_counting_takes_two_queries(three: Table, clock: Clock) -> None:
    fold_out(three)
    clock.run_due(three)
    with CaptureQueriesContext(connection) as queries:
        fold_out(three)
    assert len([query for query in queries if "tables_sitting" in query["sql"]]) == 2


class TestLuck:
    @pytest.fixture
    def run_out(self, dealt: Table, alice: User, bob: User) -> HandState:
        """Put both players all-in before the flop. Their chances are set by hand."""
        act(dealt, alice, "all-in")
        act(dealt, bob, "call")
        return play_of(dealt)

    def set_chances(self, table: Table, shares: list[float]) -> None:
        hand = hand_of(table)
        seats = list(play_of(table).pots[0].seats)
        chances = [{"street": "preflop", "seats": seats, "pots": [{"seats": seats, "share": shares}]}]
        Hand.objects.filter(pk=hand.pk).update(chances=chances)
        count_results.add_luck(hand.pk)

    def test_luck_is_what_all_ins_brought_beyond_their_worth(
        self, dealt: Table, run_out: HandState, alice: User, bob: User
    ) -> None:
        shares = [0.8, 0.2]
        self.set_chances(dealt, shares)
        worth = {
            int(seat): round(20_000_000 * share) for seat, share in zip(run_out.pots[0].seats, shares, strict=True)
        }
        for number, user in ((1, alice), (2, bob)):
            won = run_out.won[run_out.seats.index(SeatNumber(number))]
            sitting = Sitting.objects.get(user=user)
            assert sitting.luck == won * 1_000 - worth[number]
            assert sitting.luck_mbb == sitting.luck // 100

    def test_luck_goes_to_the_session_of_the_hand(
        self, dealt: Table, run_out: HandState, alice: User, clock: Clock
    ) -> None:
        hand = hand_of(dealt)
        clock.go_on(3_600)
        later = Sitting.objects.get(user=alice)
        later.pk, later.began_at, later.ended_at = None, clock.moment, clock.moment
        later.save()
        assert hand.ended_at is not None
        self.set_chances(dealt, [0.8, 0.2])
        earlier, later = Sitting.objects.filter(user=alice).order_by("began_at")
        assert earlier.luck
        assert not later.luck

    def test_hand_without_chances_adds_no_luck(self, dealt: Table, run_out: HandState) -> None:
        count_results.add_luck(hand_of(dealt).pk)
        assert not Sitting.objects.exclude(luck=0).exists()

    def test_luck_of_a_hand_that_was_never_counted_is_ignored(self, dealt: Table, run_out: HandState) -> None:
        Sitting.objects.all().delete()
        self.set_chances(dealt, [0.8, 0.2])
        assert not Sitting.objects.exists()


def test_latest_session_is_found_without_reading_the_others(three: Table) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the plan of SQLite")
    fold_out(three)
    written = count_results._NEWEST[3].written["sqlite"]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {written.sql}", written.values)
        steps = [row[-1] for row in cursor.fetchall()]
    assert not [step for step in steps if "SCAN" in step or "TEMP" in step], steps
