from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Sanction, User
from accounts.services.sessions import end_all_sessions, note_change


def refuse_unless_above(by: User, user: User) -> None:
    """Moderators answer to superusers, and nobody judges himself."""
    if by.pk == user.pk:
        raise PermissionDenied(_("You cannot do this to your own account."))
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this to a moderator."))


@transaction.atomic
def impose(user: User, *, kind: str, reason: str, until: datetime | None, by: User) -> Sanction:
    refuse_unless_above(by, user)
    User.objects.select_for_update().get(pk=user.pk)
    sanction = Sanction.objects.create(user=user, kind=kind, reason=reason, until=until, imposed_by=by)
    if sanction.kind == Sanction.Kind.BAN:
        end_all_sessions(user)
    else:
        note_change(user.pk)
    return sanction


@transaction.atomic
def lift(sanction: Sanction, *, by: User) -> None:
    refuse_unless_above(by, sanction.user)
    changed = Sanction.objects.filter(pk=sanction.pk, lifted_at=None).update(lifted_at=timezone.now(), lifted_by=by)
    if changed:
        note_change(sanction.user_id)
