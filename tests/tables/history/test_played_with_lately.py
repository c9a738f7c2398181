"""Suggest people from a user's last hands, to be invited to a table."""

import pytest

from accounts.models import User
from accounts.services import blocks, friends
from tables.models import Hand, HandPlayer, Table
from tables.social.friends import MOST_LATELY
from tests.lobbies import friends_of
from tests.tables.helpers import Clock, fold_out

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("grouped queries and their order")]


def test_people_met_in_a_hand_are_suggested(three: Table, alice: User, bob: User, carol: User, ted: User) -> None:
    assert set(friends_of(alice).lately) == {bob.pk, carol.pk}
    friends.ask(alice, bob)
    blocks.block(alice, carol)
    assert friends_of(alice).lately == ()
    assert friends_of(ted).lately == ()


def test_bots_closed_accounts_and_old_hands_do_not_count(
    three: Table, alice: User, bob: User, carol: User, clock: Clock
) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    assert friends_of(alice).lately == (carol.pk,)
    User.objects.filter(pk=carol.pk).update(is_active=False)
    assert friends_of(alice).lately == ()
    User.objects.filter(pk=carol.pk).update(is_active=True)
    clock.go_on(31 * 24 * 3600)
    assert friends_of(alice).lately == ()


def test_latest_people_come_first_and_their_number_is_limited(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    first = Hand.objects.get()
    others = [User.objects.create(username=f"m{n}", display_name=f"M{n}") for n in range(MOST_LATELY)]
    for number, other in enumerate(others, start=2):
        hand = Hand.objects.get(pk=first.pk)
        hand.pk, hand.number = None, number
        hand.save(force_insert=True)
        for seat, user in ((1, alice), (2, other)):
            HandPlayer.objects.create(hand=hand, seat=seat, user=user, stack=1)
    assert friends_of(alice).lately == tuple(other.pk for other in reversed(others))
