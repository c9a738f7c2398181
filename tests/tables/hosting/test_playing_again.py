"""Test the same game once more, for those who were there."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.models import Aside, User
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import house_bots, rematch, rule_changes
from tables.models import Departure, Table, TableBan
from tables.play import games, lifecycle
from tests.tables.games import begun, game_of, knockout, sign_up
from tests.tables.helpers import Clock, fold_out, fresh, open_table, seat_people

pytestmark = pytest.mark.django_db
WORD = "open sesame"


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def played(alice: User, bob: User, carol: User) -> Table:
    table = open_table(alice, found_by=Table.FoundBy.INVITATION, password=WORD, approves=True)
    rule_changes.set_bet_sizes(table.pk, alice, text="33 75")
    for user in (bob, carol):
        Departure.objects.create(table=table, user=user, chips=1)
    lifecycle.close(table.pk, alice)
    return fresh(table)


@pytest.mark.differs_on_services("row locks")
def test_a_rematch_has_the_same_rules_and_invites_former_players(
    played: Table, alice: User, bob: User, carol: User
) -> None:
    page = of(bob).get(f"/t/{played.code}/").content.decode()
    assert "Play again with the same people" in page
    answer = of(bob).post(f"/t/{played.code}/again/")
    table = Table.objects.get(owner=bob)
    assert answer["Location"] == f"/t/{table.code}/"
    same = ("name", "rules", "found_by", "password", "approves", "buy_in_most", "bet_sizes")
    assert [getattr(table, name) for name in same] == [getattr(played, name) for name in same]
    assert {letter.user for letter in table.invitations.select_related("user")} == {alice, carol}
    assert permissions.reason_not_to_sit(table, carol) is None


def test_house_bots_of_the_last_hand_play_the_rematch(table: Table, alice: User, clock: Clock) -> None:
    """A practice table that was closed while nobody was there is such a case."""
    seat_people(table, [alice])
    for style in ("caller", "tight", "loose"):
        house_bots.add_bot(table.pk, alice, style)
    sent_away = table.seated.get(house="loose")
    house_bots.remove_bot(table.pk, alice, sent_away.number)
    clock.run_due(table)
    fold_out(table)
    lifecycle.close(table.pk, alice)
    new = rematch.play_again(table.pk, alice)
    assert sorted(new.seated.values_list("house", flat=True)) == ["caller", "tight"]
    assert not new.invitations.exists()


def test_house_bots_that_were_out_of_the_game_play_the_rematch(alice: User, clock: Clock) -> None:
    old = knockout(alice, players_most=3)
    sign_up(old, [alice])
    house_bots.add_bot(old.pk, alice, "caller")
    house_bots.add_bot(old.pk, alice, "random")
    games.start(old.pk, alice)
    clock.run_due(old)
    games.end_early(old.pk, alice)
    new = rematch.play_again(old.pk, alice)
    assert sorted(new.seated.values_list("house", flat=True)) == ["caller", "random"]


def test_people_come_before_house_bots(alice: User, bob: User, carol: User, clock: Clock) -> None:
    table = open_table(alice, options={"players_most": 4})
    seat_people(table, [alice, bob])
    for style in ("caller", "tight"):
        house_bots.add_bot(table.pk, alice, style)
    clock.run_due(table)
    fold_out(table)
    Departure.objects.create(table=table, user=carol, chips=1)
    lifecycle.close(table.pk, alice)
    assert rematch.play_again(table.pk, alice).seated.count() == 1


def test_only_people_who_were_there_open_a_rematch(played: Table, ted: User) -> None:
    assert of(ted).post(f"/t/{played.code}/again/").status_code == 404
    with pytest.raises(PermissionDenied):
        rematch.play_again(played.pk, ted)


def test_no_rematch_of_an_open_table(table: Table, alice: User) -> None:
    with pytest.raises(Refused, match="still open"):
        rematch.play_again(table.pk, alice)
    assert "Play again" not in of(alice).get(f"/t/{table.code}/").content.decode()


def test_a_rematch_of_a_game_needs_no_closed_table(alice: User, bob: User, carol: User, ted: User) -> None:
    """Players who have lost are still there to look at the result."""
    old = begun(knockout(alice, players_most=3), [alice, bob, carol])
    assert "Play again" not in of(bob).get(f"/t/{old.code}/").content.decode()
    games.end_early(old.pk, alice)
    assert "Play again with the same people" in of(bob).get(f"/t/{old.code}/").content.decode()
    assert "Play again" not in of(ted).get(f"/t/{old.code}/").content.decode()
    with pytest.raises(PermissionDenied):
        rematch.play_again(old.pk, ted)
    of(bob).post(f"/t/{old.code}/again/")
    fresh_one = Table.objects.get(owner=bob)
    assert (fresh_one.strategy, game_of(fresh_one).state) == ("knockout", "standby")
    assert {letter.user for letter in fresh_one.invitations.select_related("user")} == {alice, carol}
    assert rematch.play_again(old.pk, carol) == fresh_one


def test_banned_and_blocked_players_are_not_invited_to_a_rematch(
    played: Table, alice: User, bob: User, carol: User
) -> None:
    TableBan.objects.create(table=played, user=bob)
    Aside.objects.create(by=alice, whom=carol, kind=Aside.Kind.BLOCK)
    assert not rematch.play_again(played.pk, alice).invitations.exists()


@pytest.mark.differs_on_services("row locks")
def test_a_second_request_joins_the_first_rematch(played: Table, alice: User, bob: User) -> None:
    first = rematch.play_again(played.pk, bob)
    assert rematch.play_again(played.pk, bob) == first
    assert rematch.play_again(played.pk, alice) == first
    assert first.invitations.count() == 2


@pytest.mark.differs_on_services("JSON is compared")
def test_another_game_of_the_same_name_is_no_rematch(played: Table, alice: User, bob: User) -> None:
    first = rematch.play_again(played.pk, bob)
    lifecycle.close(first.pk, bob)
    other = open_table(bob, name=played.name, rulebook="home")
    second = rematch.play_again(played.pk, bob)
    assert second not in (first, other)
    rule_changes.set_blinds(second.pk, bob, small_blind=10, big_blind=20)
    assert rematch.play_again(played.pk, alice) == second


def test_a_banned_player_cannot_open_a_rematch(played: Table, bob: User) -> None:
    """The page, which is closed to them, and the address both refuse."""
    TableBan.objects.create(table=played, user=bob)
    with pytest.raises(PermissionDenied):
        rematch.play_again(played.pk, bob)
    assert of(bob).post(f"/t/{played.code}/again/").status_code == 404
    assert not Table.objects.filter(owner=bob).exists()


def test_the_latest_of_many_players_are_invited(
    played: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rematch, "MOST_INVITED", 1)
    opened = fresh(played).opened_at
    for minutes, user in enumerate((bob, carol)):
        Departure.objects.filter(user=user).update(at=opened + timedelta(minutes=minutes))
    (letter,) = rematch.play_again(played.pk, alice).invitations.select_related("user")
    assert letter.user == carol
