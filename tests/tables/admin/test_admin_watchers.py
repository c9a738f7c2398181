"""Test that a moderator in a hand reads no watchers' chat in the administration where the host hides it."""

import pytest
from django.urls import reverse

from accounts.models import User
from tables.models import ChatMessage, Report, Table
from tests.tables.helpers import fold_out, hand_of
from tests.tables.moderation import addresses, client_of, listed, page_of

pytestmark = pytest.mark.django_db
SECRET = "he has aces"


@pytest.fixture
def whispers(dealt: Table, ted: User, carol: User, bob: User, moderator: User) -> list[object]:
    """Write a watchers' message hidden from players in a hand; Bob is in the hand, and moderates."""
    Table.objects.filter(pk=dealt.pk).update(watchers_apart=True)
    bob.groups.set(moderator.groups.all())
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    said = ChatMessage.objects.create(table=dealt, user=ted, room="watchers", text=SECRET, hand=hand_of(dealt))
    ChatMessage.objects.create(table=dealt, user=ted, room="players", text="good evening")
    about = {"by": carol, "table": dealt, "hand": hand_of(dealt)}
    report = Report.objects.create(whom=ted, message=said, words=SECRET, **about)
    other = Report.objects.create(whom=ted, words="He stares.", **about)
    return [dealt, hand_of(dealt), said, report, other, ted]


def seen_by(user: User, rows: list[object]) -> str:
    client = client_of(User.objects.get(pk=user.pk))
    lists = [f"{reverse(f'admin:tables_{model}_changelist')}?q={word}" for model in MODELS for word in ("aces", "ted")]
    return "".join(client.get(address, follow=True).content.decode() for address in [*addresses(rows), *lists])


MODELS = ("chatmessage", "report")


def test_a_moderator_in_a_hand_does_not_read_watchers(whispers: list[object], bob: User) -> None:
    seen = seen_by(bob, whispers)
    assert SECRET not in seen
    assert "good evening" in seen
    assert "He stares." in seen


def test_other_moderators_read_watchers_and_after_the_hand_all_do(
    whispers: list[object], dealt: Table, bob: User, moderator: User
) -> None:
    assert SECRET in seen_by(moderator, whispers)
    fold_out(dealt)
    assert SECRET in seen_by(bob, whispers)


def test_own_messages_and_tables_without_the_setting_are_not_hidden(
    whispers: list[object], dealt: Table, bob: User, ted: User
) -> None:
    own = ChatMessage.objects.create(table=dealt, user=bob, room="watchers", text="I will sit down")
    client = client_of(User.objects.get(pk=bob.pk))
    assert page_of(own) in listed(client, "tables_chatmessage")
    assert page_of(whispers[2]) not in listed(client, "tables_chatmessage")
    Table.objects.filter(pk=dealt.pk).update(watchers_apart=False)
    assert page_of(whispers[2]) in listed(client, "tables_chatmessage")
