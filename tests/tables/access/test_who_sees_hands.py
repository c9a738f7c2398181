"""Test that everybody sees hands of a table that may be watched, and only those who were there see others."""

import pytest

from accounts.models import User
from tables.core.refusals import Refused
from tables.engine.opening import SeatNumber
from tables.history import shared_hands
from tables.history.hands.found_hand import may_see_hand, seen_hand
from tables.hosting import table_settings
from tables.models import Entrant, Game, Hand, Sitting, Table
from tables.play import seating
from tests.tables.helpers import LEAST, Clock, check_down, fold_out, hand_of, void_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(dealt: Table) -> Hand:
    """Return a hand between Alice and Bob at a table of the lobby, with all cards shown."""
    check_down(dealt)
    return hand_of(dealt)


def sees(user: User, hand: Hand) -> bool:
    found = seen_hand(hand.pk, user)
    return found is not None


@pytest.mark.parametrize(
    "private", [{"found_by": "link"}, {"found_by": "invitation"}, {"watchable": False}, {"password": "hashed"}]
)
def test_hands_of_private_tables_are_for_players_who_were_there(
    over: Hand, alice: User, bob: User, carol: User, private: dict[str, object]
) -> None:
    assert sees(carol, over)
    Table.objects.update(**private)
    assert [sees(user, over) for user in (alice, bob, carol)] == [True, True, False]


@pytest.mark.parametrize(
    "private", [{"found_by": "link"}, {"found_by": "invitation"}, {"watchable": False}, {"password": "hashed"}]
)
def test_hands_played_in_private_stay_private(
    dealt: Table, alice: User, bob: User, carol: User, clock: Clock, private: dict[str, object]
) -> None:
    """Making the table public concerns hands to come."""
    Table.objects.update(**private)
    fold_out(dealt)
    before = hand_of(dealt)
    clock.go_on(1)
    table_settings.set_access(dealt.pk, alice, found_by="lobby", watchable=True, approves=False)
    table_settings.set_password(dealt.pk, alice, "")
    clock.go_on(1)
    clock.run_due(dealt)
    fold_out(dealt)
    assert [sees(user, before) for user in (alice, bob, carol)] == [True, True, False]
    assert sees(carol, hand_of(dealt))
    with pytest.raises(Refused, match="does not let hands be shared"):
        shared_hands.share(before.pk, bob, hides_names=False)


def play_one(table: Table, clock: Clock) -> Hand:
    """Play a hand between those seated from the start; it takes five seconds."""
    clock.run_due(table)
    clock.go_on(5)
    fold_out(table)
    return hand_of(table)


def test_a_player_who_sat_out_the_hand_may_see_it(dealt: Table, carol: User, ted: User, clock: Clock) -> None:
    """Players who had left for a while may not see hands of that time, even within one session."""
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


def test_a_player_out_of_the_game_may_see_its_hands(seated: Table, carol: User, ted: User, clock: Clock) -> None:
    hand = play_one(seated, clock)
    Table.objects.update(watchable=False)
    game = Game.objects.create(table=seated, stack=1_000)
    Entrant.objects.create(game=game, user=carol, seat=3, out_after=1)
    assert [sees(user, hand) for user in (carol, ted)] == [True, False]


def test_moderators_do_not_see_private_hands(over: Hand, moderator: User) -> None:
    """Moderators void hands and read chats, but cards of a table that nobody may watch are hidden from them."""
    Table.objects.update(watchable=False)
    assert not sees(moderator, over)


def test_a_closed_account_sees_no_hand(over: Hand, alice: User) -> None:
    alice.is_active = False
    assert not may_see_hand(over, alice)


def test_a_running_or_void_hand_is_shown_to_nobody(dealt: Table, alice: User) -> None:
    assert seen_hand(hand_of(dealt).pk, alice) is None
    void_hand(dealt)
    assert seen_hand(hand_of(dealt).pk, alice) is None


@pytest.mark.parametrize("number", [0, 987654, 2**63, 2**80])
@pytest.mark.differs_on_services("PostgreSQL refuses numbers that are too large")
def test_a_hand_that_does_not_exist_is_not_found(alice: User, number: int) -> None:
    assert seen_hand(number, alice) is None


def test_cards_are_shown_as_far_as_the_viewer_knows_them(dealt: Table, alice: User, carol: User, clock: Clock) -> None:
    fold_out(dealt)
    hand = hand_of(dealt)
    own, foreign = seen_hand(hand.pk, alice), seen_hand(hand.pk, carol)
    assert own is not None
    assert foreign is not None
    assert (own.known, own.viewer) == (frozenset({SeatNumber(1)}), SeatNumber(1))
    assert (foreign.known, foreign.viewer) == (frozenset(), None)
