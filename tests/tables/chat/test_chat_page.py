"""Test the chat on the page and by form, for viewers without a socket, and the number of its queries."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Aside, User
from accounts.viewer import TIME_ZONE_COOKIE
from poker_site.web.fragments import delta
from tables.chat import messages
from tables.chat.view import MOST_SHOWN, chat_of, chat_page, choices_of, read_chat
from tables.history.own_data import data_of
from tables.models import ChatMessage, Table
from tests.tables.helpers import fresh
from tests.tables.page.test_socket import of

pytestmark = pytest.mark.django_db


def test_messages_are_read_once_for_all_viewers(
    three: Table, alice: User, bob: User, carol: User, ted: User, django_assert_max_num_queries: Any
) -> None:
    messages.say(three.pk, alice, "hello")
    with django_assert_max_num_queries(7):
        seen = read_chat(three.pk)
        choices = choices_of([user.pk for user in (alice, bob, carol, ted)], seen)
        for user in (alice, bob, carol, ted):
            assert "hello" in chat_page(seen, user, choices[user.pk]).lines.html("en")


@pytest.mark.differs_on_services("the order of rows and subqueries")
def test_newest_hundred_messages_are_shown(three: Table, alice: User, bob: User) -> None:
    rows = [ChatMessage(table=three, user=alice, room="players", text=f"line {n}") for n in range(MOST_SHOWN + 5)]
    ChatMessage.objects.bulk_create(rows)
    before = chat_of(read_chat(three.pk), bob)
    assert len(before.lines.lines) == MOST_SHOWN
    assert f"line {MOST_SHOWN + 4}<" in before.lines.lines[-1].html("en")
    messages.say(three.pk, alice, "one more")
    frame = delta(before, chat_of(read_chat(three.pk), bob))
    assert "hx-swap=beforeend" in frame
    assert frame.count("<li") == 1


def post(table: Table, user: User | None, **values: Any) -> Any:
    client = Client()
    if user:
        client.force_login(user)
    headers = {"HX-Request": "true"} if values.pop("script", False) else {}
    return client.post(reverse("table_do", args=[table.code]), values, headers=headers)


def test_chat_works_by_form_without_a_socket(three: Table, alice: User, bob: User) -> None:
    answer = post(three, alice, verb="say", text="by post", script=True).content.decode()
    assert "<hx-partial id=t-chat-lines>" in answer
    assert "by post" in answer
    assert post(three, bob, verb="react", reaction="GG")["Location"] == f"/t/{three.code}/?tab=chat"
    assert list(three.chat.order_by("pk").values_list("text", flat=True)) == ["by post", "GG"]


def test_chat_that_is_open_for_writing_does_not_reload(three: Table, ted: User) -> None:
    """Check that the page does not reload by itself without a script: what was typed so far would be lost."""
    reader, address = of(ted), reverse("table", args=[three.code])
    page = reader.get(address).content.decode()
    assert 'value="log" checked' in page
    assert 'http-equiv="refresh"' in page
    assert f'href="{address}?tab=chat"' in page
    page = reader.get(address, {"tab": "chat"}).content.decode()
    assert 'value="chat" checked' in page
    assert 'value="log" checked' not in page
    assert 'http-equiv="refresh"' not in page


def test_form_refuses_users_who_may_not_see_the_table(three: Table, ted: User) -> None:
    assert post(three, None, verb="say", text="hello").status_code == 302
    Table.objects.filter(pk=three.pk).update(watchable=False)
    assert post(three, ted, verb="say", text="hello").status_code == 404
    assert post(three, ted, verb="mute", message="1").status_code == 404
    assert not three.chat.exists()


@pytest.mark.differs_on_services("the order of rows and subqueries")
def test_ids_above_a_thousand_are_not_grouped(three: Table, alice: User, bob: User) -> None:
    ChatMessage.objects.create(pk=1_234_567, table=three, user=bob, room="players", text="late")
    Aside.objects.create(by=alice, whom=User.objects.create_user("Milla", pk=7_654_321), kind="mute")
    page = of(alice).get(reverse("table", args=[three.code])).content.decode()
    assert 'id="c-1234567"' in page
    assert 'name="message" value="1234567"' in page
    assert 'name="whom" value="7654321"' in page
    assert "1,234,567" not in page


def test_muted_messages_are_not_on_the_page(three: Table, alice: User, bob: User) -> None:
    messages.say(three.pk, bob, "a long story")
    Aside.objects.create(by=alice, whom=bob, kind="mute")
    client = of(alice)
    page = client.get(reverse("table", args=[three.code])).content.decode()
    assert "a long story" not in page
    assert "Hear Bob again" in page
    assert "a long story" in of(bob).get(reverse("table", args=[three.code])).content.decode()
    assert fresh(three).chat_version == 1


def test_text_is_escaped_on_the_page_and_makes_no_link(three: Table, alice: User, bob: User) -> None:
    messages.say(three.pk, alice, "<script>alert(1)</script> https://example.test/")
    page = of(bob).get(reverse("table", args=[three.code])).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; https://example.test/" in page
    assert 'href="https://example.test' not in page


def read(table: Table, user: User, **where: Any) -> str:
    answer = of(user).get(reverse("table_chat", args=[table.code]), where)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_earlier_messages_can_be_read(three: Table, alice: User, bob: User) -> None:
    rows = [ChatMessage(table=three, user=alice, room="players", text=f"line {n}.") for n in range(MOST_SHOWN * 2 + 5)]
    ChatMessage.objects.bulk_create(rows)
    page = of(bob).get(reverse("table", args=[three.code])).content.decode()
    first = three.chat.get(text=f"line {MOST_SHOWN + 5}.").pk
    assert f'href="/t/{three.code}/chat/?before={first}"' in page
    earlier = read(three, bob, before=first)
    assert earlier.count('class="said"') == MOST_SHOWN
    assert f"line {MOST_SHOWN + 4}." in earlier
    assert f"?before={three.chat.get(text='line 5.').pk}" in earlier
    first_of_all = read(three, bob, before=three.chat.get(text="line 5.").pk)
    assert first_of_all.count('class="said"') == 5
    assert "Earlier messages" not in first_of_all
    assert "hx-ws:send" not in first_of_all


@pytest.mark.parametrize("before", ["", "0", "x", "-1", "1e3", "9" * 18, "9" * 40, "٣", "\x00"])
@pytest.mark.differs_on_services("PostgreSQL refuses zero bytes and large numbers")
def test_invalid_message_number_shows_the_newest(three: Table, alice: User, before: str) -> None:
    messages.say(three.pk, alice, "hello")
    assert ">hello</span>" in read(three, alice, before=before)


@pytest.mark.differs_on_services("the order of rows and subqueries")
def test_hidden_messages_are_not_among_the_earlier_ones(
    three: Table, alice: User, bob: User, carol: User, ted: User
) -> None:
    for user, text in (
        (carol, "muted words"),
        (bob, "blocker's words"),
        (ted, "watcher's words"),
        (alice, "rude words"),
    ):
        messages.say(three.pk, user, text)
    Aside.objects.create(by=alice, whom=carol, kind="mute")
    Aside.objects.create(by=bob, whom=alice, kind="block")
    Table.objects.filter(pk=three.pk).update(watchers_apart=True)
    messages.remove(three.pk, alice, three.chat.get(text="rude words").pk)
    page = read(three, alice)
    assert " words" not in page
    assert "Removed by a host or moderator." in page
    assert "watcher&#x27;s words" in read(three, ted)


def test_users_who_may_not_see_the_table_cannot_read_its_chat(three: Table, ted: User) -> None:
    address = reverse("table_chat", args=[three.code])
    assert Client().get(address).status_code == 302
    Table.objects.filter(pk=three.pk).update(watchable=False)
    assert of(ted).get(address).status_code == 404
    assert of(ted).get(reverse("table_chat", args=["nowhere"])).status_code == 404


def test_times_are_those_of_the_reader(three: Table, alice: User, bob: User) -> None:
    messages.say(three.pk, alice, "what time is it?")
    reader = of(bob)
    reader.cookies[TIME_ZONE_COOKIE] = "Asia/Shanghai"
    with translation.override("en"):  # restores the language that the request activates
        page = reader.get(reverse("table", args=[three.code]), headers={"Accept-Language": "zh-CN"}).content.decode()
    assert ">04:00</time>" in page


def test_download_of_ones_data_contains_ones_messages(three: Table, alice: User, bob: User, clock: Any) -> None:
    messages.say(three.pk, alice, "mine")
    messages.say(three.pk, bob, "not mine")
    words = {"at": clock(), "text": "mine", "at_table": "A table", "removed_at": None}
    assert data_of(alice)["chat"] == [words]
