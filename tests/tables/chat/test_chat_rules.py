"""Test who may write at a table, when, and in which room."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import Sanction, User
from accounts.services import sanctions
from poker_site.web.limits import LIMITS, TooOften
from tables.chat import messages
from tables.chat.rules import Silenced, TooSoon
from tables.core.refusals import Refused
from tables.models import ChatMessage, Seat, Table
from tables.play import lifecycle, seating
from tests.tables.helpers import Clock, OutboxContext, act, check_down, fold_out, fresh, hand_of, open_table, to_act

pytestmark = pytest.mark.django_db
QUIET = "while an all-in is shown down"


def said(table: Table) -> list[tuple[str, str]]:
    return [(line.user.username, line.text) for line in table.chat.select_related("user").order_by("pk")]


def change(table: Table, **values: object) -> None:
    Table.objects.filter(pk=table.pk).update(**values)


def test_message_is_kept_tidy_with_its_hand_and_time(dealt: Table, alice: User, clock: Clock) -> None:
    messages.say(dealt.pk, alice, "  nice\nhand ")
    line = dealt.chat.get()
    assert (line.user, line.text, line.hand, line.at) == (alice, "nice hand", hand_of(dealt), clock())
    assert (line.room, line.is_reaction, line.removed_at) == ("players", False, None)


def test_seated_users_are_players_and_others_are_watchers(dealt: Table, alice: User, bob: User, ted: User) -> None:
    seating.sit_out(dealt.pk, bob)
    seating.hold_seat(dealt.pk, ted, 5)
    for user in (alice, bob, ted):
        messages.say(dealt.pk, user, "hello")
    rooms = dict(dealt.chat.values_list("user__username", "room"))
    assert rooms == {alice.username: "players", bob.username: "players", ted.username: "watchers"}


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u202e", "\n", "\u2800"])
def test_empty_message_is_refused(dealt: Table, alice: User, text: str) -> None:
    with pytest.raises(Refused, match="Write something"):
        messages.say(dealt.pk, alice, text)


def test_message_has_at_most_three_hundred_characters(dealt: Table, alice: User) -> None:
    messages.say(dealt.pk, alice, "x" * 300)
    with pytest.raises(Refused, match="300"):
        messages.say(dealt.pk, alice, "x" * 301)
    assert dealt.chat.count() == 1


def test_unknown_reactions_are_refused(dealt: Table, alice: User) -> None:
    for sign in ("👏", "NH"):
        messages.say(dealt.pk, alice, sign, reaction=True)
    with pytest.raises(Refused, match="no such reaction"):
        messages.say(dealt.pk, alice, "<script>", reaction=True)
    assert list(dealt.chat.values_list("text", "is_reaction")) == [("👏", True), ("NH", True)]


def test_user_who_may_not_see_the_table_cannot_write(dealt: Table, ted: User) -> None:
    change(dealt, watchable=False)
    with pytest.raises(PermissionDenied):
        messages.say(dealt.pk, ted, "hello")
    assert said(dealt) == []


def test_closed_table_has_no_chat(table: Table, alice: User) -> None:
    lifecycle.close(table.pk, alice)
    with pytest.raises(Refused, match="closed"):
        messages.say(table.pk, alice, "hello")


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last")
def test_muted_user_is_refused_with_reason_and_end(dealt: Table, alice: User, moderator: User) -> None:
    messages.say(dealt.pk, alice, "rude")
    until = datetime(2031, 5, 6, 7, 8, tzinfo=UTC)
    mute = sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Insults", until=until, by=moderator)
    with pytest.raises(Silenced) as refusal:
        messages.say(dealt.pk, alice, "ruder")
    assert str(refusal.value) == "You may not chat until May 6, 2031, 7:08 AM. The reason given: Insults"
    with pytest.raises(Silenced):
        messages.say(dealt.pk, alice, "👏", reaction=True)
    sanctions.lift(mute, by=moderator)
    messages.say(dealt.pk, alice, "sorry")
    assert [text for _, text in said(dealt)] == ["rude", "sorry"]


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last")
def test_mute_without_end_names_no_date(dealt: Table, alice: User, moderator: User) -> None:
    sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Spam", until=None, by=moderator)
    with pytest.raises(Silenced, match=r"You may not chat\. The reason given: Spam"):
        messages.say(dealt.pk, alice, "buy")


def test_slow_mode_counts_for_each_person_and_table(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    change(dealt, says_slowly=10)
    messages.say(dealt.pk, alice, "one")
    clock.go_on(7)
    with pytest.raises(TooSoon, match=r"one message every 10 seconds\. Wait 3 seconds"):
        messages.say(dealt.pk, alice, "two")
    with pytest.raises(TooSoon):
        messages.say(dealt.pk, alice, "👏", reaction=True)
    messages.say(dealt.pk, bob, "other person")
    messages.say(open_table(bob).pk, alice, "other table")
    clock.go_on(3)
    messages.say(dealt.pk, alice, "three")
    assert [text for _, text in said(dealt)] == ["one", "other person", "three"]


@pytest.mark.differs_on_services("counted in Redis")
def test_messages_are_limited(dealt: Table, alice: User, bob: User) -> None:
    for number in range(LIMITS["chat"].most):
        messages.say(dealt.pk, alice, f"{number}")
    with pytest.raises(TooOften, match="Wait"):
        messages.say(dealt.pk, alice, "more")
    messages.say(dealt.pk, bob, "I may")
    assert dealt.chat.count() == LIMITS["chat"].most + 1


def all_in(table: Table) -> None:
    """Put in everything for everybody, so that the board is dealt out."""
    while fresh(table).turn is not None:
        user = to_act(table)
        try:
            act(table, user, "all-in")
        except Refused:
            act(table, user, "call")


def test_chat_is_closed_while_an_all_in_is_shown_if_the_host_wants_it(
    dealt: Table, alice: User, bob: User, ted: User, clock: Clock
) -> None:
    change(dealt, quiet_all_in=True)
    act(dealt, alice, "all-in")
    messages.say(dealt.pk, alice, "call me: that is still a decision")
    act(dealt, bob, "call")
    for user in (alice, bob, ted):
        with pytest.raises(Refused, match=QUIET):
            messages.say(dealt.pk, user, "wow")
    clock.run_due(dealt)
    messages.say(dealt.pk, bob, "now I may")
    assert [text for _, text in said(dealt)] == ["call me: that is still a decision", "now I may"]


def test_chat_stays_open_after_hands_without_all_in(three: Table, alice: User, clock: Clock) -> None:
    change(three, quiet_all_in=True)
    fold_out(three)
    messages.say(three.pk, alice, "everybody folded")
    clock.run_due(three)
    check_down(three)
    messages.say(three.pk, alice, "a showdown without all-in")
    assert three.chat.count() == 2


def test_chat_stays_open_after_an_all_in_that_nobody_calls(dealt: Table, alice: User, bob: User) -> None:
    change(dealt, quiet_all_in=True)
    act(dealt, alice, "all-in")
    act(dealt, bob, "fold")
    messages.say(dealt.pk, bob, "nice bluff")


def test_chat_stays_open_during_an_all_in_by_default(dealt: Table, alice: User) -> None:
    all_in(dealt)
    messages.say(dealt.pk, alice, "wow")
    assert dealt.chat.count() == 1


def test_only_the_host_and_moderators_remove_messages(
    dealt: Table, alice: User, bob: User, moderator: User, clock: Clock
) -> None:
    for text in ("one", "two"):
        messages.say(dealt.pk, bob, text)
    first, second = dealt.chat.order_by("pk")
    with pytest.raises(PermissionDenied):
        messages.remove(dealt.pk, bob, first.pk)
    messages.remove(dealt.pk, alice, first.pk)
    messages.remove(dealt.pk, moderator, second.pk)
    messages.remove(dealt.pk, moderator, first.pk)
    removed = list(dealt.chat.order_by("pk").values_list("text", "removed_by", "removed_at"))
    assert removed == [("one", alice.pk, clock()), ("two", moderator.pk, clock())]


def test_message_of_another_table_cannot_be_removed(dealt: Table, alice: User, bob: User) -> None:
    other = open_table(bob)
    messages.say(other.pk, bob, "mine")
    with pytest.raises(Refused, match="no such message"):
        messages.remove(dealt.pk, alice, other.chat.get().pk)
    assert ChatMessage.objects.filter(removed_at=None).count() == 1


@pytest.mark.differs_on_services("on commit")
def test_chat_is_published_on_its_own_topic(dealt: Table, alice: User, bob: User, hear: OutboxContext) -> None:
    version = fresh(dealt).version
    with hear() as heard:
        messages.say(dealt.pk, bob, "secret words")
    assert heard.topics == [(f"chat.{dealt.pk}", 1)]
    with hear() as heard:
        messages.remove(dealt.pk, alice, dealt.chat.get().pk)
    assert heard.topics == [(f"chat.{dealt.pk}", 2)]
    with hear() as heard, pytest.raises(Refused):
        messages.say(dealt.pk, bob, "")
    assert heard.topics == []
    assert (fresh(dealt).version, fresh(dealt).chat_version) == (version, 2)


def test_player_who_lost_the_seat_is_a_watcher(dealt: Table, bob: User, alice: User) -> None:
    Seat.objects.filter(table=dealt, user=bob).delete()
    messages.say(dealt.pk, bob, "bye")
    assert dealt.chat.get().room == "watchers"
