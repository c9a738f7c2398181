"""Test how long a table waits for people: as long as its invitations and its start, and at least a day."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import house_bots, invitations
from tables.hosting.practice import practice
from tables.models import Table
from tables.page import dispatch, host_log
from tables.play import due, seating, unattended
from tests.tables.helpers import (
    STACK,
    Clock,
    OutboxContext,
    assert_books_agree,
    fresh,
    look_away,
    look_on,
    open_table,
    purse,
)

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("compares times in the database")]
HOUR, DAY = 3_600, 86_400


def seconds_until_closed(table: Table, clock: Clock) -> float:
    """Return the seconds from now until the table closes, with nobody there."""
    begin = clock.moment
    due.sweep()
    while not fresh(table).is_closed:
        clock.run_due(table)
    return (clock.moment - begin).total_seconds()


@pytest.fixture
def by_link(alice: User, clock: Clock) -> Table:
    return open_table(alice, found_by=Table.FoundBy.LINK)


def test_a_table_with_a_link_stays_a_day(by_link: Table, clock: Clock) -> None:
    assert seconds_until_closed(by_link, clock) == DAY


def test_the_day_begins_when_the_last_person_leaves(by_link: Table, alice: User, clock: Clock) -> None:
    look_on(by_link, alice)
    seating.sit_down(by_link.pk, alice, number=1, chips=STACK)
    clock.run_due(by_link)
    clock.go_on(3 * DAY)
    look_away(by_link, alice)
    assert seconds_until_closed(by_link, clock) == DAY
    assert purse(alice) == 100_000
    assert_books_agree()


@pytest.mark.parametrize(("hours", "stays"), [(1, DAY), (168, 168 * HOUR), (0, 30 * DAY)])
def test_a_link_keeps_the_table_as_long_as_it_is_valid(alice: User, clock: Clock, hours: int, stays: float) -> None:
    listed = open_table(alice)
    invitations.make_link(listed.pk, alice, hours=hours)
    assert seconds_until_closed(listed, clock) == stays


def kept_for(table: Table, clock: Clock) -> timedelta:
    return unattended.closes_at(fresh(table), clock.moment) - clock.moment


def test_a_personal_invitation_keeps_the_table_until_it_is_answered(
    by_link: Table, alice: User, bob: User, clock: Clock
) -> None:
    letter = invitations.invite(by_link.pk, alice, bob)
    assert kept_for(by_link, clock) == timedelta(days=30)
    invitations.decline(letter.code, bob)
    assert kept_for(by_link, clock) == timedelta(days=1)


def test_a_late_invitation_keeps_a_table_that_is_about_to_close(alice: User, bob: User, clock: Clock) -> None:
    listed = open_table(alice)
    clock.go_on(DAY - 1)
    invitations.invite(listed.pk, alice, bob)
    assert seconds_until_closed(listed, clock) == 30 * DAY


def test_a_start_keeps_the_table_until_the_day_after(alice: User, clock: Clock) -> None:
    table = open_table(alice, starts_at=clock.moment + timedelta(days=4))
    assert seconds_until_closed(table, clock) == 5 * DAY


def test_a_practice_table_closes_after_ten_minutes(alice: User, clock: Clock) -> None:
    table = practice(alice)
    invitations.make_link(table.pk, alice)
    clock.run_due(table)
    assert seconds_until_closed(table, clock) == 600


def test_house_bots_do_not_keep_a_table_open(alice: User, clock: Clock) -> None:
    table = open_table(alice)
    house_bots.add_bot(table.pk, alice, "caller")
    clock.run_due(table)
    assert seconds_until_closed(table, clock) == DAY


def test_no_wake_up_waits_for_days_in_the_broker(alice: User, hear: OutboxContext) -> None:
    """The sweep finds what is due later; Redis would deliver the message again every hour."""
    with hear() as heard:
        open_table(alice)
        practised = practice(alice)
    assert {table for table, _at in heard.wakes} == {practised.pk}


class TestStart:
    def test_the_host_sets_a_start_and_it_is_an_event(self, by_link: Table, alice: User, clock: Clock) -> None:
        at = clock.moment + timedelta(days=1)
        invitations.set_start(by_link.pk, alice, at)
        assert fresh(by_link).starts_at == at
        assert host_log.sentence(by_link.events.get()) == "Alice set the start to Wed, Jan 2, 8:00 PM."
        invitations.set_start(by_link.pk, alice, None)
        assert host_log.sentence(by_link.events.latest("pk")) == "Alice removed the start time."

    @pytest.mark.parametrize("days", [-1, 0, 366])
    def test_a_start_must_be_within_a_year(self, by_link: Table, alice: User, clock: Clock, days: int) -> None:
        with pytest.raises(Refused, match="within the next year"):
            invitations.set_start(by_link.pk, alice, clock.moment + timedelta(days=days))

    def test_a_start_is_entered_and_read_in_the_viewers_time_zone(self, by_link: Table, alice: User, bob: User) -> None:
        client = Client()
        client.force_login(alice)
        alice.preferences.time_zone = "Asia/Tokyo"
        alice.preferences.save()
        client.post(f"/t/{by_link.code}/do/", {"verb": "set_start", "start": "2030-01-05T20:30"})
        start = fresh(by_link).starts_at
        assert start is not None
        assert start.isoformat() == "2030-01-05T11:30:00+00:00"
        link = invitations.make_link(by_link.pk, alice)
        page = Client().get(f"/i/{link.code}/", headers={"accept-language": "en"}).content.decode()
        assert "Sat, Jan 5, 11:30 AM" in page

    @pytest.mark.parametrize("junk", ["tomorrow", "2030-13-01T00:00", "0001-01-01T00:00", "9999-12-31T23:59", 7, []])
    def test_a_start_must_be_a_time(self, by_link: Table, alice: User, junk: object) -> None:
        with pytest.raises(Refused):
            dispatch.do(by_link.pk, alice, {"verb": "set_start", "start": junk})
