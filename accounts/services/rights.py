from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User


def refuse_unless_may(by: User, right: str, user: User) -> None:
    """Whoever moderates needs the right, answers to superusers, and does not judge himself."""
    if not by.has_perm(right):
        raise PermissionDenied(_("You don't have permission to do this."))
    if by.pk == user.pk:
        raise PermissionDenied(_("You cannot do this to your own account."))
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this to a moderator."))


def lock(user: User) -> User:
    """The account as it is now, and for as long as the transaction lasts."""
    return User.objects.select_for_update().get(pk=user.pk)


def lock_open(user: User) -> User:
    """The same, unless the account was closed in the meantime."""
    current = lock(user)
    if not current.is_active:
        raise PermissionDenied(_("This account is closed"))
    return current
