"""Mute and block: muting concerns the one who does it alone, blocking ends what connects the two."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.hooks import user_blocked
from accounts.models import Aside, Friendship, User
from accounts.services.rights import lock
from accounts.services.sessions import note_change


def block(by: User, whom: User) -> None:
    """Block a user, end the friendship and let other apps end what they keep between the two."""
    with transaction.atomic():
        _set_aside(by, whom, Aside.Kind.BLOCK)
        Friendship.objects.filter(Q(by=by, to=whom) | Q(by=whom, to=by)).delete()
        note_change(whom.pk)
    user_blocked.send_robust(sender=User, by=by, whom=whom)


def mute(by: User, whom: User) -> None:
    with transaction.atomic():
        _set_aside(by, whom, Aside.Kind.MUTE)


def take_back(by: User, whom: User, kind: Aside.Kind) -> None:
    """Take back a mute or block; doing it twice is harmless."""
    with transaction.atomic():
        lock(by, whom)
        Aside.objects.filter(by=by, whom=whom, kind=kind).delete()
        note_change(by.pk)
        if kind == Aside.Kind.BLOCK:
            note_change(whom.pk)  # the other reads this user's chat again


def _set_aside(by: User, whom: User, kind: Aside.Kind) -> None:
    if by.pk == whom.pk:
        raise PermissionDenied(_("You cannot do this to your own account."))
    lock(by, whom)
    Aside.objects.get_or_create(by=by, whom=whom, kind=kind)
    note_change(by.pk)
