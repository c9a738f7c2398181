"""Test that a host makes people sit out, removes and bans them; players in a hand play it out first."""

import pytest
from django.test import Client

from accounts.models import User
from tables.core.refusals import Refused
from tables.hosting import house_bots, invitations
from tables.models import Cohost, Hand, Invitation, Table, TableBan, Waiting, Wish
from tables.play import seating, waiting_list
from tests.tables.helpers import (
    Clock,
    OutboxContext,
    act,
    assert_books_agree,
    check_down,
    fold_out,
    fresh,
    hand_of,
    moves,
    purse,
    sits,
    state_of,
    to_act,
)
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def test_sitting_out_begins_at_once_between_hands(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "sit_somebody_out") == ""
    assert state_of(seated, bob) == "out"


def test_sitting_out_begins_with_the_next_hand(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, alice, "sit_somebody_out")
    assert state_of(dealt, bob) == "playing"
    fold_out(dealt)
    assert state_of(dealt, bob) == "out"


def test_a_player_made_to_sit_out_may_come_back(seated: Table, alice: User, bob: User) -> None:
    ask(seated, alice, "sit_somebody_out")
    seating.come_back(seated.pk, bob)
    assert state_of(seated, bob) == "playing"


def test_only_seated_players_are_made_to_sit_out(table: Table, alice: User, bob: User) -> None:
    assert ask(table, alice, "sit_somebody_out") == "This player does not sit here."
    seating.hold_seat(table.pk, bob, 3)
    assert ask(table, alice, "sit_somebody_out") == "This player does not sit here."


def test_removing_between_hands_gives_the_chips_back(seated: Table, alice: User, bob: User) -> None:
    assert ask(seated, alice, "remove") == ""
    assert not sits(seated, bob)
    assert purse(bob) == 100_000
    assert_books_agree()


def test_removing_in_a_hand_lets_it_be_played_out(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "raise", 600)
    ask(dealt, alice, "remove")
    assert to_act(dealt) == bob
    check_down(dealt)
    assert moves(dealt)[:2] == [(1, "raise", "player"), (2, "call", "player")]
    assert not sits(dealt, bob)
    assert_books_agree()


def test_a_removed_player_cannot_undo_it_by_coming_back(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, alice, "remove")
    seating.come_back(dealt.pk, bob)
    act(dealt, alice, "fold")
    assert not sits(dealt, bob)


def test_a_removed_player_may_leave_at_once(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    ask(dealt, alice, "remove")
    seating.stand_up(dealt.pk, bob)
    act(dealt, alice, "bet", 100)
    assert moves(dealt)[-1] == (2, "fold", "left")
    assert purse(bob) == 99_900


def test_a_removed_player_may_sit_down_again(seated: Table, alice: User, bob: User) -> None:
    ask(seated, alice, "remove")
    seating.sit_down(seated.pk, bob, number=2, chips=10_000)
    assert not seated.seated.get(user=bob).sent_away


def test_removing_ends_held_seats_waiting_and_wishes(table: Table, alice: User, bob: User) -> None:
    seating.hold_seat(table.pk, bob, 3)
    assert ask(table, alice, "remove") == ""
    assert not sits(table, bob)
    Waiting.objects.create(table=table, user=bob)
    Wish.objects.create(table=table, user=bob, kind="sit", number=3, chips=5_000)
    assert ask(table, alice, "remove") == ""
    assert (table.waiting.count(), table.wishes.count()) == (0, 0)
    assert ask(table, alice, "remove") == "This player does not sit here."


def test_the_seat_of_a_removed_player_goes_to_the_waiting_list(
    alice: User, bob: User, carol: User, seated: Table
) -> None:
    Table.objects.filter(pk=seated.pk).update(rules={**seated.rules, "players_most": 2})
    waiting_list.wait_for_seat(seated.pk, carol)
    ask(seated, alice, "remove")
    assert seated.seated.get(user=carol).state == "held"


@pytest.mark.differs_on_services("row locks")
def test_a_banned_player_is_removed_and_kept_out(seated: Table, alice: User, bob: User) -> None:
    letter = Invitation.objects.create(table=seated, by=alice, user=bob)
    assert ask(seated, alice, "ban") == ""
    assert not sits(seated, bob)
    assert TableBan.objects.get().by == alice
    letter.refresh_from_db()
    assert letter.revoked_at is not None
    with pytest.raises(Refused, match="may not come to this table"):
        seating.sit_down(seated.pk, bob, number=2, chips=10_000)
    assert_books_agree()


def test_a_banned_player_plays_the_hand_out_and_sees_it(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, alice, "ban")
    browser = Client()
    browser.force_login(bob)
    assert browser.get(f"/t/{dealt.code}/").status_code == 200
    act(dealt, alice, "call")
    act(dealt, bob, "check")
    check_down(dealt)
    assert (hand_of(dealt).state, sits(dealt, bob)) == (Hand.State.OVER, False)
    assert browser.get(f"/t/{dealt.code}/").status_code in (302, 403, 404)


def test_an_absent_player_is_banned_by_name(table: Table, alice: User, carol: User) -> None:
    assert ask(table, alice, "ban", name="carol") == ""
    assert TableBan.objects.get().user == carol


@pytest.mark.differs_on_services("row locks")
def test_banning_twice_bans_once(table: Table, alice: User, bob: User) -> None:
    assert ask(table, alice, "ban") == ask(table, alice, "ban") == ""
    assert (TableBan.objects.count(), table.events.filter(verb="ban").count()) == (1, 1)


@pytest.mark.parametrize("verb", ["ban", "lift_ban"])
@pytest.mark.differs_on_services("row locks")
def test_a_ban_updates_the_lobby_of_the_banned_player(
    table: Table, alice: User, bob: User, verb: str, hear: OutboxContext
) -> None:
    if verb == "lift_ban":
        ask(table, alice, "ban")
    with hear() as heard:
        ask(table, alice, verb)
    assert f"user.{bob.pk}" in dict(heard.topics)


def test_a_lifted_ban_lets_the_player_sit_down_again(seated: Table, alice: User, bob: User) -> None:
    ask(seated, alice, "ban")
    assert ask(seated, alice, "lift_ban") == ""
    seating.sit_down(seated.pk, bob, number=2, chips=10_000)
    assert ask(seated, alice, "lift_ban") == "This player is not banned from here."


@pytest.mark.parametrize("verb", ["remove", "ban"])
def test_hosts_cannot_be_removed(seated: Table, alice: User, bob: User, carol: User, verb: str) -> None:
    Cohost.objects.create(table=seated, user=bob)
    Cohost.objects.create(table=seated, user=carol)
    assert ask(seated, alice, verb, whom=str(alice.pk)).startswith("The host stays")
    assert ask(seated, carol, verb, whom=str(alice.pk)).startswith("The host stays")
    assert ask(seated, carol, verb, whom=str(carol.pk)).startswith("The host stays")
    assert ask(seated, carol, verb) == "Only the host can do this to a co-host."
    assert ask(seated, alice, verb) == ""
    assert not sits(seated, bob)


def test_invitations_of_a_banned_cohost_end(
    seated: Table, alice: User, bob: User, carol: User, ted: User, hear: OutboxContext
) -> None:
    ask(seated, alice, "name_cohost")
    ended = [invitations.make_link(seated.pk, bob), invitations.invite(seated.pk, bob, carol)]
    kept = [invitations.make_link(seated.pk, alice), invitations.invite(seated.pk, alice, ted)]
    with hear() as heard:
        ask(seated, alice, "ban")
    assert [invitations.is_open(invitation) for invitation in (*ended, *kept)] == [False, False, True, True]
    assert {f"user.{bob.pk}", f"user.{carol.pk}"} <= set(dict(heard.topics))


def test_a_banned_cohost_is_host_no_more(seated: Table, alice: User, bob: User) -> None:
    ask(seated, alice, "name_cohost")
    ask(seated, alice, "ban")
    assert not Cohost.objects.exists()
    assert ask(seated, alice, "name_cohost") == "This player cannot be a host here."


def test_house_bots_are_sent_away_instead(table: Table, alice: User) -> None:
    bot = house_bots.add_bot(table.pk, alice, "tight")
    for verb in ("remove", "ban"):
        assert ask(table, alice, verb, whom=str(bot.user_id)).startswith("House bots")
    assert ask(table, alice, "sit_somebody_out", whom=str(bot.user_id)) == "This player does not sit here."
    assert sits(table, bot.user)


def test_the_table_goes_on_without_removed_players(three: Table, alice: User, bob: User, clock: Clock) -> None:
    ask(three, alice, "remove")
    fold_out(three)
    clock.run_due(three)
    assert (fresh(three).hands_dealt, hand_of(three).players.count()) == (2, 2)
