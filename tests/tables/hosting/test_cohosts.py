"""Test naming co-hosts, and handing a table over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.models import Sanction, User
from accounts.services import sanctions
from tables.hosting import cohosts as hosting_team
from tables.hosting import house_bots
from tables.models import Cohost, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import fresh, open_table, sits
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def cohosts(table: Table) -> list[User]:
    return [cohost.user for cohost in table.cohosts.order_by("pk")]


def test_a_cohost_hosts_until_removed(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "name_cohost") == ""
    assert cohosts(seated) == [bob]
    lifecycle.pause(seated.pk, bob)
    assert fresh(seated).state == "paused"
    assert ask(seated, alice, "unname_cohost") == ""
    assert ask(seated, bob, "resume") == "Only the host of this table can do this."


@pytest.mark.differs_on_services("row locks")
def test_naming_a_cohost_twice_names_one(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "name_cohost") == ask(seated, alice, "name_cohost") == ""
    assert (Cohost.objects.count(), seated.events.count()) == (1, 1)
    ask(seated, alice, "unname_cohost")
    assert ask(seated, alice, "unname_cohost") == "This player is not a co-host."


def test_the_owner_bots_and_closed_accounts_cannot_be_cohosts(seated: Table, alice: User, carol: User) -> None:
    bot = house_bots.add_bot(seated.pk, alice, "tight")
    User.objects.filter(pk=carol.pk).update(is_active=False)
    assert ask(seated, alice, "name_cohost", whom=str(alice.pk)) == "You are the host already."
    for user in (bot.user, carol):
        assert ask(seated, alice, "name_cohost", whom=str(user.pk)) == "This player cannot be a host here."


def test_a_table_is_handed_over_to_a_seated_player(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "hand_over") == ""
    assert fresh(seated).owner == bob
    assert cohosts(seated) == [alice]
    assert "not a co-host" in ask(seated, alice, "hand_over")


def test_a_table_is_handed_over_to_an_absent_cohost(table: Table, alice: User, bob: User) -> None:
    ask(table, alice, "name_cohost")
    assert ask(table, alice, "hand_over") == ""
    assert (fresh(table).owner, cohosts(table)) == (bob, [alice])


def test_a_table_is_handed_over_to_nobody_else(seated: Table, alice: User, bob: User, carol: User) -> None:
    bot = house_bots.add_bot(seated.pk, alice, "tight")
    seating.hold_seat(seated.pk, carol, 5)
    for user in (carol, bot.user):
        assert ask(seated, alice, "hand_over", whom=str(user.pk)).startswith("Hand the table over to somebody")
    assert ask(seated, alice, "hand_over", whom=str(alice.pk)) == "You are the host already."
    ask(seated, alice, "ban", whom=str(carol.pk))
    assert fresh(seated).owner == alice


@pytest.mark.differs_on_services("row locks")
def test_handing_over_respects_the_limit_of_open_tables(seated: Table, alice: User, bob: User) -> None:
    for _ in range(lifecycle.MOST_OPEN_TABLES):
        last = open_table(bob)
    assert ask(seated, alice, "hand_over") == "This player has 10 open tables already."
    lifecycle.close(last.pk, bob)
    assert ask(seated, alice, "hand_over") == ""


@pytest.mark.parametrize("verb", ["name_cohost", "hand_over"])
def test_a_banned_player_cannot_become_a_host(dealt: Table, alice: User, bob: User, moderator: User, verb: str) -> None:
    """The ban is from the table, though the player is still in a hand, or from the site."""
    ask(dealt, alice, "ban")
    assert sits(dealt, bob)
    assert ask(dealt, alice, verb) != ""
    ask(dealt, alice, "lift_ban")
    sanctions.impose(bob, kind=Sanction.Kind.BAN, reason="Cheating.", until=None, by=moderator)
    assert ask(dealt, alice, verb) != ""
    assert (fresh(dealt).owner, cohosts(dealt)) == (alice, [])


@pytest.mark.differs_on_services("row locks")
def test_the_account_that_takes_over_is_locked_before_the_table(
    seated: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could otherwise open its last allowed table meanwhile; the other order of locks would end in a deadlock."""
    order: list[str] = []

    def noted(name: str) -> Callable[..., Any]:
        real = getattr(hosting_team, name)

        @contextmanager
        def lock(what: Any) -> Iterator[Any]:
            with real(what) as found:
                order.append(f"{name} {getattr(what, 'username', what)}")
                yield found
                order.append(f"{name} let go")

        return lock

    for name in ("account_lock", "locked"):
        monkeypatch.setattr(hosting_team, name, noted(name))
    hosting_team.hand_over(seated.pk, alice, bob)
    assert order == ["account_lock bob", f"locked {seated.pk}", "locked let go", "account_lock let go"]


def test_a_closed_account_takes_nothing_over(seated: Table, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert ask(seated, alice, "hand_over") == "This account is closed"
    assert fresh(seated).owner == alice
