"""Make sockets look again when their session ends by any of allauth's or Django's ways."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.services.sessions import end_sessions, note_change


@receiver(user_logged_out)
def logged_out(request: HttpRequest, user: User | None, **_: Any) -> None:
    """End the session: the signal comes before Django forgets it, and sockets must look after that."""
    if user is not None and request.session.session_key:
        end_sessions(user, [request.session.session_key])


@receiver([password_changed, password_reset, password_set])
def other_sessions_ended(user: User, **_: Any) -> None:
    note_change(user.pk)
