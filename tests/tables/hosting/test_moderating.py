"""Test what moderators do with tables, messages and reports: by right, with a reason, shown to all, and audited."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import AuditEntry, Bot, Sanction, User
from accounts.services import audit, sanctions
from tables.chat import messages
from tables.core.refusals import Refused
from tables.hosting import moderation
from tables.models import ChatMessage, Hand, LedgerEntry, Report, Table, TableEvent
from tables.play import lifecycle
from tests.tables.helpers import OutboxContext, assert_books_agree, fold_out, fresh, hand_of, purse

pytestmark = pytest.mark.django_db

Verb = Callable[[int, User, str], None]
VERBS: list[Verb] = [moderation.pause, moderation.resume, moderation.close, moderation.void_hand]


def say(table: Table, user: User, text: str = "Fish!") -> ChatMessage:
    return ChatMessage.objects.create(table=table, user=user, room=ChatMessage.Room.PLAYERS, text=text)


def report(table: Table, by: User, whom: User, **more: Any) -> Report:
    return Report.objects.create(table=table, by=by, whom=whom, **more)


@pytest.mark.parametrize("verb", VERBS)
def test_only_moderators_may_do_this(dealt: Table, alice: User, carol: User, verb: Verb) -> None:
    before = fresh(dealt).version
    for user in (alice, carol):  # the host has verbs of her own
        with pytest.raises(PermissionDenied):
            verb(dealt.pk, user, "Because.")
    assert (fresh(dealt).version, hand_of(dealt).state) == (before, Hand.State.RUNNING)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("verb", VERBS)
def test_a_banned_moderator_may_not(dealt: Table, moderator: User, admin: User, verb: Verb) -> None:
    sanctions.impose(moderator, kind=Sanction.Kind.BAN, reason="Left.", until=None, by=admin)
    with pytest.raises(PermissionDenied):
        verb(dealt.pk, moderator, "Because.")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("words", ["", " \n\0", "x" * 301])
def test_a_reason_is_required_and_limited(dealt: Table, moderator: User, verb: Verb, words: str) -> None:
    with pytest.raises(Refused):
        verb(dealt.pk, moderator, words)
    assert not TableEvent.objects.exists()


@pytest.mark.parametrize("verb", VERBS)
def test_a_closed_table_refuses_every_verb(table: Table, moderator: User, verb: Verb) -> None:
    moderation.close(table.pk, moderator, "Enough.")
    with pytest.raises(Refused, match="closed"):
        verb(table.pk, moderator, "Again.")


def test_a_moderator_pauses_and_resumes_a_table(seated: Table, moderator: User, hear: OutboxContext) -> None:
    with hear() as heard:
        moderation.pause(seated.pk, moderator, "Wait a moment.")
    assert fresh(seated).state == Table.State.PAUSED
    assert heard.topics
    with pytest.raises(Refused, match="paused already"):
        moderation.pause(seated.pk, moderator, "Wait.")
    moderation.resume(seated.pk, moderator, "Thank you.")
    assert (fresh(seated).state, fresh(seated).due) == (Table.State.OPEN, Table.Due.DEAL)
    with pytest.raises(Refused, match="not paused"):
        moderation.resume(seated.pk, moderator, "Thank you.")


def test_a_host_cannot_resume_what_a_moderator_paused(seated: Table, alice: User, moderator: User) -> None:
    """This holds although the host had paused the table before."""
    lifecycle.pause(seated.pk, alice)
    moderation.pause(seated.pk, moderator, "Wait a moment.")
    with pytest.raises(Refused, match="a moderator resumes it"):
        lifecycle.resume(seated.pk, alice)
    moderation.resume(seated.pk, moderator, "Thank you.")
    lifecycle.pause(seated.pk, alice)
    lifecycle.resume(seated.pk, alice)
    assert fresh(seated).state == Table.State.OPEN


@pytest.mark.differs_on_services("row locks")
def test_closing_by_force_gives_everybody_their_chips_back(three: Table, moderator: User, alice: User) -> None:
    moderation.close(three.pk, moderator, "A wake.")
    assert (fresh(three).state, hand_of(three).state) == (Table.State.CLOSED, Hand.State.VOID)
    assert purse(alice) == 100_000
    assert_books_agree()


@pytest.mark.differs_on_services("row locks")
def test_the_named_hand_is_voided_but_no_later_one(dealt: Table, moderator: User) -> None:
    with pytest.raises(Refused, match="over"):
        moderation.void_hand(dealt.pk, moderator, "Stuck.", hand_id=hand_of(dealt).pk + 1)
    moderation.void_hand(dealt.pk, moderator, "Stuck.", hand_id=hand_of(dealt).pk)
    assert hand_of(dealt).state == Hand.State.VOID
    with pytest.raises(Refused, match="No hand is running"):
        moderation.void_hand(dealt.pk, moderator, "Stuck.")


@pytest.mark.parametrize("verb", [moderation.close, moderation.void_hand])
def test_a_moderator_cannot_end_their_own_hand(dealt: Table, moderator: User, bob: User, verb: Verb) -> None:
    bob.groups.add(*moderator.groups.all())
    with pytest.raises(PermissionDenied, match="in this hand yourself"):
        verb(dealt.pk, User.objects.get(pk=bob.pk), "I am losing.")
    assert hand_of(dealt).state == Hand.State.RUNNING
    fold_out(dealt)
    moderation.close(dealt.pk, User.objects.get(pk=bob.pk), "Late.")


@pytest.mark.parametrize("verb", [moderation.close, moderation.void_hand])
def test_a_moderator_cannot_end_a_hand_of_their_bot(dealt: Table, moderator: User, bob: User, verb: Verb) -> None:
    Bot.objects.create(owner=moderator, user=bob)
    with pytest.raises(PermissionDenied, match="in this hand yourself"):
        verb(dealt.pk, moderator, "It is losing.")


@pytest.mark.parametrize(
    ("verb", "told", "about"),
    [
        (moderation.pause, "pause", "table"),
        (moderation.close, "close", "table"),
        (moderation.void_hand, "void", "hand"),
    ],
)
def test_events_name_action_and_reason_and_the_audit_trail_the_moderator(
    dealt: Table, moderator: User, verb: Verb, told: str, about: str
) -> None:
    verb(dealt.pk, moderator, "  Two  of them\nshare a chair. ")
    event = TableEvent.objects.get(table=dealt)
    assert (event.by, event.verb, event.values) == (None, told, {"words": "Two of them share a chair."})
    entry = AuditEntry.objects.get()
    number = dealt.pk if about == "table" else hand_of(dealt).pk
    assert (entry.by, entry.about, entry.words) == (moderator, f"{about} {number}", "Two of them share a chair.")


@pytest.mark.differs_on_services("row locks")
def test_a_message_is_removed_once(table: Table, alice: User, bob: User, moderator: User, hear: OutboxContext) -> None:
    message = say(table, bob)
    with pytest.raises(PermissionDenied):
        moderation.remove_message(message.pk, bob)
    with hear() as heard:
        moderation.remove_message(message.pk, moderator)
    assert heard.topics
    message.refresh_from_db()
    assert (message.removed_at is not None, message.removed_by) == (True, moderator)
    with pytest.raises(Refused, match="removed already"):
        moderation.remove_message(message.pk, moderator)
    assert list(AuditEntry.objects.values_list("verb", "whom", "about")) == [
        ("remove_message", bob.pk, f"message {message.pk}")
    ]


def test_a_message_is_removed_at_a_closed_table_too(table: Table, bob: User, moderator: User) -> None:
    message = say(table, bob)
    moderation.close(table.pk, moderator, "Enough.")
    moderation.remove_message(message.pk, moderator)
    assert ChatMessage.objects.get().removed_at


@pytest.mark.differs_on_services("row locks")
def test_a_report_is_closed_once_with_an_outcome(table: Table, alice: User, bob: User, moderator: User) -> None:
    it = report(table, alice, bob, words="Rude.")
    with pytest.raises(PermissionDenied):
        moderation.close_report(it.pk, alice, "Nothing.")
    with pytest.raises(Refused, match="Say why"):
        moderation.close_report(it.pk, moderator, " ")
    moderation.close_report(it.pk, moderator, "Told him.")
    it.refresh_from_db()
    assert (it.closed_by, it.outcome, it.closed_at is not None) == (moderator, "Told him.", True)
    with pytest.raises(Refused, match="closed already"):
        moderation.close_report(it.pk, moderator, "Again.")
    assert AuditEntry.objects.get().whom == bob


def test_nobody_closes_a_report_about_themselves(table: Table, alice: User, moderator: User) -> None:
    for it in (report(table, alice, moderator), report(table, moderator, alice)):
        with pytest.raises(PermissionDenied, match="another moderator"):
            moderation.close_report(it.pk, moderator, "All is well.")


@pytest.mark.differs_on_services("row locks")
def test_an_action_is_undone_when_its_audit_fails(
    dealt: Table, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(audit, "record", fail)
    with pytest.raises(ZeroDivisionError):
        moderation.void_hand(dealt.pk, moderator, "Stuck.")
    assert hand_of(dealt).state == Hand.State.RUNNING
    assert not LedgerEntry.objects.filter(kind="void").exists()


def test_a_removal_at_the_table_itself_is_audited_too(table: Table, alice: User, bob: User, moderator: User) -> None:
    first, second = say(table, bob), say(table, bob)
    messages.remove(table.pk, moderator, first.pk)
    messages.remove(table.pk, alice, second.pk)  # the host
    assert [(entry.by, entry.about) for entry in AuditEntry.objects.all()] == [(moderator, f"message {first.pk}")]
