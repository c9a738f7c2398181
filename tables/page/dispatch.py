"""Run what a browser asks of a table, whether it comes over the socket or as a posted form."""

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.ops.disk import DiskFull, is_lack_of_room
from tables.core.refusals import Refused
from tables.page.verbs import VERBS
from tables.page.verbs.parse import Values


def do(table_id: int, user: User, values: Values) -> None:
    """Call the service of the verb, or raise `Refused` with the reason and change nothing."""
    verb = values.get("verb")
    service = VERBS.get(verb) if isinstance(verb, str) else None
    if service is None:
        raise Refused(_("There is no such action."))
    try:
        service(table_id, user, values)
    except PermissionDenied as denied:
        raise Refused(str(denied)) from None
    except DatabaseError as error:
        if is_lack_of_room(error):
            raise DiskFull from error
        raise
