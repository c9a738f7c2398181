"""Check who may do something to whom, on the accounts as they are now.

Locks are taken in the order of the ids. They let others still refer to the rows: a foreign key to a locked account need
not wait.
"""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Bot, User
from accounts.selectors import ban_in_force
from accounts.services.audit import record
from accounts.services.sessions import note_change


def lock(*users: User) -> list[User]:
    """Lock these accounts until the transaction ends, and return them as they are now."""
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk for user in users]).order_by("pk")
    current = {user.pk: user for user in locked}
    return [current[user.pk] for user in users]


def lock_open(user: User) -> User:
    """Lock one account and return it, unless it was closed in the meantime."""
    [current] = lock(user)
    if not current.is_active:
        raise PermissionDenied(_("This account is closed"))
    return current


def refuse_unless_has(by: User, right: str) -> None:
    if not by.has_perm(right) or ban_in_force(by.pk):
        raise PermissionDenied(_("You don't have permission to do this."))


def refuse_unless_may(by: User, right: str, user: User) -> None:
    """Refuse unless `by` has the right; nobody judges themselves or their bots, only superusers judge moderators."""
    refuse_unless_has(by, right)
    if by.pk == user.pk or (user.is_bot and Bot.objects.filter(user=user, owner=by).exists()):
        raise PermissionDenied(_("You cannot do this to your own account."))
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only a superuser can do this to a moderator."))


@transaction.atomic
def give(user: User, groups: Iterable[Group], *, by: User, changed: Sequence[str]) -> None:
    """Set the rights in a superuser's form, which has checked that an administrator remains."""
    _refuse_unless_superuser(by)
    user.save(update_fields=["is_active", "is_staff", "is_superuser"])
    user.groups.set(groups)
    held = [name for name in ("is_active", "is_staff", "is_superuser") if getattr(user, name)]
    held += [group.name for group in user.groups.order_by("name")]
    record(by, "rights", user, words=f"{', '.join(changed)} -> {', '.join(held)}")
    note_change(user.pk)


@transaction.atomic
def note_group(group: Group, *, by: User, words: str = "") -> None:
    """Record that a superuser has made, changed or is about to delete a group, and make its members' sockets look."""
    _refuse_unless_superuser(by)
    may = group.permissions.order_by("codename").values_list("codename", flat=True)
    record(by, "group", about=f"group {group.pk}", words=words or f"{group.name}: {', '.join(may)}")
    for user in User.objects.filter(groups=group).order_by("pk"):
        note_change(user.pk)


def _refuse_unless_superuser(by: User) -> None:
    if not by.is_superuser or ban_in_force(by.pk):
        raise PermissionDenied(_("You don't have permission to do this."))
