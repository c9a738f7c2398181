"""Test that addresses, ids and values of fields contain plain numbers: 1,234 is for people only."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.template.base import Lexer, TokenType
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Aside, User
from accounts.services import friends
from poker_site.environment import BASE_DIR
from tables.models import ChatMessage, SharedHand, StudyHand, Table
from tables.play import presence
from tests.pages import anonymous_paths, logged_in_paths, table_paths
from tests.tables.helpers import check_down, hand_of
from tests.tables.moderation import client_of, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.embedded]

MANY = 1_234_000
GROUPED = re.compile(r"\d,\d{3}")
READ = {"alt", "content", "label", "placeholder", "srcdoc", "title"} | {
    f"aria-{name}" for name in ("description", "label", "roledescription", "valuetext")
}
"""Names attributes that are read to people. Of data for scripts, sentences count too."""
DRAWN = {"d", "points", "transform"}
"""Names attributes with pairs of coordinates."""
RAISES = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [10000, 10000]
actions = ["d dh p1 AsAh", "d dh p2 KsKd", %s, "p2 f"]
"""


class Attributes(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.grouped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_typed = {("type", "text"), ("inputmode", "numeric")} <= {*attrs}  # typed as people write numbers
        for name, value in attrs:
            said = (
                (is_typed and name == "value")
                or name in READ | DRAWN
                or (name.startswith("data-") and re.search(r"\s", value or ""))
            )
            if value and not said and GROUPED.search(value):
                self.grouped.append(f"<{tag} {name}={value!r}>")


NAMES = {"chapter.id", "field.auto_id", "message.id", "part.id", "radio.id"}
"""Lists ids that are words."""
PLAIN = {"digits", "unlocalize"}
EXPRESSION = re.compile(r"(?<![\w.])((?:\w+\.)*(?:\w+_)?(?:id|pk))(\|\w+)?(?![\w.])")
"""Matches an id and the first filter that it goes through."""


def localised_ids(template: str) -> list[str]:
    """Return the ids that a template writes as people read numbers, also inside a sentence."""
    tokens = [token for token in Lexer(template).tokenize() if token.token_type in (TokenType.VAR, TokenType.BLOCK)]
    shown = [token.contents for token in tokens if token.token_type == TokenType.VAR]
    shown += [token.contents for token in tokens if token.contents.startswith("blocktranslate ")]
    found = [match for text in shown for match in EXPRESSION.findall(text)]
    return [name for name, first in found if name not in NAMES and first.removeprefix("|") not in PLAIN]


def grouped_in(html: str) -> list[str]:
    attributes = Attributes()
    attributes.feed(html)
    return attributes.grouped


@pytest.fixture(autouse=True)
def _many_rows(db: None) -> None:
    """Number new rows as if there had been a million of each."""
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [(name, MANY) for name in tables])


def pages(client: Client, paths: Iterator[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        answer = client.get(path, follow=True)
        if answer.get("Content-Type", "").startswith(("text/html", "image/svg")) and not answer.streaming:
            yield path, answer.content.decode()


def complaints(client: Client, paths: Iterator[str]) -> list[str]:
    return [f"{path}: {what}" for path, html in pages(client, paths) for what in grouped_in(html)]


@pytest.mark.parametrize(
    "html",
    [
        '<p id="c-1,234">',
        '<a href="/hands/1,234/">',
        '<input value="12,345">',
        '<p data-hand="1,234">',
        '<p hx-get="?id=1,234,567">',
    ],
)
def test_search_finds_grouped_numbers(html: str) -> None:
    assert grouped_in(html)
    assert not grouped_in('<p id="c-1234" title="1,234 chips" data-done="1,234 chips" aria-label="1,234">1,234</p>')


def test_templates_do_not_group_ids() -> None:
    assert localised_ids(
        "{{ hand.pk }} {{ user_id|safe }} {% blocktranslate with n=a.id %}{{ n }}{% endblocktranslate %}"
    )
    assert not localised_ids("{{ hand.pk|digits }} {{ field.id_for_label }} {% url 'hand' hand.pk %} {{ paid }}")
    folder = BASE_DIR / "templates"
    found = {
        str(path.relative_to(folder)): names
        for path in sorted(folder.rglob("*.*"))
        if (names := localised_ids(path.read_text()))
    }
    assert found == {}


def test_public_pages_have_plain_numbers(client: Client) -> None:
    assert complaints(client, anonymous_paths()) == []


def test_pages_of_an_account_have_plain_numbers(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert complaints(client, logged_in_paths()) == []


def test_pages_around_tables_have_plain_numbers(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    assert complaints(client, table_paths(bob, alice)) == []


def test_table_with_chat_and_people_has_plain_numbers(
    client: Client, three: Table, alice: User, bob: User, ted: User
) -> None:
    for room in ("players", "all"):
        ChatMessage.objects.create(table=three, user=bob, room=room, text="Good luck", at=timezone.now())
    Aside.objects.create(by=alice, whom=ted, kind="mute")
    presence.arrive(three.pk, ted.pk, "test")
    for user in (alice, bob, ted):
        client.force_login(user)
        assert complaints(client, iter([reverse("table", args=[three.code])])) == []
    check_down(three)
    client.force_login(alice)
    assert complaints(client, iter([reverse("table", args=[three.code])])) == []


def test_page_of_friends_has_plain_numbers(client: Client, alice: User, bob: User, carol: User, ted: User) -> None:
    friends.ask(bob, alice)
    friends.ask(alice, carol)
    friends.ask(alice, ted)
    friends.accept(ted, alice)
    client.force_login(alice)
    paths = [reverse("friends"), reverse("home")]
    assert complaints(client, iter(paths)) == []


def test_pages_after_a_hand_have_plain_numbers(client: Client, three: Table, alice: User) -> None:
    check_down(three)
    study = StudyHand.objects.create(owner=alice, title="A hand", source="")
    sharing = SharedHand.objects.create(hand=hand_of(three), maker=alice)
    assert min(study.pk, sharing.pk) > MANY
    hand = hand_of(three)
    assert hand.pk > MANY
    client.force_login(alice)
    of_hand = (reverse(name, args=[hand.pk]) for name in ("hand", "hand_proof"))
    of_all = (reverse(name) for name in ("hands", "hands_export", "results", "study"))
    assert complaints(client, chain(of_hand, of_all)) == []


def test_pages_of_the_admin_have_plain_numbers(everything: list[Any], moderator: User, admin: User) -> None:
    lists = {reverse(f"admin:{row._meta.db_table}_changelist") for row in everything}
    paths = [reverse("admin:index"), *sorted(lists), *map(page_of, everything)]
    for user in (moderator, admin):
        assert complaints(client_of(user), iter(paths)) == []


def test_replayer_of_more_than_a_thousand_steps_has_plain_numbers(client: Client, alice: User) -> None:
    raises = ", ".join(f'"p{2 - number % 2} cbr {4 + 2 * number}"' for number in range(1_200))
    study = StudyHand.objects.create(owner=alice, title="Each a bit more", source=RAISES % raises)
    client.force_login(alice)
    path = f"{reverse('study_hand', args=[study.pk])}?step=1100"
    assert complaints(client, iter([path])) == []
    html = client.get(path).content.decode()
    assert re.findall(r'data-step="(\d+)" aria-current', html) == ["1100"]
    assert 'data-step="1100" data-count="1206"' in html
