from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import F

from accounts.models import User
from poker_site.topics import publish, user_topic


@transaction.atomic
def note_change(user_id: int) -> None:
    """Something about this account changed that its open sockets must look at."""
    User.objects.filter(pk=user_id).update(version=F("version") + 1)
    publish(user_topic(user_id), User.objects.values_list("version", flat=True).get(pk=user_id))


@transaction.atomic
def end_all_sessions(user: User) -> None:
    """Log `user` out everywhere: raise the epoch for every session, then clear away those we know."""
    User.objects.filter(pk=user.pk).update(session_epoch=F("session_epoch") + 1)
    user.refresh_from_db(fields=["session_epoch"])
    for session in UserSession.objects.filter(user=user):
        session.end()
    note_change(user.pk)
