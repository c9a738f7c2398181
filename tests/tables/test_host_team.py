"""Co-hosts, and handing a table over."""

import pytest

from accounts.models import User
from tables.models import Cohost, Table
from tables.services import hosting, house_bots, seating
from tests.tables.helpers import fresh, open_table
from tests.tables.hosting import ask

pytestmark = pytest.mark.django_db


def cohosts(table: Table) -> list[User]:
    return [cohost.user for cohost in table.cohosts.order_by("pk")]


def test_a_cohost_hosts(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "name_cohost") == ""
    assert cohosts(seated) == [bob]
    hosting.pause(seated.pk, bob)
    assert fresh(seated).state == "paused"
    assert ask(seated, alice, "unname_cohost") == ""
    assert ask(seated, bob, "resume") == "Only the host of this table can do this."


def test_twice_is_once(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "name_cohost") == ask(seated, alice, "name_cohost") == ""
    assert (Cohost.objects.count(), seated.events.count()) == (1, 1)
    ask(seated, alice, "unname_cohost")
    assert ask(seated, alice, "unname_cohost") == "This player is not a co-host."


def test_who_cannot_be_one(seated: Table, alice: User, carol: User) -> None:
    bot = house_bots.add_bot(seated.pk, alice, "tight")
    User.objects.filter(pk=carol.pk).update(is_active=False)
    assert ask(seated, alice, "name_cohost", whom=str(alice.pk)) == "You are the host already."
    for user in (bot.user, carol):
        assert ask(seated, alice, "name_cohost", whom=str(user.pk)) == "This player cannot be a host here."


def test_handed_over_to_somebody_who_sits_there(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "hand_over") == ""
    assert fresh(seated).owner == bob
    assert cohosts(seated) == [alice]
    assert "not a co-host" in ask(seated, alice, "hand_over")


def test_handed_over_to_a_cohost_who_is_away(table: Table, alice: User, bob: User) -> None:
    ask(table, alice, "name_cohost")
    assert ask(table, alice, "hand_over") == ""
    assert (fresh(table).owner, cohosts(table)) == (bob, [alice])


def test_to_nobody_else(seated: Table, alice: User, bob: User, carol: User) -> None:
    bot = house_bots.add_bot(seated.pk, alice, "tight")
    seating.hold_seat(seated.pk, carol, 5)
    for user in (carol, bot.user):
        assert ask(seated, alice, "hand_over", whom=str(user.pk)).startswith("Hand the table over to somebody")
    assert ask(seated, alice, "hand_over", whom=str(alice.pk)) == "You are the host already."
    ask(seated, alice, "ban", whom=str(carol.pk))
    assert fresh(seated).owner == alice


def test_nobody_gets_more_tables_than_they_may_have(seated: Table, alice: User, bob: User) -> None:
    for _ in range(hosting.MOST_OPEN_TABLES):
        last = open_table(bob)
    assert ask(seated, alice, "hand_over") == "This player has 10 open tables already."
    hosting.close(last.pk, bob)
    assert ask(seated, alice, "hand_over") == ""


def test_a_closed_account_takes_nothing_over(seated: Table, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert ask(seated, alice, "hand_over") == "This account is closed"
    assert fresh(seated).owner == alice
