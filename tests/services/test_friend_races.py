"""Two people ask each other at the same moment, or one answers while the other takes the request back."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import Aside, Friendship, User
from accounts.services import blocks, friends
from accounts.social import friendships
from poker_site.web.limits import LIMITS, TooOften, allow
from poker_site.web.refusals import Refused
from tests.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions: Callable[[], object]) -> list[Exception]:
    """Run all actions on threads of their own that start together; return what they refused. Other errors fail."""
    barrier = threading.Barrier(len(actions))
    refused: list[Exception] = []
    errors: list[Exception] = []

    def run(action: Callable[[], object]) -> None:
        barrier.wait(PATIENCE_SECONDS)
        try:
            action()
        except Refused as error:
            refused.append(error)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    assert errors == []
    return refused


def test_two_who_ask_each_other_at_once_are_friends(alice: User, bob: User) -> None:
    for _ in range(5):
        assert at_once(lambda: friends.ask(alice, bob), lambda: friends.ask(bob, alice)) == []
        assert friendships.are_friends(alice, bob)
        friends.end(alice, bob)


def test_user_who_asks_twice_at_once_has_asked_once(alice: User, bob: User) -> None:
    refused = at_once(lambda: friends.ask(alice, bob), lambda: friends.ask(alice, bob))
    assert len(refused) == 1
    assert Friendship.objects.get().agreed_at is None


def test_request_answered_and_withdrawn_at_once_leaves_no_friendship(alice: User, bob: User) -> None:
    for _ in range(5):
        friends.ask(alice, bob)
        refused = at_once(lambda: friends.accept(bob, alice), lambda: friends.end(alice, bob))
        assert len(refused) in (0, 1)  # accepted and then ended, or withdrawn first
        assert not Friendship.objects.exists()


def test_a_block_wins_over_an_answer_at_the_same_moment(alice: User, bob: User) -> None:
    for _ in range(5):
        friends.ask(alice, bob)
        at_once(lambda: friends.accept(bob, alice), lambda: blocks.block(alice, bob))
        assert not friendships.are_friends(alice, bob)
        assert Aside.objects.count() == 1
        blocks.take_back(alice, bob, Aside.Kind.BLOCK)


def test_a_limit_holds_against_many_at_once(alice: User) -> None:
    most = LIMITS["report"].most
    refused = at_once(*[lambda: allow("report", alice.pk)] * (most + 5))
    assert [type(error) for error in refused] == [TooOften] * 5
