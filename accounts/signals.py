"""Whatever ends a session lets the sockets that came with it know."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.services.sessions import note_change


@receiver(post_delete, sender=UserSession)
def session_ended(instance: UserSession, **_: Any) -> None:
    if User.objects.filter(pk=instance.user_id).exists():
        note_change(instance.user_id)


@receiver(user_logged_out)
@transaction.atomic
def logged_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    """The signal comes before Django forgets the session; the sockets must hear of it after."""
    if user is not None and request.session.session_key:
        request.session.delete()
        UserSession.objects.filter(session_key=request.session.session_key).delete()


@receiver([password_changed, password_reset, password_set])
def other_sessions_ended(user: User, **_: Any) -> None:
    note_change(user.pk)
