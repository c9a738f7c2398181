"""Who may do something to whom, asked of the accounts as they are now.

Locks are taken in the order of the ids, and are such that others may still refer to the rows: a foreign key to a
locked account is no reason to wait.
"""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import ban_in_force


def lock(*users: User) -> list[User]:
    """The accounts as they are now, and for as long as the transaction lasts."""
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk for user in users]).order_by("pk")
    current = {user.pk: user for user in locked}
    return [current[user.pk] for user in users]


def lock_open(user: User) -> User:
    """One account, unless it was closed in the meantime."""
    [current] = lock(user)
    if not current.is_active:
        raise PermissionDenied(_("This account is closed"))
    return current


def refuse_unless_may(by: User, right: str, user: User) -> None:
    """Whoever moderates needs the right, answers to superusers, and does not judge himself."""
    if not by.has_perm(right) or ban_in_force(by.pk):
        raise PermissionDenied(_("You don't have permission to do this."))
    if by.pk == user.pk:
        raise PermissionDenied(_("You cannot do this to your own account."))
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this to a moderator."))
