"""Test players' bots: making one, finding the bot of a key, and what ends with a key."""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import bot_keys as reads
from accounts.models import AuditEntry, Bot, NameClaim, Sanction, User
from accounts.selectors import shown_name
from accounts.services import bots, deletion, sanctions
from poker_site.runtime import topics
from poker_site.web.limits import TooOften

pytestmark = pytest.mark.django_db


@pytest.fixture
def rob(alice: User) -> tuple[Bot, str]:
    return bots.open_bot(alice, "Rob the Robot")


def md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


def test_a_bot_has_an_account_that_nobody_can_log_in_to(client: Client, alice: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    assert (bot.owner, bot.user.is_bot, shown_name(bot.user)) == (alice, True, "Rob the Robot")
    assert not bot.user.has_usable_password()
    for name in (bot.user.username, bot.user.display_name):
        client.post(reverse("account_login"), {"login": name, "password": key})
        assert "_auth_user_id" not in client.session


def test_the_key_is_random_and_nowhere_in_the_database(alice: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    _, other = bots.open_bot(alice, "Robert")
    assert re.fullmatch(r"eh-[0-9A-HJKMNP-TV-Z]{26}", key)
    assert key != other
    kept = repr([list(Bot.objects.values()), list(User.objects.values()), list(NameClaim.objects.values())])
    assert key not in kept
    assert md5(key) not in kept
    assert bot.key_made_at is not None


def test_a_key_is_accepted_as_it_is_or_as_its_md5(rob: tuple[Bot, str]) -> None:
    bot, key = rob
    assert bots.bot_of_key(key) == bots.bot_of_key(md5(key)) == bot.user


@pytest.mark.parametrize("change", [str.lower, md5, lambda key: md5(md5(key)), lambda key: key + "0", lambda key: ""])
@pytest.mark.differs_on_services("PostgreSQL takes neither zero bytes nor half characters")
def test_nothing_else_is_a_key(rob: tuple[Bot, str], change: Callable[[str], str]) -> None:
    _, key = rob
    shown = md5(key).upper() if change is md5 else change(key)
    assert bots.bot_of_key(shown) is None


@pytest.mark.parametrize("rubbish", [None, 7, [], b"eh-", "\0", "\ud800", "9" * 1_000_000, {"key": "x"}])
@pytest.mark.differs_on_services("PostgreSQL takes neither zero bytes nor half characters")
def test_rubbish_is_not_accepted_as_a_key(rob: tuple[Bot, str], rubbish: object) -> None:
    assert bots.bot_of_key(rubbish) is None


def test_the_hash_in_the_database_is_not_accepted_as_a_key(rob: tuple[Bot, str]) -> None:
    """A thief who has read a backup cannot play with it."""
    bot, _ = rob
    assert bots.bot_of_key(bot.key_hash) is None
    assert bots.bot_of_key(bot.md5_hash) is None


@pytest.mark.differs_on_services("a constraint of the database")
def test_a_renamed_bot_keeps_its_key(alice: User, bob: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    assert shown_name(bots.rename(bot, " Ada  Count ", by=alice)) == "Ada Count"
    assert bots.bot_of_key(key) == bot.user
    bots.open_bot(bob, "Rob the Robot")
    for wrong in ("Rob the R0bot", "x", "bot:1:y", "alice"):
        with pytest.raises(ValidationError):
            bots.rename(bot, wrong, by=alice)
    with pytest.raises(PermissionDenied):
        bots.rename(bot, "Mine", by=bob)
    assert shown_name(User.objects.get(pk=bot.pk)) == "Ada Count"


def test_a_new_key_ends_the_old_one_at_once(alice: User, rob: tuple[Bot, str]) -> None:
    bot, old = rob
    known = reads.bot_with_key(old)
    assert known is not None
    assert reads.is_good(known)
    new = bots.rotate(bot, by=alice)
    assert bots.bot_of_key(old) is bots.bot_of_key(md5(old)) is None
    assert bots.bot_of_key(new) == bot.user
    assert not reads.is_good(known), "a connection made with the old key goes on"


def test_a_revoked_key_is_refused(alice: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    known = reads.bot_with_key(key)
    assert known is not None
    bots.revoke(bot, by=alice)
    assert bots.bot_of_key(key) is None
    assert bots.bot_of_key("") is None
    assert not reads.is_good(known)
    bots.revoke(bot, by=alice)
    assert Bot.objects.get().key_number == 2, "nothing was revoked the second time"
    assert bots.bot_of_key(bots.rotate(bot, by=alice)) == bot.user


@pytest.mark.parametrize("end", ["rotate", "revoke", "delete", "ban", "ban_owner", "delete_owner"])
@pytest.mark.differs_on_services("messages cross a real channel layer")
def test_connections_check_their_key_when_it_or_its_account_ends(
    alice: User,
    moderator: User,
    rob: tuple[Bot, str],
    end: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    bot, key = rob
    known = reads.bot_with_key(key)
    assert known is not None
    heard: list[str] = []
    monkeypatch.setattr(topics, "_send", lambda topic, version: heard.append(topic))
    ban = {"kind": Sanction.Kind.BAN, "reason": "Cheats.", "until": None, "by": moderator}
    endings: dict[str, Callable[[], object]] = {
        "rotate": lambda: bots.rotate(bot, by=alice),
        "revoke": lambda: bots.revoke(bot, by=alice),
        "delete": lambda: bots.delete(bot, by=alice),
        "ban": lambda: sanctions.impose(bot.user, **ban),  # type: ignore[arg-type]
        "ban_owner": lambda: sanctions.impose(alice, **ban),  # type: ignore[arg-type]
        "delete_owner": lambda: deletion.delete_account(alice),
    }
    with django_capture_on_commit_callbacks(execute=True):
        endings[end]()
    assert topics.user_topic(bot.pk) in heard
    assert not reads.is_good(known)


def test_a_lifted_ban_lets_the_bot_in_again(alice: User, moderator: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    ban = sanctions.impose(alice, kind=Sanction.Kind.BAN, reason="Cheats.", until=None, by=moderator)
    assert bots.bot_of_key(key) is None
    sanctions.lift(ban, by=moderator)
    assert bots.bot_of_key(key) == bot.user


@pytest.mark.differs_on_services("a constraint of the database")
def test_an_account_has_at_most_ten_bots(alice: User, bob: User) -> None:
    made = [bots.open_bot(alice, f"Robot {number}")[0] for number in range(10)]
    with pytest.raises(ValidationError, match="Ten bots"):
        bots.open_bot(alice, "One more")
    bots.open_bot(bob, "Somebody elses")
    bots.delete(made[0], by=alice)
    bots.open_bot(alice, "One more")


@pytest.mark.parametrize("name", ["Alice", "AIice", "x", "Evenhand", "Admin", "a\u200bb", "bot:1:x", "Rob" * 10])
def test_bots_names_follow_the_rules_for_peoples_names(alice: User, name: str) -> None:
    with pytest.raises(ValidationError):
        bots.open_bot(alice, name)
    assert not Bot.objects.exists()
    assert not User.objects.filter(is_bot=True).exists()


def test_nobody_can_take_a_name_that_looks_like_a_bots(client: Client, rob: tuple[Bot, str], bob: User) -> None:
    with pytest.raises(ValidationError):
        bots.open_bot(bob, "rob the robot")


def test_a_bot_has_no_bots(rob: tuple[Bot, str]) -> None:
    with pytest.raises(PermissionDenied):
        bots.open_bot(rob[0].user, "Little Rob")


def test_only_the_owner_changes_a_bot(rob: tuple[Bot, str], bob: User, moderator: User) -> None:
    bot, key = rob
    for verb in (bots.rotate, bots.revoke, bots.delete):
        with pytest.raises(PermissionDenied):
            verb(bot, by=bob)
    for verb in (bots.rotate, bots.delete):
        with pytest.raises(PermissionDenied):
            verb(bot, by=moderator)
    assert bots.bot_of_key(key) == bot.user


def test_revoking_by_a_moderator_is_audited(rob: tuple[Bot, str], moderator: User, alice: User) -> None:
    bot, key = rob
    bots.revoke(bot, by=moderator)
    assert bots.bot_of_key(key) is None
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.verb, entry.whom, entry.words) == (moderator, "revoke_key", alice, "Rob the Robot")


def test_a_deleted_bot_leaves_a_row_without_a_name(alice: User, rob: tuple[Bot, str], bob: User) -> None:
    bot, key = rob
    bots.delete(bot, by=alice)
    gone = User.objects.get(pk=bot.user_id)
    assert (gone.display_name, gone.is_active, gone.is_bot) == ("", False, True)
    assert not Bot.objects.exists()
    assert bots.bot_of_key(key) is None
    bots.open_bot(bob, "Rob the Robot")
    with pytest.raises(PermissionDenied, match="gone"):
        bots.rotate(bot, by=alice)


def test_bots_are_deleted_with_their_owner(alice: User, rob: tuple[Bot, str]) -> None:
    bot, key = rob
    deletion.delete_account(alice)
    assert bots.bot_of_key(key) is None
    assert User.objects.get(pk=bot.user_id).deleted_at is not None
    assert not Bot.objects.exists()


@pytest.mark.differs_on_services("counted in Redis")
def test_last_seen_is_written_once_a_minute(rob: tuple[Bot, str], monkeypatch: pytest.MonkeyPatch) -> None:
    start = timezone.now()

    def seen_after(seconds: int) -> datetime | None:
        monkeypatch.setattr(timezone, "now", lambda: start + timedelta(seconds=seconds))
        bots.note_seen(rob[0].pk)
        return Bot.objects.get().seen_at

    assert seen_after(0) == seen_after(59) == start
    assert seen_after(61) == start + timedelta(seconds=61)


@pytest.mark.differs_on_services("counted in Redis")
def test_making_keys_is_limited(alice: User, rob: tuple[Bot, str]) -> None:
    for _ in range(29):
        bots.rotate(rob[0], by=alice)
    with pytest.raises(TooOften):
        bots.rotate(rob[0], by=alice)


@pytest.mark.differs_on_services("counted in Redis")
def test_a_bot_has_at_most_five_connections(rob: tuple[Bot, str]) -> None:
    bot, _ = rob
    places = [reads.ConnectionSlot.take(bot.pk) for _ in range(5)]
    with pytest.raises(TooOften, match="Wait 60 seconds"):
        reads.ConnectionSlot.take(bot.pk)
    assert reads.ConnectionSlot.take(bot.pk + 1).number == 0
    places[2].give_back()
    assert reads.ConnectionSlot.take(bot.pk) == places[2]


def test_messages_are_limited_to_a_burst_and_then_a_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr("accounts.bot_keys.time.monotonic", lambda: moment)
    reads._allowances.clear()
    for _ in range(60):
        reads.allow_message(7)
    with pytest.raises(TooOften, match="Wait 1 second"):
        reads.allow_message(7)
    reads.allow_message(8)
    moment += 0.5
    for _ in range(10):
        reads.allow_message(7)
    with pytest.raises(TooOften):
        reads.allow_message(7)
