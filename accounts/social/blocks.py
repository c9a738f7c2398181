"""Reads: who has nothing to do with whom (block). Who reads whose words is the chat's affair."""

from accounts.models import Aside, User


def has_blocked(by: User, whom: User) -> bool:
    return Aside.objects.filter(by=by, whom=whom, kind=Aside.Kind.BLOCK).exists()
