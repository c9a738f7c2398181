"""Read who a user is, whether they may come in, and all that is kept about them."""

from importlib import import_module
from typing import Any, Final, NamedTuple, cast

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import F, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.hooks import data_wanted
from accounts.models import Aside, Bot, Friendship, PlayerNote, Sanction, SeenAddress, User
from poker_site.runtime import epoch
from poker_site.web.idempotency import REPEAT_WINDOW


def shown_name(user: User) -> str:
    """Return the name that others see; a deleted account has none left."""
    return user.display_name or _("Deleted player")


def marked_name(user: User) -> str:
    """Return the name with the word "bot" if it is one, for places that mark bots in no other way."""
    name = shown_name(user)
    return _("%(name)s (bot)") % {"name": name} if user.is_bot else name


def just_opened(name: str, password: str) -> User | None:
    """Return the account opened a moment ago under this name, if the password is right."""
    since = timezone.now() - REPEAT_WINDOW
    user = User.objects.filter(username=names.tidy(name).lower(), is_bot=False, joined_at__gte=since).first()
    return user if user is not None and user.check_password(password) else None


def ban_in_force(user_id: int) -> Sanction | None:
    """Return the ban that lasts longest, if any."""
    return (
        Sanction.objects.in_force().bans().filter(user_id=user_id).order_by(F("until").desc(nulls_first=True)).first()
    )


def user_of_session(session_key: str) -> User | None:
    """Return the session's user, or None if the session ended, its password changed or the user is banned."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) else None


class SessionFingerprint(NamedTuple):
    """Changes whenever the session must be checked again: while it is equal, a session found valid still is."""

    session: str
    version: int
    password: str
    session_epoch: int
    is_active: bool
    epoch: int


def session_fingerprint(session_key: str, user_id: int) -> SessionFingerprint | None:
    """Read the fingerprint in hand-written SQL, because it is asked with every message of a table's socket."""
    with connection.cursor() as cursor:
        cursor.execute(_PASS, [session_key, user_id, connection.ops.adapt_datetimefield_value(timezone.now())])
        row = cursor.fetchone()
    return SessionFingerprint(*row) if row else None


_PASS: Final = f"""
    SELECT s.session_data, u.version, u.password, u.session_epoch, u.is_active, {epoch.CURRENT}
    FROM {Session._meta.db_table} s, {User._meta.db_table} u
    WHERE s.session_key = %s AND u.id = %s AND s.expire_date > %s
"""  # noqa: S608  names of our own


def data_of(user: User) -> dict[str, Any]:
    """Collect everything kept about a user, as plain values for them to download."""
    data: dict[str, Any] = {
        "account": User.objects.values("username", "display_name", "email", "joined_at", "last_login").get(pk=user.pk),
        "preferences": _preferences(user),
        "email_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "addresses": list(SeenAddress.objects.filter(user=user).values("address", "first_seen", "last_seen")),
        "sanctions": list(
            Sanction.objects.filter(user=user).values("kind", "reason", "until", "imposed_at", "lifted_at")
        ),
    }
    data |= _people(user) | _elsewhere(user)
    data["bots"] = [
        {"name": bot.user.display_name, "made_at": bot.made_at, "key_made_at": bot.key_made_at, "seen_at": bot.seen_at}
        | _elsewhere(bot.user)
        for bot in Bot.objects.filter(owner=user).select_related("user").order_by("pk")
    ]
    return data


def _elsewhere(user: User) -> dict[str, Any]:
    """Collect what other apps keep about a user."""
    data: dict[str, Any] = {}
    for _app, more in data_wanted.send(sender=User, user=user):
        data |= cast(dict[str, Any], more)
    return data


def _people(user: User) -> dict[str, Any]:
    """Collect friendships, blocks, mutes and notes of the user, but not who has blocked or muted them."""
    either = Friendship.objects.filter(Q(by=user) | Q(to=user)).select_related("by", "to").order_by("pk")
    seen = either.exclude(by__in=Aside.objects.filter(by=user, kind=Aside.Kind.BLOCK).values("whom"))
    asides = Aside.objects.filter(by=user).select_related("whom").order_by("pk")
    notes = PlayerNote.objects.filter(author=user).select_related("about").order_by("pk")
    return {
        "friendships": [
            {
                "with": shown_name(friendship.to if friendship.by_id == user.pk else friendship.by),
                "asked_by": "me" if friendship.by_id == user.pk else "them",
                "asked_at": friendship.asked_at,
                "agreed_at": friendship.agreed_at,
            }
            for friendship in seen
        ],
        "asides": [{"whom": shown_name(aside.whom), "kind": aside.kind, "at": aside.at} for aside in asides],
        "player_notes": [{"about": shown_name(note.about), "text": note.text, "at": note.at} for note in notes],
    }


def _preferences(user: User) -> dict[str, Any]:
    fields = [field.name for field in user.preferences._meta.fields if field.name != "user"]
    return {name: getattr(user.preferences, name) for name in fields}
