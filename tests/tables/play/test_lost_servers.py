"""No turn ends because a server has gone: it ends once that server was heard of after the deadline."""

from datetime import timedelta

import pytest

from accounts.models import User
from poker_site.runtime.heartbeat import server_topic
from tables.models import Presence, Seat, ServerProcess, Table
from tables.play import due, presence, servers
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import Clock, Hear, act, fresh, look_away, moves, open_table, seat_of, seat_people, to_act

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("the database's clock decides")]

NO_BANK = {"time_bank_ms": 0}


@pytest.fixture
def table(alice: User, bob: User, carol: User, clock: Clock) -> Table:
    """Alice, Bob and Carol over the server "one", without a time bank; Alice is to act within 20 seconds."""
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
    """So many seconds go by in which only these servers are there."""
    end = clock.moment + timedelta(seconds=seconds)
    step = timedelta(seconds=2 if names or seconds < 60 else 20)
    while clock.moment < end:
        clock.moment = min(end, clock.moment + step)
        for name in names:
            servers.say_alive(name)
            presence.keep(name, list(Presence.objects.filter(process=name, lost_at=None).values_list("table", "user")))
        due.sweep()


def test_a_turn_ends_when_the_server_is_there(table: Table, clock: Clock) -> None:
    live(table, clock, 19, "one")
    assert moves(table) == []
    live(table, clock, 1, "one")
    assert moves(table) == [(1, "fold", "time")]


def test_it_does_not_end_before_the_server_was_heard_of(table: Table, clock: Clock, hear: Hear) -> None:
    """It is asked at once, so that the others do not wait for its next beat."""
    live(table, clock, 19, "one")
    clock.reach(table)
    with hear() as heard:
        due.run_due(table.pk)
    assert (moves(table), heard.topics) == ([], [(server_topic("one"), table.pk)])
    servers.say_alive("one")
    due.run_due(table.pk)
    assert moves(table) == [(1, "fold", "time")]


def test_whose_server_has_gone_has_fifteen_seconds_more_to_come_back(table: Table, clock: Clock, bob: User) -> None:
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 26, "two")
    assert moves(table) == []
    live(table, clock, 3, "two")
    assert moves(table)[0] == (1, "fold", "time")


def test_who_has_come_back_has_fifteen_seconds(table: Table, clock: Clock, alice: User, bob: User) -> None:
    come(table, "two", bob)
    live(table, clock, 10, "one", "two")
    live(table, clock, 24, "two")
    come(table, "two", alice)
    assert clock.moment + timedelta(seconds=15) <= (fresh(table).due_at or clock.moment)
    live(table, clock, 14, "two")
    assert moves(table) == []
    act(table, alice, "call")
    assert moves(table) == [(1, "call", "player")]


def test_coming_back_again_and_again_gives_no_more_time(table: Table, clock: Clock, alice: User, bob: User) -> None:
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


def test_who_moved_to_another_server_a_moment_before_the_end_has_time(
    table: Table, clock: Clock, alice: User, bob: User
) -> None:
    """The first one was killed two seconds before the deadline; nothing says so yet."""
    come(table, "two", bob)
    live(table, clock, 18, "one", "two")
    live(table, clock, 1.9, "two")
    come(table, "two", alice)
    live(table, clock, 12, "two")
    assert moves(table) == []


def test_who_has_closed_the_page_is_not_waited_for(table: Table, clock: Clock, alice: User, bob: User) -> None:
    presence.depart(table.pk, alice.pk, "one")
    live(table, clock, 20, "one")
    assert moves(table) == [(1, "fold", "time")]


def test_while_no_server_is_there_no_turn_ends(table: Table, clock: Clock) -> None:
    live(table, clock, 600)
    assert moves(table) == []


def test_not_even_of_who_had_left_before(table: Table, clock: Clock, alice: User) -> None:
    presence.depart(table.pk, alice.pk, "one")
    live(table, clock, 600)
    assert moves(table) == []


def test_when_there_is_one_again_who_does_not_come_has_fifteen_seconds(table: Table, clock: Clock) -> None:
    live(table, clock, 600)
    live(table, clock, 14, "new")
    assert moves(table) == []
    live(table, clock, 18, "new")
    assert moves(table)[0] == (1, "fold", "time")


def test_the_server_may_be_cut_off_from_the_database_and_come_back(table: Table, clock: Clock, alice: User) -> None:
    """It still holds the sockets of all three when it can say so again."""
    live(table, clock, 10, "one")
    live(table, clock, 30)
    servers.say_alive("one")
    due.run_due(table.pk)
    assert moves(table) == []
    presence.keep("one", [(table.pk, alice.pk)])
    live(table, clock, 14, "one")
    assert moves(table) == []


def test_the_time_costs_no_time_bank(table: Table, clock: Clock, alice: User, bob: User) -> None:
    """Ten seconds of the bank were used when the server went."""
    Seat.objects.filter(user=alice).update(time_bank_ms=30_000)
    come(table, "two", bob)
    live(table, clock, 30, "one", "two")
    live(table, clock, 20, "two")
    come(table, "two", alice)
    act(table, alice, "call")
    assert seat_of(table, alice).time_bank_ms == 20_000


def test_it_counts_at_all_tables_where_one_sits(
    table: Table, clock: Clock, alice: User, bob: User, carol: User
) -> None:
    """Somebody who looks at another table is told there when it is their turn here."""
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


def test_who_reads_pages_without_script_is_waited_for_while_no_server_is_there(
    table: Table, clock: Clock, alice: User
) -> None:
    Presence.objects.filter(user=alice).delete()
    presence.read_page(table.pk, alice.pk)
    live(table, clock, 19, "one")
    live(table, clock, 60)
    assert moves(table) == []
    live(table, clock, 18, "one")
    assert moves(table)[0] == (1, "fold", "time")


def test_in_a_knock_out_who_loses_the_server_is_back_in_time(db: None, clock: Clock) -> None:
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


def test_the_embedded_server_gives_time_when_it_starts(table: Table, clock: Clock, alice: User) -> None:
    live(table, clock, 18, "one")
    due.begin_alone()
    come(table, "new", alice)
    assert clock.reach(table) >= 15


def test_it_does_not_wait_longer_for_who_does_not_come_back(table: Table, clock: Clock) -> None:
    live(table, clock, 18, "one")
    due.begin_alone()
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


def test_who_has_been_back_for_long_enough_is_not_waited_for(
    table: Table, clock: Clock, alice: User, bob: User, carol: User
) -> None:
    """Nor is who has another page open over another server."""
    come(table, "two", alice, bob, carol)
    live(table, clock, 15, "one", "two")
    live(table, clock, 5, "two")
    assert moves(table) == [(1, "fold", "time")]
