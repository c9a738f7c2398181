"""Ask a moderator to look at a chat message."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.sessions import note_change
from poker_site.web.limits import allow
from tables.chat.messages import message_of
from tables.chat.rules import refuse_who_cannot_see
from tables.chat.tidying import tidied
from tables.core.deadlines import now
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.models import Report


def report(table_id: int, by: User, message_id: int, words: str = "") -> None:
    """Report a message, once for each reader, with the table and hand that a moderator needs to judge it."""
    found = tidied(words)
    with locked(table_id, even_closed=True) as table:
        refuse_who_cannot_see(table, by)
        message = message_of(table, message_id)
        if message.user_id == by.pk:
            raise Refused(_("You cannot do this to your own account."))
        if Report.objects.filter(by=by, message=message).exists():
            raise Refused(_("You have reported this message already."))
        allow("report", by.pk)
        Report.objects.create(
            by=by, whom=message.user, table=table, message=message, hand_id=message.hand_id, words=found, at=now()
        )
        note_change(by.pk)
