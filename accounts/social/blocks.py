"""Read who has blocked whom. Who reads whose messages is decided in the chat."""

from accounts.models import Aside, User


def has_blocked(by: User, whom: User) -> bool:
    return Aside.objects.filter(by=by, whom=whom, kind=Aside.Kind.BLOCK).exists()
