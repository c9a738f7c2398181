"""Check actions posted as plain forms when there is no socket; they run through the same function."""

import re
from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from accounts.models import Sanction, User
from accounts.services import sanctions
from accounts.viewer import Viewer
from poker_site.runtime import epoch
from tables.core.refusals import Refused
from tables.models import Table
from tables.page import consumer, dispatch, snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import OutboxContext, fresh, moves

pytestmark = pytest.mark.django_db
CALL = {"verb": "call", "moment": "1.0"}
NOT_YOUR_TURN = "It is not your turn."
MOVED_ON = "The hand has moved on. Nothing was done."


def post(table: Table, user: User | None, values: Mapping[str, Any], **more: Any) -> HttpResponseBase:
    client = Client(**more)
    if user:
        client.force_login(user)
    return client.post(reverse("table_do", args=[table.code]), values)


def asked(table: Table, user: User, values: Mapping[str, Any], **headers: str) -> dict[str, str]:
    """Post as the page's script does, and return the fragments of the answer."""
    answer = post(table, user, values, headers={"HX-Request": "true", **headers})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    partial = r"<hx-partial id=([a-z0-9-]+)(?: hx-swap=[a-zA-Z]+)?>(.*?)</hx-partial>"
    return dict(re.findall(partial, getattr(answer, "content", b"").decode(), re.DOTALL))


def words(fragment: str) -> str:
    return re.sub(r"<[^>]*>", "", fragment).strip()


def test_answer_to_a_script_is_the_present_table(three: Table, alice: User) -> None:
    found = asked(three, alice, CALL)
    scene = Scene(snapshot.take(three.pk), alice, alice.preferences)
    assert set(found) == {"t-notice"} | parts_of(scene).keys()
    assert "Alice calls 100" in found["t-log"]
    assert words(found["t-notice"]) == ""
    assert moves(three) == [(1, "call", "player")]


def test_refusal_to_a_script_comes_with_the_present_table(three: Table, bob: User) -> None:
    found = asked(three, bob, CALL)
    assert words(found["t-notice"]) == NOT_YOUR_TURN
    assert f'data-version="{fresh(three).version}"' in found["t-data"]
    assert moves(three) == []


def test_fragments_contain_no_csrf_token(three: Table, alice: User) -> None:
    """The page has its token outside of the fragments; one in a shared fragment would be another viewer's."""
    assert "csrf" not in "".join(asked(three, alice, CALL).values())


def test_answer_without_script_redirects_to_the_page(three: Table, alice: User) -> None:
    answer = post(three, alice, CALL)
    assert (answer.status_code, answer["Location"]) == (302, reverse("table", args=[three.code]))
    assert moves(three) == [(1, "call", "player")]


def test_refusal_without_script_is_shown_once_on_the_page(three: Table, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    page = client.post(reverse("table_do", args=[three.code]), CALL, follow=True).content.decode()
    assert page.count(NOT_YOUR_TURN) == 1
    assert NOT_YOUR_TURN not in client.get(reverse("table", args=[three.code])).content.decode()
    assert moves(three) == []


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "There is no such action."),
        ({"verb": "cheat"}, "There is no such action."),
        ({"verb": "fold"}, MOVED_ON),
        ({"verb": "fold", "moment": "0.9"}, MOVED_ON),
        ({"verb": ["fold", "cheat"], "moment": "1.0"}, "There is no such action."),
        ({"verb": "raise", "moment": "1.0", "amount": "-1"}, "The amount must be a whole number of chips."),
        ({"verb": "raise", "moment": "1.0", "amount": "9" * 5000}, "The amount must be a whole number of chips."),
        ({"verb": "raise", "moment": "1.0", "amount": "1"}, "Raise to at least 200."),
        ({"verb": "hold", "seat": "\x00"}, "The amount must be a whole number of chips."),
        ({"verb": "sit_out", "moment": "x"}, ""),
    ],
)
def test_invalid_values_are_refused_with_a_sentence(
    three: Table, alice: User, values: dict[str, Any], sentence: str
) -> None:
    assert words(asked(three, alice, values)["t-notice"]) == sentence
    assert moves(three) == []


def test_form_and_socket_call_the_same_function(three: Table, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    do = Mock(side_effect=Refused("No."))
    monkeypatch.setattr(dispatch, "do", do)
    post(three, alice, CALL)
    client = Client()
    client.force_login(alice)
    socket = consumer.TableConsumer()
    socket.table_id, socket.user_id, socket.session_key = three.pk, alice.pk, client.session.session_key or ""
    socket.epoch = epoch.current()
    socket.viewer = Viewer(language="en", time_zone="UTC")
    assert socket._do(CALL) == "No."
    assert [call.args for call in do.call_args_list] == [(three.pk, alice, CALL)] * 2


def test_posted_action_publishes_the_new_version(three: Table, alice: User, hear: OutboxContext) -> None:
    with hear() as heard:
        post(three, alice, CALL)
    assert (f"table.{three.pk}", fresh(three).version) in heard.topics


def test_answer_is_in_the_reader_s_language(three: Table, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(display_name="")
    found = asked(three, alice, CALL, **{"Accept-Language": "zh-CN"})
    assert "已注销的玩家" in found["t-people"]


def test_form_of_another_site_is_refused(three: Table, alice: User) -> None:
    assert post(three, alice, CALL, enforce_csrf_checks=True).status_code == 403
    assert moves(three) == []


def test_token_of_the_page_is_accepted_in_a_header(three: Table, alice: User) -> None:
    """The script sends it in a header, because forms in fragments have no token."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    page = client.get(reverse("table", args=[three.code])).content.decode()
    token = re.findall(r'id="wire"[^>]* data-csrf="(\w+)"', page)[0]
    headers = {"HX-Request": "true", "X-CSRFToken": token}
    assert client.post(reverse("table_do", args=[three.code]), CALL, headers=headers).status_code == 200
    assert moves(three) == [(1, "call", "player")]


def test_action_requires_login(three: Table) -> None:
    answer = post(three, None, CALL)
    assert (answer.status_code, answer["Location"].split("?")[0]) == (302, reverse("account_login"))
    assert moves(three) == []


def test_action_of_a_banned_user_is_not_done(three: Table, alice: User, moderator: User) -> None:
    client = Client()
    client.force_login(alice)
    sanctions.impose(alice, kind=Sanction.Kind.BAN, reason="x", until=None, by=moderator)
    client.post(reverse("table_do", args=[three.code]), CALL)
    assert moves(three) == []


def test_unknown_table_is_not_found(three: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    for code in ("0000000000000", str(three.pk), "x" * 300, "%00"):
        assert client.post(f"/t/{code}/do/", CALL).status_code == 404, code
        assert client.get(f"/t/{code}/").status_code == 404, code


def test_get_request_does_nothing(three: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert client.get(reverse("table_do", args=[three.code]), CALL)["Location"] == reverse("table", args=[three.code])
    assert moves(three) == []
