"""Test several screens of one person, or several people, who write at the same moment."""

import pytest

from accounts.models import User
from poker_site.web.limits import LIMITS, TooOften
from tables.chat import messages, report
from tables.chat.rules import TooSoon
from tables.models import Report, Table
from tests.tables.helpers import fresh
from tests.tables.play.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("row locks")]


def test_second_screen_cannot_bypass_the_slow_mode(seated: Table, alice: User) -> None:
    Table.objects.filter(pk=seated.pk).update(says_slowly=30)
    outcomes = at_once(*[lambda: messages.say(seated.pk, alice, "quick")] * 4)
    assert sum(isinstance(outcome, TooSoon) for outcome in outcomes) == 3
    assert seated.chat.count() == 1


def test_second_screen_cannot_bypass_the_limit(seated: Table, alice: User) -> None:
    most = LIMITS["chat"].most
    outcomes = at_once(*[lambda: messages.say(seated.pk, alice, "flood")] * (most + 3))
    assert sum(isinstance(outcome, TooOften) for outcome in outcomes) == 3
    assert seated.chat.count() == most


def test_messages_at_once_are_all_kept_and_published(seated: Table, alice: User, bob: User, carol: User) -> None:
    talkers = (alice, bob, carol)
    assert at_once(*[lambda user=user: messages.say(seated.pk, user, "me first") for user in talkers]) == [None] * 3
    assert seated.chat.count() == fresh(seated).chat_version == 3


def test_message_is_reported_once_by_each_reader(seated: Table, alice: User, bob: User) -> None:
    messages.say(seated.pk, bob, "rude")
    message = seated.chat.get().pk
    outcomes = at_once(*[lambda: report.report(seated.pk, alice, message)] * 3)
    assert [str(outcome) for outcome in outcomes if outcome] == ["You have reported this message already."] * 2
    assert Report.objects.count() == 1
