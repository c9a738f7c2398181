"""Write and remove chat messages at a table."""

from typing import Final

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import audit
from poker_site.runtime import topics
from poker_site.web.limits import allow
from tables.access.permissions import is_moderator, may_host
from tables.chat import rules
from tables.chat.tidying import tidied
from tables.core.deadlines import now
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.models import ChatMessage, Table

REACTIONS: Final = {
    "👍": _("thumbs up"),
    "👏": _("applause"),
    "😂": _("laughter"),
    "😮": _("surprise"),
    "😢": _("tears"),
    "🔥": _("on fire"),
    "GG": _("good game"),
    "NH": _("nice hand"),
}


def chat_topic(table_id: int) -> str:
    return f"chat.{table_id}"


def say(table_id: int, user: User, text: str, *, reaction: bool = False) -> None:
    """Send a message to the players or to the watchers, whichever the user belongs to."""
    said = tidied(text)
    if not said:
        raise Refused(_("Write something first."))
    if reaction and said not in REACTIONS:
        raise Refused(_("There is no such reaction."))
    with locked(table_id) as table:
        at = now()
        rules.refuse_who_cannot_see(table, user)
        rules.refuse_silenced(user)
        rules.refuse_during_all_in(table)
        rules.refuse_too_soon(table, user, at)
        room = rules.room_of(table, user)
        allow("reaction" if reaction else "chat", user.pk)
        ChatMessage.objects.create(
            table=table, user=user, room=room, text=said, is_reaction=reaction, hand_id=table.hand_id, at=at
        )
        _tell(table)


def remove(table_id: int, by: User, message_id: int, *, words: str = "") -> None:
    """Hide a message from everybody but moderators, who may have to judge it; audit what a moderator removes."""
    with locked(table_id, even_closed=True) as table:
        if not may_host(table, by) and not is_moderator(by):
            raise PermissionDenied(_("Only the host of this table can do this."))
        message = message_of(table, message_id)
        if message.removed_at is None:
            message.removed_at, message.removed_by = now(), by
            message.save(update_fields=["removed_at", "removed_by"])
            if is_moderator(by):
                audit.record(by, "remove_message", message.user, f"message {message.pk}", words)
            _tell(table)


def message_of(table: Table, message_id: int) -> ChatMessage:
    message = ChatMessage.objects.filter(table=table, pk=message_id).select_related("user").first()
    if message is None:
        raise Refused(_("There is no such message."))
    return message


def _tell(table: Table) -> None:
    """Publish a new version on the chat's own topic, so that a message does not redraw the game."""
    table.chat_version += 1
    table.save(update_fields=["chat_version"])
    topics.publish(chat_topic(table.pk), table.chat_version)
