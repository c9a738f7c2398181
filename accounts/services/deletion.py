from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import NameClaim, Preferences, RecoveryCode, SeenAddress, User
from accounts.services.sessions import end_all_sessions


def refuse_last_administrator(user: User) -> None:
    others = User.objects.filter(is_active=True, is_bot=False).exclude(pk=user.pk)
    if user.is_superuser and others.exists() and not others.filter(is_superuser=True).exists():
        raise ValidationError(_("You are the only administrator: make somebody else one first."), code="last")


@transaction.atomic
def delete_account(user: User) -> None:
    """Take everything personal off the account. The row stays, so that games others played stay whole."""
    User.objects.select_for_update().get(pk=user.pk)
    refuse_last_administrator(user)
    end_all_sessions(user)
    for model in (EmailAddress, NameClaim, Preferences, RecoveryCode, SeenAddress):
        model._default_manager.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"deleted#{user.pk}"  # no name can have a #
    user.display_name = ""
    user.email = ""
    user.last_login = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()
