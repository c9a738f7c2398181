"""Test that no turn ends because a server has gone: it ends once that server was heard of after the deadline."""

from datetime import timedelta

import pytest

from accounts.models import User
from poker_site.runtime.heartbeat import server_topic
from tables.models import Presence, Seat, ServerProcess, Table
from tables.play import due, presence, servers
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import (
    Clock,
    OutboxContext,
    act,
    fresh,
    look_away,
    moves,
    open_table,
    seat_of,
    seat_people,
    to_act,
)

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("the database's clock decides")]

NO_BANK = {"time_bank_ms": 0}


@pytest.fixture
def table(alice: User, bob: User, carol: User, clock: Clock) -> Table:
    """Seat Alice, Bob and Carol over the server "one", without a time bank; Alice is to act within 20 seconds."""
    table = open_table(alice)
    seat_people(table, [alice, bob, carol])
    clock.run_due(table)
    Seat.objects.update(**NO_BANK)
    Presence.objects.all().delete()
    come(table, "one", alice, bob, carol)
    return table


def come(table: Table, server: str, *users: User) -> None:
    servers.say_alive(server)
    for user in users:
        presence.arrive(table.pk, user.pk, server)


def live(table: Table, clock: Clock, seconds: float, *names: str) -> None:
    """Let so many seconds go by in which only these servers are there."""
    end = clock.moment + timedelta(seconds=seconds)
    step = timedelta(seconds=2 if names or seconds < 60 else 20)
    while clock.moment < end:
        clock.moment = min(end, clock.moment + step)
        for name in names:
            servers.say_alive(name)
            presence.renew_presence(
                name, list(Presence.objects.filter(process=name, lost_at=None).values_list("table", "user"))
            )
        due.sweep()


def test_turn_ends_while_the_server_is_there(table: Table, clock: Clock) -> None:
    live(table, clock, 19, "one")
    assert moves(table) == []
    live(table, clock, 1, "one")
    assert moves(table) == [(1, "fold", "time")]


def test_turn_does_not_end_before_the_server_was_heard_of(table: Table, clock: Clock, hear: OutboxContext) -> None:
    """Check also that the server is asked at once, so that the others do not wait for its next report."""
    live(table, clock, 19, "one")
    clock.reach(table)
    with hear() as heard:
        due.run_due(table.pk)
    assert (moves(table), heard.topics) == ([], [(server_topic("one"), table.pk)])
    servers.say_alive("one")
    due.run_due(table.pk)
    assert moves(table) == [(1, "fold", "time")]


def test_player_whose_server_has_gone_has_fifteen_seconds_to_come_back(table: Table, clock: Clock, bob: User) -> None:
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 26, "two")
    assert moves(table) == []
    live(table, clock, 3, "two")
    assert moves(table)[0] == (1, "fold", "time")


def test_player_who_has_come_back_has_fifteen_seconds(table: Table, clock: Clock, alice: User, bob: User) -> None:
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 24, "two")
    come(table, "two", alice)
    assert clock.moment + timedelta(seconds=15) <= (fresh(table).due_at or clock.moment)
    live(table, clock, 14, "two")
    assert moves(table) == []
    act(table, alice, "call")
    assert moves(table) == [(1, "call", "player")]


def test_coming_back_repeatedly_gives_no_more_time(table: Table, clock: Clock, alice: User, bob: User) -> None:
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 24, "two")
    come(table, "two", alice)
    until = fresh(table).due_at
    for _ in range(5):
        presence.depart(table.pk, alice.pk, "two")
        clock.go_on(1)
        come(table, "two", alice)
    assert fresh(table).due_at == until


def test_player_who_changed_servers_just_before_the_deadline_has_time(
    table: Table, clock: Clock, alice: User, bob: User
) -> None:
    """Kill the first server two seconds before the deadline, when nothing shows yet that it has gone."""
    come(table, "two", bob)
    live(table, clock, 18, "one", "two")
    live(table, clock, 1.9, "two")
    come(table, "two", alice)
    live(table, clock, 12, "two")
    assert moves(table) == []


def test_player_who_closed_the_page_is_not_waited_for(table: Table, clock: Clock, alice: User, bob: User) -> None:
    presence.depart(table.pk, alice.pk, "one")
    live(table, clock, 20, "one")
    assert moves(table) == [(1, "fold", "time")]


def test_no_turn_ends_while_no_server_is_there(table: Table, clock: Clock) -> None:
    live(table, clock, 600)
    assert moves(table) == []


def test_no_turn_ends_without_a_server_even_of_a_player_who_had_left(table: Table, clock: Clock, alice: User) -> None:
    presence.depart(table.pk, alice.pk, "one")
    live(table, clock, 600)
    assert moves(table) == []


def test_absent_player_has_fifteen_seconds_once_a_server_is_back(table: Table, clock: Clock) -> None:
    live(table, clock, 600)
    live(table, clock, 14, "new")
    assert moves(table) == []
    live(table, clock, 18, "new")
    assert moves(table)[0] == (1, "fold", "time")


def test_server_cut_off_from_the_database_may_come_back(table: Table, clock: Clock, alice: User) -> None:
    """Let it report again once it is back: it still holds Alice's socket."""
    live(table, clock, 10, "one")
    live(table, clock, 30)
    servers.say_alive("one")
    due.run_due(table.pk)
    assert moves(table) == []
    presence.renew_presence("one", [(table.pk, alice.pk)])
    live(table, clock, 14, "one")
    assert moves(table) == []


def test_time_without_a_server_uses_no_time_bank(table: Table, clock: Clock, alice: User, bob: User) -> None:
    """Let ten seconds of the bank be used before the server goes."""
    Seat.objects.filter(user=alice).update(time_bank_ms=30_000)
    come(table, "two", bob)
    live(table, clock, 30, "one", "two")
    live(table, clock, 20, "two")
    come(table, "two", alice)
    act(table, alice, "call")
    assert seat_of(table, alice).time_bank_ms == 20_000


def test_lost_server_gives_time_at_all_tables_of_the_player(
    table: Table, clock: Clock, alice: User, bob: User, carol: User
) -> None:
    """Watch another table: its page tells of a turn here."""
    other = open_table(bob)
    look_away(table, alice)
    Presence.objects.filter(user=alice).delete()
    come(other, "one", alice)
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 24, "two")
    assert moves(table) == []
    come(other, "two", alice)
    live(table, clock, 14, "two")
    assert moves(table) == []


def test_viewer_without_scripts_is_waited_for_while_no_server_is_there(table: Table, clock: Clock, alice: User) -> None:
    Presence.objects.filter(user=alice).delete()
    presence.read_page(table.pk, alice.pk)
    live(table, clock, 19, "one")
    live(table, clock, 60)
    assert moves(table) == []
    live(table, clock, 18, "one")
    assert moves(table)[0] == (1, "fold", "time")


def test_player_in_a_knock_out_who_loses_the_server_is_back_in_time(db: None, clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    clock.run_due(table)
    Presence.objects.all().delete()
    come(table, "one", *cast)
    come(table, "two", cast[1], cast[2])
    assert to_act(table) == cast[0]
    live(table, clock, 10, "one", "two")
    live(table, clock, 11, "two")
    assert moves(table) == []
    come(table, "two", cast[0])
    live(table, clock, 14, "two")
    assert moves(table) == []


def test_embedded_server_gives_time_when_it_starts(table: Table, clock: Clock, alice: User) -> None:
    live(table, clock, 18, "one")
    due.start_embedded()
    come(table, "new", alice)
    assert clock.reach(table) >= 15


def test_embedded_server_does_not_wait_longer_for_absent_players(table: Table, clock: Clock) -> None:
    live(table, clock, 18, "one")
    due.start_embedded()
    live(table, clock, 14, "new")
    assert moves(table) == []
    live(table, clock, 3, "new")
    assert moves(table)[0] == (1, "fold", "time")


def test_servers_that_ended_long_ago_are_forgotten(table: Table, clock: Clock) -> None:
    live(table, clock, 600)
    ServerProcess.objects.update(seen_at=clock.moment - timedelta(hours=2))
    assert ServerProcess.objects.filter(name="one").exists()
    live(table, clock, 10, "new")
    assert list(ServerProcess.objects.values_list("name", flat=True)) == ["new"]


def test_player_back_for_long_enough_is_not_waited_for(
    table: Table, clock: Clock, alice: User, bob: User, carol: User
) -> None:
    """Check this for players who have another page open over another server."""
    come(table, "two", alice, bob, carol)
    live(table, clock, 15, "one", "two")
    live(table, clock, 5, "two")
    assert moves(table) == [(1, "fold", "time")]
