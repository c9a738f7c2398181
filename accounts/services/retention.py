from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import SeenAddress, User

KEPT = timedelta(days=90)


def note_address(user: User, address: str) -> None:
    SeenAddress.objects.update_or_create(user=user, address=address, defaults={"last_seen": timezone.now()})


def forget_addresses() -> int:
    limit = timezone.now() - KEPT
    seen: int
    sessions: int
    seen, _per_model = SeenAddress.objects.filter(last_seen__lt=limit).delete()
    sessions, _per_model = UserSession.objects.filter(last_seen_at__lt=limit).delete()
    return seen + sessions


def forget_sessions() -> int:
    """Delete sessions that have expired, and allauth's rows of sessions that are gone."""
    expired: int
    expired, _per_model = Session.objects.filter(expire_date__lt=Now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return expired
