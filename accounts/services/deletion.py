from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.hooks import account_deleted
from accounts.models import (
    Aside,
    Bot,
    Friendship,
    NameClaim,
    PlayerNote,
    Preferences,
    RecoveryCode,
    Sanction,
    SeenAddress,
    User,
)
from accounts.selectors import ban_in_force
from accounts.services.rights import lock
from accounts.services.sessions import end_all_sessions

FIELDS = ["username", "display_name", "email", "last_login", "is_active", "is_staff", "is_superuser", "deleted_at"]


@transaction.atomic
def is_last_administrator(user: User) -> bool:
    """Tell whether another user would have to become an administrator before this one goes."""
    try:
        refuse_without_administrator(user)
    except ValidationError:
        return True
    return False


def refuse_without_administrator(user: User) -> None:
    """Refuse if no other administrator remained, unless no other people remain at all.

    Locks all administrators, so that two who leave at once cannot each count on the other, and the user's bots, which
    go along.
    """
    people = User.objects.filter(is_active=True, is_bot=False, deleted_at=None)
    lock(user, *people.filter(is_superuser=True, is_staff=True), *User.objects.filter(bot__owner=user))
    others = people.exclude(pk=user.pk)
    able = [other for other in others.filter(is_superuser=True, is_staff=True) if ban_in_force(other.pk) is None]
    if user.is_superuser and not able and others.exists():
        raise ValidationError(_("You are the only administrator: make somebody else one first."), code="last")


def delete_account(user: User) -> None:
    """Delete the account and its bots for good, then let other apps end what each account still does there."""
    with transaction.atomic():
        refuse_without_administrator(user)
        _forget(user)
        bots = [bot.user for bot in Bot.objects.filter(owner=user).select_related("user").order_by("pk")]
        for bot in bots:
            _forget(bot)
    for gone in (user, *bots):
        account_deleted.send_robust(sender=User, user=gone)


def _forget(user: User) -> None:
    """Take everything personal off the account. The row stays, so that games others played stay whole."""
    [user] = lock(user)
    end_all_sessions(user)
    for model in (EmailAddress, NameClaim, Preferences, RecoveryCode, SeenAddress):
        model._default_manager.filter(user=user).delete()
    Bot.objects.filter(user=user).delete()
    Friendship.objects.filter(Q(by=user) | Q(to=user)).delete()
    Aside.objects.filter(Q(by=user) | Q(whom=user)).delete()
    PlayerNote.objects.filter(Q(author=user) | Q(about=user)).delete()
    _forget_name_in_log(user)
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"deleted#{user.pk}"  # no name can contain a #
    user.display_name = ""
    user.email = ""
    user.last_login = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save(update_fields=[*FIELDS, "password"])


def _forget_name_in_log(user: User) -> None:
    """Replace the name in the administration's log, which keeps what was done to which number."""
    about = {User: [user.pk], Sanction: list(Sanction.objects.filter(user=user).values_list("pk", flat=True))}
    for model, keys in about.items():
        entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_id__in=keys)
        entries.update(object_repr=f"#{user.pk}")
