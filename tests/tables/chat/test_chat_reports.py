"""Test muting a player for oneself, and asking a moderator to look at a message."""

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import Aside, User
from poker_site.web.limits import LIMITS, TooOften
from tables.chat import mute, report
from tables.chat.messages import say
from tables.core.refusals import Refused
from tables.models import ChatMessage, Report, Table
from tests.tables.helpers import Clock, OutboxContext, hand_of, open_table

pytestmark = pytest.mark.django_db


def word_of(table: Table, user: User) -> ChatMessage:
    say(table.pk, user, "a word")
    return table.chat.order_by("-pk")[0]


def test_report_has_what_a_moderator_needs(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    message = word_of(dealt, bob)
    clock.go_on(60)
    report.report(dealt.pk, alice, message.pk, " he is\nrude\u202e ")
    found = Report.objects.get()
    assert (found.by, found.whom, found.table, found.message) == (alice, bob, dealt, message)
    assert (found.hand, found.words, found.at, found.closed_at) == (hand_of(dealt), "he is rude", clock(), None)


def test_words_of_a_report_are_optional_and_limited(dealt: Table, alice: User, bob: User) -> None:
    message = word_of(dealt, bob)
    with pytest.raises(Refused, match="300"):
        report.report(dealt.pk, alice, message.pk, "x" * 301)
    report.report(dealt.pk, alice, message.pk)
    assert Report.objects.get().words == ""


@pytest.mark.differs_on_services("a constraint of the database")
def test_message_is_reported_once_by_each_user(dealt: Table, alice: User, bob: User, ted: User) -> None:
    message = word_of(dealt, bob)
    report.report(dealt.pk, alice, message.pk)
    with pytest.raises(Refused, match="already"):
        report.report(dealt.pk, alice, message.pk, "again")
    report.report(dealt.pk, ted, message.pk)
    assert Report.objects.count() == 2


@pytest.mark.differs_on_services("counted in Redis")
def test_reports_are_limited(dealt: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = ChatMessage.objects.bulk_create(
        ChatMessage(table=dealt, user=bob, room="players", text="x") for _ in range(LIMITS["report"].most + 1)
    )
    for message in messages[:-1]:
        report.report(dealt.pk, alice, message.pk)
    with pytest.raises(TooOften):
        report.report(dealt.pk, alice, messages[-1].pk)


@pytest.mark.parametrize("service", [report.report, mute.mute])
def test_own_and_invisible_messages_cannot_be_muted_or_reported(
    dealt: Table, alice: User, bob: User, ted: User, service: object
) -> None:
    assert callable(service)
    message, own = word_of(dealt, bob), word_of(dealt, alice)
    elsewhere = word_of(open_table(bob), bob)
    with pytest.raises((Refused, PermissionDenied), match="your own account"):
        service(dealt.pk, alice, own.pk)
    for number in (elsewhere.pk, 0, 10**14):
        with pytest.raises(Refused, match="no such message"):
            service(dealt.pk, alice, number)
    Table.objects.filter(pk=dealt.pk).update(watchable=False)
    with pytest.raises(PermissionDenied):
        service(dealt.pk, ted, message.pk)
    assert (Report.objects.count(), Aside.objects.count()) == (0, 0)


def test_mute_concerns_one_reader_and_can_be_taken_back(
    dealt: Table, alice: User, bob: User, hear: OutboxContext
) -> None:
    message = word_of(dealt, bob)
    with hear() as heard:
        mute.mute(dealt.pk, alice, message.pk)
        mute.mute(dealt.pk, alice, message.pk)
    assert {topic for topic, _ in heard.topics} == {f"user.{alice.pk}"}
    assert list(Aside.objects.values_list("by", "whom", "kind")) == [(alice.pk, bob.pk, "mute")]
    mute.unmute(bob, alice.pk)
    assert Aside.objects.count() == 1
    mute.unmute(alice, bob.pk)
    mute.unmute(alice, bob.pk)
    mute.unmute(alice, 10**14)
    assert Aside.objects.count() == 0


def test_unmuting_keeps_a_block(dealt: Table, alice: User, bob: User) -> None:
    Aside.objects.create(by=alice, whom=bob, kind=Aside.Kind.BLOCK)
    mute.mute(dealt.pk, alice, word_of(dealt, bob).pk)
    mute.unmute(alice, bob.pk)
    assert list(Aside.objects.values_list("kind", flat=True)) == ["block"]
