"""Mute players: only the reader who mutes is affected, at every table."""

from accounts.models import Aside, User
from accounts.services import blocks
from tables.chat.messages import message_of
from tables.chat.rules import refuse_who_cannot_see
from tables.models import Table


def mute(table_id: int, by: User, message_id: int) -> None:
    """Mute the author of this message."""
    table = Table.objects.get(pk=table_id)
    refuse_who_cannot_see(table, by)
    blocks.mute(by, message_of(table, message_id).user)


def unmute(by: User, whom_id: int) -> None:
    """Unmute a user; do nothing if there is no user with this number."""
    if whom := User.objects.filter(pk=whom_id).first():
        blocks.take_back(by, whom, Aside.Kind.MUTE)
