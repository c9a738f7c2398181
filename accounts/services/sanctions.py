from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from accounts.services.audit import record
from accounts.services.rights import lock, refuse_unless_may
from accounts.services.sessions import end_all_sessions, note_change
from poker_site.web.idempotency import REPEAT_WINDOW

RIGHT = "accounts.add_sanction"
LONGEST = timedelta(days=3653)


def refuse_wrong_end(until: datetime | None) -> None:
    if until and until <= timezone.now():
        raise ValidationError(_("The end must be in the future."))
    if until and until > timezone.now() + LONGEST:
        raise ValidationError(_("That is more than ten years away: leave it empty for a permanent sanction."))


@transaction.atomic
def impose(user: User, *, kind: Sanction.Kind, reason: str, until: datetime | None, by: User) -> Sanction:
    user, by, *bots = lock(user, by, *User.objects.filter(bot__owner=user))
    refuse_unless_may(by, RIGHT, user)
    refuse_wrong_end(until)
    if again := _just_imposed(user, kind, reason, until, by):
        return again
    sanction = Sanction.objects.create(user=user, kind=kind, reason=reason, until=until, imposed_by=by)
    record(by, sanction.kind, user, f"sanction {sanction.pk}", reason)
    if sanction.kind == Sanction.Kind.BAN:
        end_all_sessions(user)
        for bot in bots:
            note_change(bot.pk)  # the bot may not come in either, and must leave
    else:
        note_change(user.pk)
    return sanction


def _just_imposed(user: User, kind: Sanction.Kind, reason: str, until: datetime | None, by: User) -> Sanction | None:
    """Return the same sanction imposed a moment ago, by the first of two clicks."""
    since = timezone.now() - REPEAT_WINDOW
    own = Sanction.objects.filter(user=user, imposed_by=by, imposed_at__gte=since, lifted_at=None)
    same = own.filter(kind=kind, reason=reason)
    return (same.filter(until__range=(until - REPEAT_WINDOW, until)) if until else same.filter(until=None)).first()


@transaction.atomic
def lift(sanction: Sanction, *, by: User) -> None:
    user, by = lock(sanction.user, by)
    refuse_unless_may(by, RIGHT, user)
    changed = Sanction.objects.filter(pk=sanction.pk, lifted_at=None).update(lifted_at=timezone.now(), lifted_by=by)
    if changed:
        record(by, "lift", user, f"sanction {sanction.pk}", sanction.reason)
        note_change(sanction.user_id)
