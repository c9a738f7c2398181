"""Manage bots of players: each has an account of its own, and a key that it shows instead of logging in."""

from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.bot_keys import bot_of_key, digest, md5_of
from accounts.models import Bot, User
from accounts.services.audit import record
from accounts.services.deletion import delete_account
from accounts.services.names import claim_names, refuse_taken
from accounts.services.rights import lock, lock_open, refuse_unless_may
from accounts.services.sessions import note_change
from accounts.services.signup import open_account
from poker_site.web import limits, typed_codes
from poker_site.web.idempotency import REPEAT_WINDOW

__all__ = ["bot_of_key", "delete", "note_seen", "open_bot", "rename", "retire_md5", "revoke", "rotate"]

MOST_BOTS = 10
RIGHT = "accounts.add_sanction"
SEEN_EVERY = timedelta(minutes=1)


@transaction.atomic
def open_bot(owner: User, name: str) -> tuple[Bot, str]:
    """Open a bot and return it with its key, which nobody can look up later."""
    owner = lock_open(owner)
    if owner.is_bot:
        raise PermissionDenied(_("A bot has no bots."))
    if Bot.objects.filter(owner=owner).count() >= MOST_BOTS:
        raise ValidationError(_("Ten bots are the most one account can have."), code="most_bots")
    name = names.tidy(name)
    names.check(name)
    limits.allow("bot_key", owner.pk)
    if again := _just_made(owner, name):
        return again, _give_key(again)
    refuse_taken(name)
    user = User(is_bot=True)
    user.set_unusable_password()
    open_account(user, name=name)
    user.username = _login_name(user)
    user.save(update_fields=["username"])
    bot = Bot.objects.create(user=user, owner=owner)
    return bot, _give_key(bot)


@transaction.atomic
def rename(bot: Bot, name: str, *, by: User) -> User:
    """Give the bot another name under the rules for people; its key stays valid."""
    user = _own(bot, by).user
    name = names.tidy(name)
    names.check(name)
    user.display_name = name
    user.username = _login_name(user)
    user.save(update_fields=["display_name", "username"])
    claim_names(user)
    note_change(user.pk)
    return user


def _login_name(user: User) -> str:
    """Return a login name with a colon, which no person's has."""
    return f"bot:{user.pk}:{user.display_name.lower()}"


def _just_made(owner: User, name: str) -> Bot | None:
    """Return a bot of this name made just now and never connected: a second click, or an answer lost with its key."""
    mine = Bot.objects.select_related("user").filter(owner=owner, user__display_name=name).first()
    if mine and not (mine.seen_at is None and mine.user.joined_at > timezone.now() - REPEAT_WINDOW):
        raise ValidationError(_("You have a bot with this name. It needs no second one: make a new key for it."))
    return mine


@transaction.atomic
def rotate(bot: Bot, *, by: User, number: int | None = None) -> str:
    """Give the bot a new key; connections made with the old one end.

    `number` is the key meant to be replaced: a later one that is in use stays.
    """
    bot = _own(bot, by)
    is_later = number is not None and number != bot.key_number
    if is_later and bot.seen_at and bot.key_made_at and bot.seen_at >= bot.key_made_at:
        raise ValidationError(_("Its key was changed since, and is in use. If you do not have it, make a new one now."))
    limits.allow("bot_key", by.pk)
    return _give_key(bot)


@transaction.atomic
def revoke(bot: Bot, *, by: User) -> None:
    """Revoke the key, as its owner or as a moderator; doing it twice is harmless."""
    bot = _locked(bot, by)
    if by.pk != bot.owner_id:
        refuse_unless_may(by, RIGHT, bot.owner)
        record(by, "revoke_key", bot.owner, f"bot {bot.pk}", bot.user.display_name)
    if bot.key_hash:
        _set_hashes(bot, "", "")


def delete(bot: Bot, *, by: User) -> None:
    """Delete the bot for good, as any account: the games it played stay whole, its name is free again."""
    with transaction.atomic():
        user = _own(bot, by).user
    delete_account(user)


def retire_md5(bot_id: int) -> None:
    """Forget the MD5 of the bot's key until there is another key: everybody is about to see it as a name."""
    Bot.objects.filter(pk=bot_id).exclude(md5_hash="").update(md5_hash="")


def note_seen(bot_id: int) -> None:
    """Note that the bot was here; it is written once a minute, however often it is called."""
    at = timezone.now()
    Bot.objects.filter(Q(seen_at=None) | Q(seen_at__lt=at - SEEN_EVERY), pk=bot_id).update(seen_at=at)


def _give_key(bot: Bot) -> str:
    key = f"eh-{typed_codes.draw(26)}"
    _set_hashes(bot, digest(key), digest(md5_of(key)))
    return key


def _set_hashes(bot: Bot, key_hash: str, md5_hash: str) -> None:
    """Store the hashes and raise the key's number, which ends connections; the account's topic makes them look."""
    bot.key_hash, bot.md5_hash = key_hash, md5_hash
    bot.key_made_at = timezone.now() if key_hash else None
    bot.key_number += 1
    bot.save(update_fields=["key_hash", "md5_hash", "key_made_at", "key_number"])
    note_change(bot.pk)


def _own(bot: Bot, by: User) -> Bot:
    bot = _locked(bot, by)
    if by.pk != bot.owner_id:
        raise PermissionDenied(_("This bot is not yours."))
    return bot


def _locked(bot: Bot, by: User) -> Bot:
    """Lock the bot, its owner and `by`, and return the bot as it is now."""
    _user, _owner, by = lock(bot.user, bot.owner, by)
    found = Bot.objects.select_related("user", "owner").filter(pk=bot.pk, user__is_active=True).first()
    if found is None or not by.is_active:
        raise PermissionDenied(_("This bot is gone."))
    return found
