"""The same game once more, with the same people."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts import asides
from accounts.models import User
from tables.models import Departure, Guest, Table
from tables.refusals import Refused
from tables.services import hosting, inviting
from tables.services.locking import locked


def play_again(table_id: int, by: User) -> Table:
    """From a closed table, for whoever was there; everybody else who sat there gets an invitation."""
    old = Table.objects.get(pk=table_id)
    people = {old.owner_id, *Departure.objects.filter(table=old).values_list("user_id", flat=True)}
    if by.pk not in people:
        raise PermissionDenied(_("Only who was at this table can do this."))
    if not old.is_closed:
        raise Refused(_("This table is still open."))
    table = hosting.open_like(old, by)
    with locked(table.pk) as fresh:
        banned = old.bans.values("user")
        for user in User.objects.filter(pk__in=people - {by.pk}, is_active=True).exclude(pk__in=banned).order_by("pk"):
            if not asides.blocks_between(by, user):
                inviting.write(fresh, by, user)
                Guest.objects.create(table=fresh, user=user, knows_password=True)
    return table
