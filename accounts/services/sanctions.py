from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.services.rights import lock, refuse_unless_may
from accounts.services.sessions import end_all_sessions, note_change

RIGHT = "accounts.add_sanction"


@transaction.atomic
def impose(user: User, *, kind: Sanction.Kind, reason: str, until: datetime | None, by: User) -> Sanction:
    user = lock(user)
    refuse_unless_may(by, RIGHT, user)
    sanction = Sanction.objects.create(user=user, kind=kind, reason=reason, until=until, imposed_by=by)
    if sanction.kind == Sanction.Kind.BAN:
        end_all_sessions(user)
    else:
        note_change(user.pk)
    return sanction


@transaction.atomic
def lift(sanction: Sanction, *, by: User) -> None:
    refuse_unless_may(by, RIGHT, lock(sanction.user))
    changed = Sanction.objects.filter(pk=sanction.pk, lifted_at=None).update(lifted_at=timezone.now(), lifted_by=by)
    if changed:
        note_change(sanction.user_id)
