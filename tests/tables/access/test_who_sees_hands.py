"""A hand of a table that everybody may watch is everybody's to look at; any other is theirs who were there."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.engine.opening import Seat as Place
from tables.history import shared_hands
from tables.history.hands.found_hand import may_see_hand, seen_hand
from tables.hosting import table_settings
from tables.models import Entrant, Game, Hand, Sitting, Table
from tables.play import seating
from tests.tables.helpers import LEAST, Clock, check_down, fold_out, hand_of, void_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(dealt: Table) -> Hand:
    """Between Alice and Bob, at a table of the lobby; all cards are shown."""
    check_down(dealt)
    return hand_of(dealt)


def sees(user: User, hand: Hand) -> bool:
    found = seen_hand(hand.pk, user)
    return found is not None


@pytest.mark.parametrize(
    "private", [{"found_by": "link"}, {"found_by": "invitation"}, {"watchable": False}, {"password": "hashed"}]
)
def test_of_private_tables_only_who_was_there(
    over: Hand, alice: User, bob: User, carol: User, private: dict[str, object]
) -> None:
    assert sees(carol, over)
    Table.objects.update(**private)
    assert [sees(user, over) for user in (alice, bob, carol)] == [True, True, False]


@pytest.mark.parametrize(
    "private", [{"found_by": "link"}, {"found_by": "invitation"}, {"watchable": False}, {"password": "hashed"}]
)
def test_what_was_private_when_it_was_played_remains_so(
    dealt: Table, alice: User, bob: User, carol: User, clock: Clock, private: dict[str, object]
) -> None:
    """When the host opens the door to everybody, this is for hands to come."""
    Table.objects.update(**private)
    fold_out(dealt)
    before = hand_of(dealt)
    clock.go_on(1)
    table_settings.set_door(dealt.pk, alice, found_by="lobby", watchable=True, approves=False)
    table_settings.set_password(dealt.pk, alice, "")
    clock.go_on(1)
    clock.run_due(dealt)
    fold_out(dealt)
    assert [sees(user, before) for user in (alice, bob, carol)] == [True, True, False]
    assert sees(carol, hand_of(dealt))
    with pytest.raises(Refused, match="does not let hands be shared"):
        shared_hands.share(before.pk, bob, hides_names=False)


def play_one(table: Table, clock: Clock) -> Hand:
    """Between whoever has been there from the start; it takes some seconds."""
    clock.run_due(table)
    clock.go_on(5)
    fold_out(table)
    return hand_of(table)


def test_who_sat_there_and_sat_this_one_out_was_there(dealt: Table, carol: User, ted: User, clock: Clock) -> None:
    """But not who came later, nor who had gone for a while: within a session too hands are others' affair."""
    Table.objects.update(watchable=False)
    seating.sit_down(dealt.pk, carol, number=3, chips=LEAST)
    seating.sit_out(dealt.pk, carol)
    fold_out(dealt)
    there = play_one(dealt, clock)
    seating.stand_up(dealt.pk, carol)
    away = play_one(dealt, clock)
    seating.sit_down(dealt.pk, carol, number=3, chips=LEAST)
    seating.sit_out(dealt.pk, carol)
    again = play_one(dealt, clock)
    at = {"table": dealt, "rulebook": "cash", "hands": 2}
    Sitting.objects.create(user=carol, began_at=there.began_at, ended_at=clock.moment, **at)
    assert [sees(carol, hand) for hand in (there, away, again)] == [True, False, True]
    assert not any(sees(ted, hand) for hand in (there, away, again))


def test_who_is_out_of_a_game_is_still_there(seated: Table, carol: User, ted: User, clock: Clock) -> None:
    hand = play_one(seated, clock)
    Table.objects.update(watchable=False)
    game = Game.objects.create(table=seated, stack=1_000)
    Entrant.objects.create(game=game, user=carol, seat=3, out_after=1)
    assert [sees(user, hand) for user in (carol, ted)] == [True, False]


def test_moderators_have_no_window_into_private_hands(over: Hand, moderator: User) -> None:
    """They void hands and read chats; cards of a table that nobody may watch are not theirs."""
    Table.objects.update(watchable=False)
    assert not sees(moderator, over)


def test_nobody_whose_account_is_closed(over: Hand, alice: User) -> None:
    alice.is_active = False
    assert not may_see_hand(over, alice)


def test_a_hand_that_runs_or_is_void_is_nobodys(dealt: Table, alice: User) -> None:
    assert seen_hand(hand_of(dealt).pk, alice) is None
    void_hand(dealt)
    assert seen_hand(hand_of(dealt).pk, alice) is None


@pytest.mark.parametrize("number", [0, 987654, 2**63, 2**80])
@pytest.mark.differs_on_services("PostgreSQL refuses numbers that are too large")
def test_a_hand_that_does_not_exist(alice: User, number: int) -> None:
    assert seen_hand(number, alice) is None


def test_cards_are_known_as_far_as_they_were_shown(dealt: Table, alice: User, carol: User, clock: Clock) -> None:
    fold_out(dealt)
    hand = hand_of(dealt)
    own, foreign = seen_hand(hand.pk, alice), seen_hand(hand.pk, carol)
    assert own is not None
    assert foreign is not None
    assert (own.known, own.viewer) == (frozenset({Place(1)}), Place(1))
    assert (foreign.known, foreign.viewer) == (frozenset(), None)
