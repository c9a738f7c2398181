"""Who may do something to whom, asked of the accounts as they are now.

Locks are taken in the order of the ids, and are such that others may still refer to the rows: a foreign key to a
locked account is no reason to wait.
"""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import ban_in_force
from accounts.services.audit import record
from accounts.services.sessions import note_change


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


def refuse_unless_has(by: User, right: str) -> None:
    if not by.has_perm(right) or ban_in_force(by.pk):
        raise PermissionDenied(_("You don't have permission to do this."))


def refuse_unless_may(by: User, right: str, user: User) -> None:
    """Whoever moderates needs the right, answers to superusers, and does not judge himself."""
    refuse_unless_has(by, right)
    if by.pk == user.pk:
        raise PermissionDenied(_("You cannot do this to your own account."))
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this to a moderator."))


@transaction.atomic
def give(user: User, *, by: User, changed: Sequence[str]) -> None:
    """Rights as they stand in a superuser's form, which has looked that an administrator remains."""
    if not by.is_superuser or ban_in_force(by.pk):
        raise PermissionDenied(_("You don't have permission to do this."))
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])
    held = [name for name in ("is_active", "is_staff", "is_superuser") if getattr(user, name)]
    record(by, "rights", user, words=f"{', '.join(changed)} -> {', '.join(held)}")
    note_change(user.pk)
