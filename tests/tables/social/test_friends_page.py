"""Check the page of friends: who sees whom, what its forms do, and how many queries it takes."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Aside, Friendship, Preferences, User
from accounts.services import friends
from accounts.social import online
from poker_site.web.limits import LIMITS, allow
from tables.core.deadlines import now
from tables.hosting import invitations
from tables.models import Guest, Presence, Table
from tables.social.friends import Friend
from tests.lobbies import friends_of
from tests.tables.helpers import NEVER, Clock, look_on, open_table

pytestmark = pytest.mark.django_db
CHINESE = {"accept-language": "zh-hans"}


@pytest.fixture
def pair(alice: User, bob: User) -> tuple[User, User]:
    """Make Alice and Bob friends."""
    friends.ask(alice, bob)
    friends.accept(bob, alice)
    return alice, bob


@pytest.fixture
def client(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def only_friend(user: User) -> Friend:
    (friend,) = friends_of(User.objects.get(pk=user.pk)).friends
    return friend


def seen(user: User) -> tuple[bool, list[str]]:
    friend = only_friend(user)
    return friend.online, [table.name for table in friend.at]


def show_oneself(user: User, shows: bool) -> None:
    Preferences.objects.filter(user=user).update(seen_by_friends=shows)


def page(client: Client, **headers: str) -> str:
    return client.get(reverse("friends"), headers=headers).content.decode()


def said(client: Client, door: str, **form: object) -> str:
    """Post a form and return the message on the page that follows."""
    answer = client.post(reverse(door), form, follow=True).content.decode()
    found = re.search(r'data-level="\w+">([^<]*)<', answer)
    return found[1] if found else ""


class TestPresence:
    @pytest.mark.differs_on_services("presence is kept in Redis")
    def test_friend_with_an_open_page_is_online(self, pair: tuple[User, User]) -> None:
        alice, bob = pair
        assert seen(alice) == (False, [])
        online.mark_online([bob.pk])
        assert seen(alice) == (True, [])
        assert seen(bob) == (False, [])

    @pytest.mark.differs_on_services("subqueries over many tables")
    def test_table_of_a_friend_is_named_once(self, pair: tuple[User, User], carol: User) -> None:
        table = open_table(carol, name="River Club")
        look_on(table, pair[1])
        Presence.objects.create(table=table, user=pair[1], process="another", until=NEVER)
        assert seen(pair[0]) == (True, ["River Club"])

    @pytest.mark.differs_on_services("presence is kept in Redis")
    def test_presence_ends_by_itself(self, pair: tuple[User, User], table: Table, clock: Clock) -> None:
        Presence.objects.create(table=table, user=pair[1], process="killed", until=now())
        assert seen(pair[0]) == (False, [])

    @pytest.mark.parametrize("hides", [0, 1])
    def test_presence_is_shown_only_if_both_show_theirs(
        self, pair: tuple[User, User], table: Table, hides: int
    ) -> None:
        look_on(table, pair[1])
        online.mark_online([pair[1].pk])
        show_oneself(pair[hides], False)
        assert seen(pair[0]) == (False, [])
        show_oneself(pair[hides], True)
        assert seen(pair[0]) == (True, ["A table"])

    def test_showing_presence_is_chosen_on_the_account_page(self, client: Client, pair: tuple[User, User]) -> None:
        online.mark_online([pair[1].pk])
        form = {"theme": "dark", "deck": "two", "amounts": "chips"}
        client.post(reverse("account_preferences"), form)
        assert seen(pair[0]) == (False, [])
        assert "so you do not see it of them" in page(client)
        client.post(reverse("account_preferences"), {**form, "seen_by_friends": "on"})
        assert seen(pair[0]) == (True, [])

    def test_table_that_the_reader_may_not_see_is_not_named(self, pair: tuple[User, User], carol: User) -> None:
        table = open_table(carol, name="Secret Club", found_by=Table.FoundBy.INVITATION)
        look_on(table, pair[1])
        assert seen(pair[0]) == (True, [])
        Guest.objects.create(table=table, user=pair[0], invited=True)
        assert seen(pair[0]) == (True, ["Secret Club"])

    def test_table_found_by_link_is_named_only_to_its_guests(self, pair: tuple[User, User], carol: User) -> None:
        table = open_table(carol, name="Unlisted Club", found_by=Table.FoundBy.LINK)
        look_on(table, pair[1])
        assert seen(pair[0]) == (True, [])
        invitations.invite(table.pk, carol, pair[0])
        assert seen(pair[0]) == (True, ["Unlisted Club"])

    def test_presence_is_hidden_until_the_request_is_accepted(
        self, client: Client, alice: User, bob: User, table: Table
    ) -> None:
        friends.ask(alice, bob)
        look_on(table, bob)
        online.mark_online([bob.pk])
        assert friends_of(alice).friends == ()
        assert "Here now" not in page(client)

    @pytest.mark.differs_on_services("presence is kept in Redis")
    def test_friends_at_tables_come_first_then_those_online(
        self, pair: tuple[User, User], carol: User, ted: User, table: Table
    ) -> None:
        for other in (carol, ted):
            friends.ask(pair[0], other)
            friends.accept(other, pair[0])
        online.mark_online([carol.pk])
        look_on(table, ted)
        assert [friend.name for friend in friends_of(pair[0]).friends] == ["Ted", "Carol", "Bob"]


class TestForms:
    def test_ask_by_name_accept_and_end(self, client: Client, alice: User, bob: User) -> None:
        bobs = Client()
        bobs.force_login(bob)
        assert said(client, "friends_ask", name=" bob ") == "You have asked Bob. They answer when they like."
        assert "Alice wants to be your friend." in bobs.get("/").content.decode()
        assert said(bobs, "friends_answer", accept=alice.pk) == "You and Alice are friends now."
        assert "Alice wants" not in bobs.get("/").content.decode()
        assert said(client, "friends_answer", end=bob.pk) == "Ended. Bob is not told."
        assert not Friendship.objects.exists()

    def test_decline_ask_block_and_unblock(self, client: Client, alice: User, bob: User) -> None:
        friends.ask(bob, alice)
        assert said(client, "friends_answer", decline=bob.pk) == "Declined. Bob is not told."
        assert said(client, "friends_answer", ask=bob.pk) == "You have asked Bob. They answer when they like."
        assert said(client, "friends_answer", block=bob.pk) == "You have blocked Bob. They are not told."
        assert Aside.objects.get().whom == bob
        assert said(client, "friends_answer", unblock=bob.pk) == "Bob is no longer blocked."
        assert not Aside.objects.exists()

    def test_answer_redirects_to_the_page_it_came_from(self, client: Client, alice: User, bob: User) -> None:
        friends.ask(bob, alice)
        answer = client.post(reverse("friends_answer"), {"accept": bob.pk, "next": "/tables/new/?a=b"})
        assert answer["Location"] == "/tables/new/?a=b"
        answer = client.post(reverse("friends_answer"), {"end": bob.pk, "next": "https://evil.example/"})
        assert answer["Location"] == reverse("friends")

    def test_unknown_name_is_refused_beside_the_field(self, client: Client) -> None:
        answer = client.post(reverse("friends_ask"), {"name": 'Nobody"<b>'})
        assert answer.status_code == 422
        text = answer.content.decode()
        assert "Nobody here is called that." in text
        assert 'value="Nobody&quot;&lt;b&gt;"' in text

    @pytest.mark.parametrize(
        "form",
        [
            {},
            {"delete": "1"},
            {"accept": ""},
            {"accept": "-1"},
            {"accept": "x"},
            {"end": "9" * 30},
            {"block": "²"},
            {"block": "999999"},
            {"ask": "\0"},
        ],
    )
    @pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
    def test_bad_input_changes_nothing(self, client: Client, alice: User, bob: User, form: dict[str, str]) -> None:
        friends.ask(bob, alice)
        assert said(client, "friends_answer", **form) in ("There is no such action.", "Nobody here is called that.")
        assert not Aside.objects.exists()
        assert Friendship.objects.get().agreed_at is None

    def test_requests_to_others_cannot_be_answered(self, client: Client, alice: User, bob: User, carol: User) -> None:
        friends.ask(bob, carol)
        assert said(client, "friends_answer", accept=bob.pk) == "This request was withdrawn."
        for verb in ("decline", "end"):
            said(client, "friends_answer", **{verb: bob.pk})
        assert Friendship.objects.get().agreed_at is None

    def test_nobody_blocks_themselves(self, client: Client, alice: User) -> None:
        assert client.post(reverse("friends_answer"), {"block": alice.pk}).status_code == 403

    @pytest.mark.parametrize("door", ["friends", "friends_ask", "friends_answer", "friends_invite"])
    def test_login_is_required(self, alice: User, bob: User, door: str) -> None:
        answer = Client().post(reverse(door), {"ask": bob.pk, "name": "Bob"})
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))
        assert not Friendship.objects.exists()

    @pytest.mark.parametrize("door", ["friends_ask", "friends_answer", "friends_invite"])
    def test_get_request_redirects_to_the_page(self, client: Client, door: str) -> None:
        assert client.get(reverse(door))["Location"] == reverse("friends")

    @pytest.mark.differs_on_services("counted in Redis")
    def test_too_many_requests_are_answered_with_the_wait(self, client: Client, alice: User, bob: User) -> None:
        for _ in range(LIMITS["friend_request"].most):
            allow("friend_request", alice.pk)
        for door, form in (("friends_ask", {"name": "Bob"}), ("friends_answer", {"ask": bob.pk})):
            answer = client.post(reverse(door), form)
            assert answer.status_code == 429
            assert "Wait 60 minutes and try again." in answer.content.decode()


class TestThePage:
    def test_page_is_translated_into_chinese(
        self, client: Client, pair: tuple[User, User], carol: User, ted: User, table: Table
    ) -> None:
        friends.ask(carol, pair[0])
        friends.ask(pair[0], ted)
        look_on(table, pair[1])
        text = page(client, **CHINESE)
        for words in ("好友请求", "我的好友", "1 人在线", "在线", "已发出的请求", "添加好友", "解除好友"):
            assert words in text

    def test_requests_are_shown_on_every_page(self, client: Client, alice: User, bob: User, moderator: User) -> None:
        friends.ask(bob, alice)
        for name in ("home", "account", "new_table"):
            assert "Bob wants to be your friend." in client.get(reverse(name)).content.decode()
        assert re.search(r'id="note-asks-\d+" hidden', page(client))  # this page lists requests itself

    @pytest.mark.differs_on_services("subqueries over many tables")
    def test_number_of_queries_does_not_grow_with_friends_and_tables(
        self, client: Client, alice: User, carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        others = User.objects.bulk_create(User(username=f"p{n}", display_name=f"P{n}") for n in range(200))
        Preferences.objects.bulk_create(Preferences(user=other) for other in others)
        Friendship.objects.bulk_create(Friendship(by=alice, to=other, agreed_at=now()) for other in others)
        tables = Table.objects.bulk_create(
            Table(owner=carol, name=f"T{n}", rules={}, buy_in_least=1, buy_in_most=2) for n in range(200)
        )
        pairs = zip(tables, others, strict=True)
        Presence.objects.bulk_create(Presence(table=t, user=user, process="x", until=NEVER) for t, user in pairs)
        client.get(reverse("account"))
        with django_assert_max_num_queries(13):
            text = page(client)
        assert text.count("Here now") == 200
        assert "T199" in text
