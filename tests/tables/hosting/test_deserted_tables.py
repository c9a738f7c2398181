"""Test that a table without a connected person pauses after its hand, closes after a day and gives the chips back."""

import pytest

from accounts.models import User
from tables.core.deadlines import PROMISED_IN
from tables.hosting import house_bots
from tables.models import Hand, Presence, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import due, presence, seating
from tests.tables.helpers import (
    Clock,
    act,
    assert_books_agree,
    fold_out,
    fresh,
    hand_of,
    look_away,
    look_on,
    open_table,
    purse,
)

DAY = 86_400

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("presence ends by the database's clock")]


@pytest.fixture
def deserted(dealt: Table, alice: User, bob: User, clock: Clock) -> Table:
    """Return a table that everybody left during the hand, which is over by now."""
    look_away(dealt, alice, bob)
    fold_out(dealt)
    clock.run_due(dealt)
    return dealt


def test_the_running_hand_is_played_out(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    look_away(dealt, alice, bob)
    assert (hand_of(dealt).state, fresh(dealt).due) == (Hand.State.RUNNING, "act")
    clock.run_due(dealt)
    clock.run_due(dealt)
    assert hand_of(dealt).state == Hand.State.OVER


def test_no_further_hand_is_dealt(deserted: Table, clock: Clock) -> None:
    assert (fresh(deserted).hands_dealt, fresh(deserted).state, fresh(deserted).due) == (1, "open", "close")
    assert clock.reach(deserted) == DAY


def test_after_a_day_the_players_get_their_chips_back(deserted: Table, alice: User, bob: User, clock: Clock) -> None:
    clock.run_due(deserted)
    assert (fresh(deserted).state, fresh(deserted).closed_at) == ("closed", clock.moment)
    assert not deserted.seated.exists()
    assert (purse(alice), purse(bob)) == (99_950, 100_050)
    assert_books_agree()


def test_a_returning_player_wakes_the_table(deserted: Table, alice: User, clock: Clock) -> None:
    clock.go_on(DAY - 1)
    look_on(deserted, alice)
    assert (fresh(deserted).due, clock.run_due(deserted)) == ("deal", PROMISED_IN.seconds)
    assert fresh(deserted).hands_dealt == 2


def test_a_player_who_returns_while_it_closes_keeps_it_open(deserted: Table, alice: User, clock: Clock) -> None:
    """Presence is kept up without the table's lock."""
    presence.renew_presence("other", [(deserted.pk, alice.pk)])
    clock.reach(deserted)
    presence.renew_presence("other", [(deserted.pk, alice.pk)])
    due.run_due(deserted.pk)
    assert not fresh(deserted).is_closed
    clock.run_due(deserted)
    assert fresh(deserted).hands_dealt == 2


def test_a_player_whose_presence_lapsed_wakes_the_table(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    """The server stood still for longer than presence lasts; its sockets never closed."""
    Presence.objects.update(until=clock.moment)
    fold_out(dealt)
    clock.run_due(dealt)
    assert fresh(dealt).due == "close"
    presence.renew_presence("test", [(dealt.pk, alice.pk), (dealt.pk, bob.pk)])
    due.sweep()
    clock.reach(dealt)
    due.sweep()
    assert fresh(dealt).hands_dealt == 2


def test_coming_and_going_starts_the_day_again(deserted: Table, alice: User, clock: Clock) -> None:
    clock.go_on(300)
    look_on(deserted, alice)
    look_away(deserted, alice)
    clock.run_due(deserted)
    assert clock.reach(deserted) == DAY


def test_a_sleeping_table_closes_when_it_is_left(table: Table, alice: User, clock: Clock) -> None:
    look_on(table, alice)
    seating.sit_down(table.pk, alice, number=1, chips=5_000)
    clock.run_due(table)
    assert fresh(table).due == ""
    look_away(table, alice)
    due.sweep()
    assert (fresh(table).due, clock.run_due(table)) == ("close", DAY)
    assert fresh(table).is_closed
    assert purse(alice) == 100_000


def test_presence_of_a_killed_process_expires(seated: Table, alice: User, clock: Clock) -> None:
    presence.arrive(seated.pk, alice.pk, "killed")
    version = fresh(seated).version
    assert (presence.present(seated) >= {alice.pk}, Presence.objects.filter(process="killed").exists()) == (True, True)
    clock.go_on(13)
    due.sweep()
    assert fresh(seated).version > version
    Presence.objects.exclude(process="killed").delete()
    assert presence.present(seated) == set()
    clock.go_on(15)
    due.sweep()
    assert not Presence.objects.exists()


def test_presence_lasts_as_long_as_it_is_kept_up(table: Table, alice: User, clock: Clock) -> None:
    presence.arrive(table.pk, alice.pk, "test")
    for _ in range(5):
        clock.go_on(8)
        presence.renew_presence("test", [(table.pk, alice.pk)])
    assert presence.present(table) == {alice.pk}
    clock.go_on(12)
    assert presence.present(table) == set()


def test_closing_one_of_two_tabs_keeps_the_player_present(table: Table, alice: User) -> None:
    """The tabs are on two processes; consumers count those of one process."""
    presence.arrive(table.pk, alice.pk, "one")
    presence.arrive(table.pk, alice.pk, "two")
    presence.depart(table.pk, alice.pk, "one")
    assert presence.present(table) == {alice.pk}


def test_house_bots_do_not_keep_a_table_going(table: Table, alice: User, clock: Clock) -> None:
    for style in ("caller", "tight"):
        house_bots.add_bot(table.pk, alice, style)
    clock.run_due(table)
    assert (fresh(table).hands_dealt, fresh(table).due) == (0, "close")


def test_a_spectator_keeps_the_table_going(dealt: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    look_on(dealt, carol)
    look_away(dealt, alice, bob)
    assert snapshot.take(dealt.pk).watchers == 1
    act(dealt, alice, "fold")
    clock.run_due(dealt)
    assert fresh(dealt).hands_dealt == 2


def test_players_do_not_count_as_watchers(seated: Table, carol: User) -> None:
    assert snapshot.take(seated.pk).watchers == 0
    seating.hold_seat(seated.pk, carol, 3)
    look_on(seated, carol)
    assert snapshot.take(seated.pk).watchers == 1


def test_a_closed_table_may_be_visited(deserted: Table, alice: User, clock: Clock) -> None:
    clock.run_due(deserted)
    look_on(deserted, alice)
    look_away(deserted, alice)
    assert (fresh(deserted).state, fresh(deserted).due) == ("closed", "")


def test_a_player_at_several_tables_is_present_at_all(deserted: Table, alice: User, bob: User, clock: Clock) -> None:
    """The strip shows turns at other tables, and a click leads there."""
    other = open_table(bob)
    look_on(other, alice)
    assert fresh(deserted).due == "deal"
    assert snapshot.take(deserted.pk).present == {alice.pk}
    assert snapshot.take(other.pk).present == {alice.pk}
    clock.run_due(deserted)
    assert fresh(deserted).hands_dealt == 2
    version = fresh(deserted).version
    look_away(other, alice)
    assert (snapshot.take(deserted.pk).present, fresh(deserted).version > version) == (frozenset(), True)


def test_an_empty_table_is_waiting_for_players(table: Table, alice: User) -> None:
    """Nobody is away from a table that was opened a moment ago."""
    assert fresh(table).due == "close"
    assert Scene(snapshot.take(table.pk), alice, alice.preferences).phase == "asleep"
