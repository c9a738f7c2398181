"""Test that an owner and the owner's bots sit one at a time where chips are one's own, unless the host allows it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from accounts.services import bots
from tables.access import same_owner
from tables.bots.api import verbs
from tables.bots.api.state import state_of
from tables.core.refusals import Refused
from tables.hosting import approval, house_bots, practice, rematch
from tables.models import Seat, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import lifecycle, seating, waiting_list
from tests.tables.frames import parts_of
from tests.tables.games import begun, knockout, series
from tests.tables.helpers import Clock, fresh, open_table, purse, seat_of, seat_people, sits
from tests.tables.helpers import state_of as state_of_seat
from tests.tables.host_verbs import ask
from tests.tables.play.test_races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def rob(alice: User) -> User:
    return bots.open_bot(alice, "Rob")[0].user


@pytest.fixture
def ada(alice: User) -> User:
    return bots.open_bot(alice, "Ada")[0].user


@pytest.fixture
def cash(bob: User) -> Table:
    return open_table(bob, admits_bots=True)


def sit(table: Table, user: User, number: int) -> None:
    seating.sit_down(table.pk, user, number=number, chips=table.buy_in_least)


WAYS: dict[str, Callable[[Table, User], object]] = {
    "take a seat": lambda table, user: seating.hold_seat(table.pk, user, 3),
    "sit down": lambda table, user: sit(table, user, 3),
    "sit anywhere": lambda table, user: seating.sit_anywhere(table.pk, user, chips=table.buy_in_least),
    "join as a bot": lambda table, user: verbs.join(table, user, {}, address=""),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("first", "second"), [("alice", "rob"), ("rob", "alice"), ("rob", "ada")])
def test_a_second_player_of_one_owner_is_refused(
    request: pytest.FixtureRequest, cash: Table, way: str, first: str, second: str
) -> None:
    one, other = request.getfixturevalue(first), request.getfixturevalue(second)
    sit(cash, one, 1)
    with pytest.raises(Refused) as refused:
        WAYS[way](cash, other)
    assert refused.value.code == "same_owner_sits"
    assert refused.value.parameters == {"name": "Alice" if first == "alice" else "Rob (bot)"}
    assert not sits(cash, other)


def test_the_refusal_names_the_seated_player_in_both_languages(cash: Table, alice: User, rob: User) -> None:
    sit(cash, rob, 1)
    with pytest.raises(Refused) as refused:
        sit(cash, alice, 2)
    assert str(refused.value) == "Rob (bot) sits here. An owner and their bots play at this table one at a time."
    with override("zh-hans"):
        assert str(refused.value).startswith("Rob")
        assert "所有者" in str(refused.value)


def test_a_held_seat_counts_until_it_expires(cash: Table, alice: User, rob: User, clock: Clock) -> None:
    seating.hold_seat(cash.pk, alice, 1)
    with pytest.raises(same_owner.SameOwnerSits):
        sit(cash, rob, 2)
    clock.go_on(61)
    sit(cash, rob, 2)
    with pytest.raises(same_owner.SameOwnerSits):
        seating.hold_seat(cash.pk, alice, 1)


def test_after_one_leaves_the_other_may_sit_down(cash: Table, alice: User, rob: User) -> None:
    sit(cash, rob, 1)
    seating.stand_up(cash.pk, rob)
    sit(cash, alice, 1)
    assert sits(cash, alice)


def test_other_owners_and_their_bots_may_sit(cash: Table, alice: User, bob: User, carol: User, rob: User) -> None:
    sit(cash, rob, 1)
    sit(cash, bob, 2)
    sit(cash, bots.open_bot(carol, "Cal")[0].user, 3)
    assert cash.seated.count() == 3


@pytest.mark.parametrize("rulebook", ["home", "queue"])
def test_the_rule_holds_for_every_rulebook_without_an_end(bob: User, alice: User, rob: User, rulebook: str) -> None:
    table = open_table(bob, rulebook=rulebook, admits_bots=True)
    sit(table, alice, 1)
    with pytest.raises(same_owner.SameOwnerSits):
        sit(table, rob, 2)


@pytest.mark.parametrize("game", [series, knockout])
def test_games_with_their_own_chips_allow_several_bots_of_one_owner(
    game: Callable[..., Table], bob: User, alice: User, rob: User, ada: User
) -> None:
    """People enter several bots to compare them, and chips of the players are not at stake."""
    table = begun(game(bob, players_most=3, admits_bots=True), [alice, rob, ada])
    assert table.seated.count() == 3


def test_the_rule_does_not_apply_to_house_bots(alice: User) -> None:
    table = practice.practice(alice)
    house_bots.add_bot(table.pk, alice, Seat.House.CALLER)
    assert table.seated.count() == 5


def test_no_waiting_for_a_seat_beside_ones_own_bot(bob: User, alice: User, rob: User) -> None:
    table = open_table(bob, admits_bots=True, options={"players_most": 2})
    seat_people(table, [rob, bob])
    with pytest.raises(same_owner.SameOwnerSits):
        waiting_list.wait_for_seat(table.pk, alice)


def test_a_free_seat_skips_the_second_waiting_player_of_one_owner(
    bob: User, carol: User, ted: User, alice: User, rob: User
) -> None:
    table = open_table(bob, admits_bots=True, options={"players_most": 2})
    seat_people(table, [bob, carol])
    for user in (rob, alice, ted):
        waiting_list.wait_for_seat(table.pk, user)
    for user in (bob, carol):
        seating.stand_up(table.pk, user)
    assert {seat.user for seat in table.seated.all()} == {rob, ted}
    assert [waiting.user for waiting in table.waiting.all()] == [alice]
    seating.give_up_hold(table.pk, rob)
    assert sits(table, alice)


def test_a_host_who_approves_cannot_let_both_in(bob: User, alice: User, rob: User, clock: Clock) -> None:
    table = open_table(bob, admits_bots=True, approves=True)
    sit(table, rob, 1)
    with pytest.raises(same_owner.SameOwnerSits):
        sit(table, alice, 2)
    approval.approve(table.pk, bob, table.wishes.get().pk)
    assert state_of_seat(table, rob) == "playing"
    assert not sits(table, alice)


def test_two_seated_by_permission_stay_when_it_ends_but_cannot_return(bob: User, alice: User, rob: User) -> None:
    table = open_table(bob, admits_bots=True, allows_same_owner=True)
    sit(table, alice, 1)
    sit(table, rob, 2)
    ask(table, bob, "set_door", found_by="lobby", watchable="1", approves="", admits_bots="1")
    assert sits(table, alice)
    assert sits(table, rob)
    seating.sit_out(table.pk, alice)
    with pytest.raises(same_owner.SameOwnerSits):
        seating.come_back(table.pk, alice)
    Seat.objects.filter(user=alice).update(stack=0)
    chips = purse(alice)
    with pytest.raises(same_owner.SameOwnerSits):
        seating.top_up(table.pk, alice, table.buy_in_least)
    assert (seat_of(table, alice).stack, purse(alice)) == (0, chips), "the chips came though the player did not"
    seating.stand_up(table.pk, rob)
    seating.top_up(table.pk, alice, table.buy_in_least)
    assert state_of_seat(table, alice) == "playing"


@pytest.mark.parametrize("ticked", ["1", ""])
def test_the_host_may_allow_several_of_one_owner(cash: Table, bob: User, alice: User, rob: User, ticked: str) -> None:
    changed: dict[str, Any] = {"found_by": "lobby", "watchable": "1", "approves": "", "admits_bots": "1"}
    assert ask(cash, bob, "set_door", **changed, allows_same_owner=ticked) == ""
    sit(cash, alice, 1)
    if ticked:
        sit(cash, rob, 2)
    assert fresh(cash).allows_same_owner is sits(cash, rob) is bool(ticked)
    assert [event.verb for event in cash.events.all()] == (["allows_same_owner"] if ticked else [])


@pytest.mark.parametrize("ticked", ["on", ""])
def test_the_form_of_a_new_table_offers_the_setting(client: Client, alice: User, ticked: str) -> None:
    client.force_login(alice)
    assert "An owner and their bots may sit together" in client.get(reverse("new_table")).content.decode()
    client.post(reverse("new_table"), {"rulebook": "cash", "found_by": "lobby", "allows_same_owner": ticked})
    assert Table.objects.latest("pk").allows_same_owner is bool(ticked)


def test_a_rematch_keeps_the_setting(alice: User) -> None:
    table = open_table(alice, allows_same_owner=True)
    lifecycle.close(table.pk, alice)
    assert rematch.play_again(table.pk, alice).allows_same_owner


def test_the_page_shows_the_refusal_after_a_post(client: Client, cash: Table, alice: User, rob: User) -> None:
    sit(cash, rob, 1)
    client.force_login(alice)
    answer = client.post(reverse("table_do", args=[cash.code]), {"verb": "hold", "seat": "2"}, follow=True)
    assert "Rob (bot) sits here." in answer.content.decode()
    assert not sits(cash, alice)


def test_the_setting_is_shown_only_where_chips_are_ones_own(bob: User, cash: Table) -> None:
    def menu(table: Table) -> str:
        return parts_of(Scene(snapshot.take(table.pk), bob, bob.preferences))["t-hosting"]

    assert 'name="allows_same_owner"' in menu(cash)
    assert 'name="allows_same_owner"' not in menu(series(bob, players_most=3))


def test_the_seat_of_a_bot_names_its_owner(cash: Table, bob: User, rob: User) -> None:
    sit(cash, rob, 1)
    house_bots.add_bot(cash.pk, bob, Seat.House.CALLER)
    drawn = parts_of(Scene(snapshot.take(cash.pk), bob, bob.preferences))
    assert '<span class="sr">, bot of Alice</span>' in drawn["t-seat-1"]
    house = cash.seated.exclude(house="").get()
    assert '<span class="sr">, house bot</span>' in drawn[f"t-seat-{house.number}"]
    assert "Bot of Alice" in drawn["t-people"]


def test_the_owners_name_is_visible_unless_the_seat_has_a_state_to_show(cash: Table, bob: User, rob: User) -> None:
    seat_people(cash, [rob, bob])
    drawn = parts_of(Scene(snapshot.take(cash.pk), bob, bob.preferences))["t-seat-1"]
    assert 'whose" aria-hidden="true">bot of Alice<' in drawn
    seating.sit_out(cash.pk, rob)
    drawn = parts_of(Scene(snapshot.take(cash.pk), bob, bob.preferences))["t-seat-1"]
    assert "Sitting out" in drawn
    assert 'whose"' not in drawn
    assert ", bot of Alice</span>" in drawn


def test_programs_read_the_owner_of_a_bot(cash: Table, bob: User, rob: User) -> None:
    seat_people(cash, [rob, bob])
    house_bots.add_bot(cash.pk, bob, Seat.House.CALLER)
    players = state_of(snapshot.take(cash.pk), rob)["players"]
    assert [(player["bot"], player["owner"]) for player in players] == [(True, "Alice"), (False, None), (True, None)]


def test_the_owner_is_still_named_after_the_next_hand(cash: Table, bob: User, rob: User, clock: Clock) -> None:
    """The snapshot then reads only hands and seats again."""
    seat_people(cash, [rob, bob])
    known = snapshot.take(cash.pk)
    clock.run_due(cash)
    later = snapshot.take(cash.pk, known)
    assert later.version > known.version
    assert ", bot of Alice</span>" in parts_of(Scene(later, bob, bob.preferences))["t-seat-1"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("row locks")
def test_two_bots_of_one_owner_at_the_same_moment_get_one_seat(cash: Table, alice: User, rob: User, ada: User) -> None:
    outcomes = at_once(
        lambda: verbs.join(cash, rob, {"seat": 1}, address=""),
        lambda: verbs.join(cash, ada, {"seat": 2}, address=""),
        lambda: sit(cash, alice, 3),
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "SameOwnerSits", "SameOwnerSits"]
    assert cash.seated.count() == 1
