"""Test that every action of a host or a moderator is shown to everybody at the table, in their language."""

import html
import re

import pytest
from django.utils import timezone, translation

from accounts.models import User
from accounts.services import deletion
from poker_site.environment import BASE_DIR
from tables.hosting import invitations, moderation
from tables.models import Table, TableEvent
from tables.page import host_log, snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, fresh, look_on
from tests.tables.host_verbs import EXAMPLES, ask, ask_all

pytestmark = pytest.mark.django_db
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def told(table: Table) -> list[str]:
    return [host_log.sentence(event) for event in table.events.order_by("pk")]


def panel(table: Table, viewer: User) -> str:
    scene = Scene(snapshot.take(table.pk), viewer, viewer.preferences)
    text = re.sub(r"<[^>]*>", " ", parts_of(scene)["t-events"])
    return re.sub(r"\s+", " ", html.unescape(text)).replace(" :", ":").strip()


@pytest.mark.parametrize("verb", sorted(EXAMPLES))
def test_each_action_is_shown_to_everybody(three: Table, alice: User, bob: User, verb: str) -> None:
    before = fresh(three).version
    assert ask_all(three, alice, verb) == ""
    event = three.events.last()
    assert event is not None
    assert event.by == alice
    assert (event.whom is not None) is ("whom" in EXAMPLES[verb] or verb.endswith("_bot"))
    assert fresh(three).version > before
    for viewer in (bob, alice):
        assert host_log.sentence(event).startswith("Alice ")
        assert host_log.sentence(event) in panel(three, viewer)
    with translation.override("zh-hans"):
        assert CHINESE.search(host_log.sentence(event))


def test_every_verb_of_the_services_has_its_sentence() -> None:
    source = "".join(path.read_text() for path in (BASE_DIR / "tables").rglob("*.py"))
    verbs = set(re.findall(r'log_event\(\w+, \w+, "(\w+)"', source))
    assert verbs >= {"pause", "ban", "hand_over", "blinds", "close", "void"}
    numbers = dict.fromkeys(("small", "big", "ante", "seconds", "least", "most", "chips", "players", "bots"), 5)
    values = {**numbers, "value": True, "kind": "sit"}
    silent = {verb for verb in verbs if not host_log.sentence(TableEvent(verb=verb, values=values))}
    assert silent == set()


def test_sentences_name_the_new_settings(dealt: Table, alice: User) -> None:
    for verb in ("set_blinds", "set_clock", "set_limits", "set_door", "set_chat"):
        ask(dealt, alice, verb)
    assert told(dealt) == [
        "Alice set the blinds to 100/200, ante 10, from the next hand on.",
        "Alice gave everybody 60 seconds to act.",
        "Alice set the buy-in from 5,000 to 30,000.",
        "Alice took the table off the lobby: it takes the link to find it.",
        "Alice ended watching: only players see the table.",
        "Alice wants to approve who sits down and tops up.",
        "Alice slowed the chat down: one message every 5 seconds.",
        "Alice keeps watchers' messages from players in a hand.",
    ]


def test_invitations_are_listed_without_their_codes(table: Table, alice: User, bob: User) -> None:
    link = invitations.make_link(table.pk, alice)
    letter = invitations.invite(table.pk, alice, bob)
    for invitation in (link, letter):
        invitations.revoke(table.pk, alice, invitation.pk)
    assert told(table) == [
        "Alice made an invitation link.",
        "Alice invited Bob.",
        "Alice took an invitation link back.",
        "Alice took the invitation of Bob back.",
    ]
    assert link.code not in str(list(TableEvent.objects.values()))


def test_a_refused_action_is_not_listed(dealt: Table, alice: User, bob: User) -> None:
    ask(dealt, bob, "pause")
    ask(dealt, alice, "unname_cohost")
    assert told(dealt) == []


def test_a_moderators_action_shows_the_reason_but_no_name(dealt: Table, moderator: User, bob: User) -> None:
    moderation.pause(dealt.pk, moderator, "A <b>look</b> at %s.")
    assert told(dealt) == ["A moderator paused the table. Reason: A <b>look</b> at %s."]
    shown = parts_of(Scene(snapshot.take(dealt.pk), bob, bob.preferences))["t-events"]
    assert "Morgan" not in shown
    assert "<b>look" not in shown


def test_the_newest_event_is_first_and_the_page_keeps_fifty(table: Table, alice: User, bob: User) -> None:
    for seconds in range(10, 70):
        ask(table, alice, "set_clock", seconds=str(seconds))
    text = panel(table, bob)
    assert text.startswith("By the host: 8:00 PM Alice gave everybody 69 seconds")
    assert "gave everybody 20 seconds" in text
    assert "gave everybody 19 seconds" not in text


def test_events_give_the_time_by_each_readers_clock(table: Table, alice: User, bob: User, clock: Clock) -> None:
    ask(table, alice, "pause")
    clock.go_on(35 * 60)
    ask(table, alice, "resume")
    shared = snapshot.take(table.pk)
    for zone, times in (("UTC", ["8:35 PM", "8:00 PM"]), ("Asia/Shanghai", ["4:35 AM", "4:00 AM"])):
        with timezone.override(zone):
            drawn = parts_of(Scene(shared, bob, bob.preferences))["t-events"]
        assert re.findall(r"<time[^>]*>([^<]*)</time>", drawn) == [times[0], *times]


def test_a_watcher_reads_the_events(dealt: Table, alice: User, ted: User) -> None:
    look_on(dealt, ted)
    ask(dealt, alice, "pause")
    assert "Alice paused the table." in panel(dealt, ted)


def test_a_deleted_player_has_no_name_left(seated: Table, alice: User, bob: User) -> None:
    ask(seated, alice, "remove")
    deletion.delete_account(bob)
    assert told(seated) == ["Alice removed Deleted player from the table."]


def test_no_list_without_events(dealt: Table, bob: User) -> None:
    assert panel(dealt, bob) == ""
