from collections.abc import Collection

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F

from accounts.models import User
from poker_site.runtime.topics import publish, user_topic


@transaction.atomic
def note_change(user_id: int) -> None:
    """Raise the account's version and publish it, so that its open sockets look again."""
    User.objects.filter(pk=user_id).update(version=F("version") + 1)
    publish(user_topic(user_id), User.objects.values_list("version", flat=True).get(pk=user_id))


@transaction.atomic
def end_sessions(user: User, keys: Collection[str]) -> None:
    Session.objects.filter(session_key__in=keys).delete()
    UserSession.objects.filter(user=user, session_key__in=keys).delete()
    note_change(user.pk)


@transaction.atomic
def end_all_sessions(user: User) -> None:
    """Log `user` out everywhere: raise the epoch for every session, and delete those we know."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    user.refresh_from_db(fields=["session_epoch"])
    end_sessions(user, list(UserSession.objects.filter(user=user).values_list("session_key", flat=True)))
