"""Test friendships: one asks, the other agrees, either ends it; and what a block ends."""

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from pytest_django import DjangoAssertNumQueries

from accounts.models import Aside, Friendship, User
from accounts.services import blocks, friends
from accounts.services.deletion import delete_account
from accounts.social import friendships
from accounts.social.blocks import has_blocked
from poker_site.web.limits import LIMITS, TooOften
from poker_site.web.refusals import Refused

pytestmark = pytest.mark.django_db
BLOCK, MUTE = Aside.Kind.BLOCK, Aside.Kind.MUTE


def befriend(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.accept(other, one)


def circle(user: User) -> dict[str, list[str]]:
    found = friendships.friend_lists_of(user)
    lists = {"friends": found.friends, "asking": found.asking, "asked": found.asked, "blocked": found.blocked}
    return {name: [str(user) for user in users] for name, users in lists.items() if users}


def version(user: User) -> int:
    return User.objects.get(pk=user.pk).version


@pytest.mark.differs_on_services("constraints and row locks")
def test_a_request_is_accepted(alice: User, bob: User) -> None:
    friends.ask_by_name(alice, "Bob")
    assert (circle(alice), circle(bob)) == ({"asked": ["Bob"]}, {"asking": ["Alice"]})
    assert not friendships.are_friends(alice, bob)
    friends.accept(bob, alice)
    assert (circle(alice), circle(bob)) == ({"friends": ["Bob"]}, {"friends": ["Alice"]})
    assert friendships.are_friends(alice, bob)
    assert friendships.are_friends(bob, alice)


@pytest.mark.parametrize("written", ["bob", "BOB", "  Bob ", "Ｂｏｂ"])
def test_a_name_is_found_however_it_is_written(alice: User, bob: User, written: str) -> None:
    assert friends.ask_by_name(alice, written) == bob


@pytest.mark.parametrize("written", ["B0b", "Bo", "", "\0", "Bob\0", "b" * 100_000])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_a_different_name_finds_nobody(alice: User, bob: User, written: str) -> None:
    with pytest.raises(friends.NoSuchPlayer):
        friends.ask_by_name(alice, written)


def test_a_login_name_finds_nobody(alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(display_name="Robert")
    with pytest.raises(friends.NoSuchPlayer):
        friends.ask_by_name(alice, "Bob")


@pytest.mark.differs_on_services("constraints and row locks")
def test_two_who_ask_each_other_are_friends(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.ask(bob, alice)
    assert friendships.are_friends(alice, bob)
    assert Friendship.objects.count() == 1


def test_a_request_can_be_declined_and_made_again(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.decline(bob, alice)
    assert (circle(alice), circle(bob)) == ({}, {})
    befriend(alice, bob)


@pytest.mark.parametrize("who", ["asker", "asked"])
def test_either_ends_a_friendship(alice: User, bob: User, who: str) -> None:
    befriend(alice, bob)
    friends.end(*((alice, bob) if who == "asker" else (bob, alice)))
    friends.end(alice, bob)
    assert not Friendship.objects.exists()


def test_only_the_asker_withdraws_a_request(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    friends.end(bob, alice)
    assert circle(bob) == {"asking": ["Alice"]}
    friends.end(alice, bob)
    assert circle(bob) == {}


def test_nobody_answers_their_own_request(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    for answer in (friends.accept, friends.decline):
        with pytest.raises(Refused, match="withdrawn"):
            answer(alice, bob)
    assert circle(alice) == {"asked": ["Bob"]}


def test_an_old_request_cannot_be_answered(alice: User, bob: User) -> None:
    befriend(alice, bob)
    with pytest.raises(Refused):
        friends.decline(bob, alice)
    friends.end(alice, bob)
    with pytest.raises(Refused):
        friends.accept(bob, alice)


@pytest.mark.differs_on_services("constraints and row locks")
def test_asking_twice_is_refused_with_the_reason(alice: User, bob: User) -> None:
    friends.ask(alice, bob)
    with pytest.raises(Refused, match="asked already"):
        friends.ask(alice, bob)
    friends.accept(bob, alice)
    for one, other in ((alice, bob), (bob, alice)):
        with pytest.raises(Refused, match="friends already"):
            friends.ask(one, other)


def test_nobody_befriends_themselves(alice: User) -> None:
    for ask in (lambda: friends.ask(alice, alice), lambda: friends.ask_by_name(alice, "alice")):
        with pytest.raises(Refused, match="your own name"):
            ask()


@pytest.mark.parametrize("flaw", [{"is_bot": True}, {"is_active": False}])
def test_bots_and_closed_accounts_cannot_be_asked(alice: User, bob: User, flaw: dict[str, bool]) -> None:
    User.objects.filter(pk=bob.pk).update(**flaw)
    bob.refresh_from_db()
    for ask in (lambda: friends.ask(alice, bob), lambda: friends.ask_by_name(alice, "Bob")):
        with pytest.raises(friends.NoSuchPlayer):
            ask()


@pytest.mark.differs_on_services("counted in Redis")
def test_unknown_names_count_towards_the_limit(alice: User, bob: User) -> None:
    for number in range(LIMITS["friend_request"].most):
        with pytest.raises(friends.NoSuchPlayer):
            friends.ask_by_name(alice, f"Name {number}")
    for ask in (lambda: friends.ask_by_name(alice, "Bob"), lambda: friends.ask(alice, bob)):
        with pytest.raises(TooOften):
            ask()
    assert not Friendship.objects.exists()


@pytest.mark.differs_on_services("on commit")
def test_both_users_are_notified_of_every_change_and_nobody_else(alice: User, bob: User, carol: User) -> None:
    for step in (friends.ask, lambda one, other: friends.accept(other, one), friends.end):
        before = version(alice), version(bob)
        step(alice, bob)
        assert version(alice) > before[0]
        assert version(bob) > before[1]
    assert version(carol) == 0


@pytest.mark.differs_on_services("constraints and row locks")
def test_a_block_ends_a_friendship(alice: User, bob: User) -> None:
    befriend(alice, bob)
    blocks.block(alice, bob)
    blocks.block(alice, bob)
    assert (circle(alice), circle(bob)) == ({"blocked": ["Bob"]}, {})
    assert Aside.objects.count() == 1


@pytest.mark.parametrize("asks", ["blocker", "blocked"])
def test_a_block_ends_a_request(alice: User, bob: User, asks: str) -> None:
    friends.ask(*((alice, bob) if asks == "blocker" else (bob, alice)))
    blocks.block(alice, bob)
    assert not Friendship.objects.exists()


def test_a_block_stays_secret_from_the_blocked_user(alice: User, bob: User) -> None:
    blocks.block(bob, alice)
    friends.ask(alice, bob)
    assert circle(alice) == {"asked": ["Bob"]}
    assert circle(bob) == {"blocked": ["Alice"]}
    assert friendships.asking(bob) == ()
    for answer in (friends.accept, friends.decline):
        with pytest.raises(Refused):
            answer(bob, alice)
    blocks.take_back(bob, alice, BLOCK)
    assert circle(bob) == {"asking": ["Alice"]}


def test_a_blocker_must_unblock_before_asking(alice: User, bob: User) -> None:
    blocks.block(alice, bob)
    with pytest.raises(Refused, match="Unblock"):
        friends.ask(alice, bob)


def test_block_and_mute_are_taken_back_separately(alice: User, bob: User, carol: User) -> None:
    blocks.block(alice, bob)
    blocks.mute(alice, carol)
    assert has_blocked(alice, bob)
    assert not has_blocked(bob, alice)
    assert not has_blocked(alice, carol)
    blocks.take_back(alice, bob, MUTE)
    assert has_blocked(alice, bob)
    for kind in (BLOCK, MUTE):
        for whom in (bob, carol):
            blocks.take_back(alice, whom, kind)
    assert not Aside.objects.exists()


@pytest.mark.parametrize("verb", [blocks.block, blocks.mute])
@pytest.mark.differs_on_services("constraints and row locks")
def test_nobody_blocks_or_mutes_themselves(alice: User, verb: Callable[[User, User], None]) -> None:
    with pytest.raises(PermissionDenied):
        verb(alice, alice)


def test_a_deleted_account_has_no_friends_and_no_requests(alice: User, bob: User, carol: User, ted: User) -> None:
    befriend(alice, bob)
    friends.ask(alice, carol)
    blocks.block(ted, alice)
    blocks.mute(alice, ted)
    delete_account(alice)
    assert (circle(bob), circle(carol), circle(ted)) == ({}, {}, {})
    assert not Friendship.objects.exists()
    assert not Aside.objects.exists()
    with pytest.raises(friends.NoSuchPlayer):
        friends.ask(bob, alice)


@pytest.mark.differs_on_services("subqueries over many rows")
def test_two_hundred_friends_are_read_in_two_queries(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    others = User.objects.bulk_create(User(username=f"p{n}", display_name=f"P{n}") for n in range(200))
    Friendship.objects.bulk_create(Friendship(by=alice, to=other, agreed_at=other.joined_at) for other in others)
    with django_assert_num_queries(2):
        assert len(friendships.friend_lists_of(alice).friends) == 200
