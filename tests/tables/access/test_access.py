"""Test who may see a table, sit down at it and host it, by each rule and at each entry point."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import table_settings
from tables.models import Cohost, Departure, Guest, Invitation, Seat, Table, TableBan
from tables.play import lifecycle, seating
from tests.lobbies import lobby_of
from tests.tables.helpers import fresh, open_table, seat_people, state_of

pytestmark = pytest.mark.django_db
FoundBy = Table.FoundBy


def invited(table: Table, user: User) -> None:
    Guest.objects.create(table=table, user=user, invited=True)


def written_to(table: Table, user: User) -> None:
    Invitation.objects.create(table=table, by=table.owner, user=user)


def named_cohost(table: Table, user: User) -> None:
    Cohost.objects.create(table=table, user=user)


def knows(table: Table, user: User) -> None:
    Guest.objects.create(table=table, user=user, knows_password=True)


def seated(table: Table, user: User) -> None:
    seat_people(table, [user])


def holding(table: Table, user: User) -> None:
    table.seated.create(user=user, number=3, held_until=table.opened_at)


def banned(table: Table, user: User) -> None:
    TableBan.objects.create(table=table, user=user)


def nothing(table: Table, user: User) -> None:
    """Tie the user to the table in no way."""


Tie = Callable[[Table, User], None]


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("found_by", [FoundBy.LOBBY, FoundBy.LINK])
def test_a_user_with_the_address_sees_an_open_table(alice: User, bob: User, found_by: Table.FoundBy) -> None:
    table = open_table(alice, found_by=found_by)
    assert permissions.may_see(table, bob)
    assert of(bob).get(f"/t/{table.code}/").status_code == 200


@pytest.mark.parametrize(
    ("tie", "sees"),
    [
        *[(nothing, False), (knows, False), (holding, False)],
        *[(invited, True), (written_to, True), (named_cohost, True), (seated, True)],
    ],
)
@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_a_private_table_is_for_invited_players_only(alice: User, bob: User, tie: Tie, *, sees: bool) -> None:
    table = open_table(alice, found_by=FoundBy.INVITATION)
    tie(table, bob)
    assert permissions.may_see(table, bob) is sees
    assert of(bob).get(f"/t/{table.code}/").status_code == (200 if sees else 404)
    assert of(bob).post(f"/t/{table.code}/do/", {"verb": "wait"}).status_code == (302 if sees else 404)
    assert of(bob).get(f"/t/{table.code}/door/").status_code == (302 if sees else 404)


@pytest.mark.parametrize("found_by", list(FoundBy))
@pytest.mark.parametrize("tie", [nothing, invited, knows, holding])
def test_a_ban_overrides_every_other_tie(alice: User, bob: User, tie: Tie, found_by: Table.FoundBy) -> None:
    table = open_table(alice, found_by=found_by)
    tie(table, bob)
    banned(table, bob)
    assert not permissions.may_see(table, bob)
    assert of(bob).get(f"/t/{table.code}/").status_code == 404
    assert of(bob).post(f"/t/{table.code}/do/", {"verb": "hold", "seat": "1"}).status_code == 404
    with pytest.raises(Refused, match="not come to this table"):
        seating.hold_seat(table.pk, bob, 1)


@pytest.mark.parametrize(
    ("tie", "sees"), [(nothing, False), (holding, False), (invited, True), (knows, True), (seated, True)]
)
@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_an_unwatchable_table_is_for_its_people_only(alice: User, bob: User, tie: Tie, *, sees: bool) -> None:
    table = open_table(alice, watchable=False)
    tie(table, bob)
    assert permissions.may_see(table, bob) is sees
    answer = of(bob).get(f"/t/{table.code}/")
    assert answer.status_code == (200 if sees else 302)
    if not sees:
        assert answer["Location"] == f"/t/{table.code}/door/"
    assert of(bob).post(f"/t/{table.code}/do/", {"verb": "wait"}).status_code == (302 if sees else 404)


def test_visitors_and_closed_accounts_see_no_table(table: Table, bob: User) -> None:
    assert not permissions.may_see(table, None)
    bob.is_active = False
    assert not permissions.may_see(table, bob)
    assert "data-seated" not in Client().get(f"/t/{table.code}/").content.decode()
    assert Client().get(f"/t/{table.code}/chat/").status_code == 302


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_moderators_see_every_table_but_may_not_sit(alice: User, moderator: User) -> None:
    table = open_table(alice, found_by=FoundBy.INVITATION, watchable=False)
    assert permissions.may_see(table, moderator)
    assert of(moderator).get(f"/t/{table.code}/").status_code == 200
    with pytest.raises(Refused, match="Only who is invited"):
        seating.hold_seat(table.pk, moderator, 1)


def test_staff_without_the_right_are_no_moderators(alice: User, bob: User) -> None:
    table = open_table(alice, found_by=FoundBy.INVITATION)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert not permissions.may_see(table, User.objects.get(pk=bob.pk))
    bob.groups.add(Group.objects.get(name="Moderators"))
    assert permissions.may_see(table, User.objects.get(pk=bob.pk))


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_former_players_read_a_closed_private_table(alice: User, bob: User, carol: User) -> None:
    table = open_table(alice, found_by=FoundBy.INVITATION)
    for user in (bob, carol):
        Departure.objects.create(table=table, user=user, chips=1)
    assert not permissions.may_see(table, bob)
    lifecycle.close(table.pk, alice)
    assert permissions.may_see(fresh(table), bob)
    banned(table, carol)
    assert not permissions.may_see(fresh(table), carol)


@pytest.mark.parametrize(("tie", "hosts"), [(nothing, False), (invited, False), (named_cohost, True)])
@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_hosts_are_the_owner_and_the_cohosts(table: Table, bob: User, tie: Tie, *, hosts: bool) -> None:
    tie(table, bob)
    assert permissions.may_host(table, bob) is hosts
    assert permissions.may_host(table, table.owner)
    assert not permissions.may_host(table, None)


@pytest.mark.parametrize(
    ("tie", "may"),
    [(nothing, False), (invited, True), (written_to, True), (knows, True), (named_cohost, True), (seated, True)],
)
def test_a_password_is_asked_of_uninvited_strangers(alice: User, bob: User, tie: Tie, *, may: bool) -> None:
    table = open_table(alice, password="open sesame")
    tie(table, bob)
    assert (permissions.reason_not_to_sit(table, bob) is None) is may
    assert permissions.reason_not_to_sit(table, alice) is None
    assert of(bob).get(f"/t/{table.code}/door/").status_code == (302 if may else 200)
    if not may:
        seating.hold_seat(table.pk, bob, 1)  # while it is asked for
        with pytest.raises(Refused, match="has a password"):
            seating.sit_down(table.pk, bob, number=1, chips=10_000)
        assert state_of(table, bob) == Seat.State.HELD


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_a_new_password_must_be_given_again(alice: User, bob: User, carol: User) -> None:
    table = open_table(alice, password="open sesame")
    for user in (bob, carol):
        knows(table, user)
    seating.hold_seat(table.pk, bob, 2)
    table_settings.set_password(table.pk, alice, "another word")
    assert permissions.reason_not_to_sit(fresh(table), carol)
    assert not table.seated.filter(user=bob).exists()


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_waiting_and_held_places_end_with_the_right_to_sit(table: Table, alice: User, bob: User, carol: User) -> None:
    table.waiting.create(user=bob)
    seating.hold_seat(table.pk, carol, 2)
    table_settings.set_access(table.pk, alice, found_by=FoundBy.INVITATION, watchable=True, approves=False)
    assert not table.waiting.exists()
    assert not table.seated.exists()


def test_a_free_seat_is_not_offered_to_a_player_who_may_not_sit(table: Table, bob: User, carol: User) -> None:
    for user in (bob, carol):
        table.waiting.create(user=user)
    banned(table, bob)
    seating.hold_seat(table.pk, table.owner, 2)
    assert list(table.seated.values_list("user__username", flat=True)) == ["carol", "alice"]
    assert not table.waiting.exists()


def listed(user: User) -> list[str]:
    lobby = lobby_of(user)
    return [row.code for row in (*lobby.yours, *lobby.free, *lobby.watch)]


@pytest.mark.parametrize(("tie", "found"), [(nothing, False), (knows, False), (invited, True), (named_cohost, True)])
@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_the_lobby_lists_a_private_table_for_its_guests(alice: User, bob: User, tie: Tie, *, found: bool) -> None:
    table = open_table(alice, found_by=FoundBy.INVITATION)
    tie(table, bob)
    assert (table.code in listed(bob)) is found
    banned(table, bob)
    assert table.code not in listed(bob)


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_lobby_does_not_list_tables_one_is_banned_from(table: Table, bob: User) -> None:
    assert table.code in listed(bob)
    banned(table, bob)
    assert table.code not in listed(bob)


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_the_lobby_names_nobody_at_an_unwatched_table(alice: User, bob: User, carol: User) -> None:
    table = open_table(alice, watchable=False, options={"players_most": 2})
    seat_people(table, [carol])
    (row,) = lobby_of(bob).free
    assert row.players == ()
    assert lobby_of(carol).yours[0].names == "Carol"
    table.seated.create(user=alice, number=2, state="playing", stack=1)
    assert lobby_of(bob).watch == ()


@pytest.mark.differs_on_services("the raw SQL of what binds somebody to a table")
def test_all_ties_are_read_in_one_query(table: Table, bob: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        permissions.may_see(table, bob)
    assert len(queries) == 1
    ties = permissions.ties_of(table.pk)
    with CaptureQueriesContext(connection) as queries:
        assert permissions.may_see(table, bob, ties)
        assert permissions.reason_not_to_sit(table, bob, ties) is None
    assert not queries
