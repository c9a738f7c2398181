"""Decide who may write at a table at this moment. Every rule refuses with its reason."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Sanction, User
from poker_site.web.limits import TooOften
from tables.access.permissions import may_see
from tables.core import hand_cache
from tables.core.refusals import Refused
from tables.engine.hand import HandState
from tables.models import ChatMessage, Hand, Seat, Table

Room = ChatMessage.Room


class Silenced(Refused):
    """Refuses a user whom a moderator has muted, with the reason and until when."""

    def __init__(self, sanction: Sanction) -> None:
        super().__init__("")
        self.sanction = sanction

    def __str__(self) -> str:
        if self.sanction.until is None:
            return _("You may not chat. The reason given: %(reason)s") % {"reason": self.sanction.reason}
        until = date_format(localtime(self.sanction.until), "DATETIME_FORMAT")
        sentence = _("You may not chat until %(until)s. The reason given: %(reason)s")
        return sentence % {"until": until, "reason": self.sanction.reason}


class TooSoon(TooOften):
    """Refuses a message that comes too soon where the host has slowed the chat down."""

    def __init__(self, seconds: float, *, every: int) -> None:
        super().__init__(seconds)
        self.every = every

    def __str__(self) -> str:
        rule = ngettext(
            "The host allows one message every %(number)d second.",
            "The host allows one message every %(number)d seconds.",
            self.every,
        )
        return f"{rule % {'number': self.every}} {super().__str__()}"


def refuse_who_cannot_see(table: Table, user: User) -> None:
    if not may_see(table, user):
        raise PermissionDenied(gettext_lazy("You may not see this table."))


def refuse_silenced(user: User) -> None:
    """Refuse a muted user, with the mute that lasts longest."""
    mutes = Sanction.objects.in_force().filter(user=user, kind=Sanction.Kind.MUTE)
    if mute := mutes.order_by(F("until").desc(nulls_first=True)).first():
        raise Silenced(mute)


def refuse_during_all_in(table: Table) -> None:
    if table.quiet_all_in and all_in_is_shown(table):
        raise Refused(gettext_lazy("Nobody chats while an all-in is shown down. Wait for the next hand."))


def refuse_too_soon(table: Table, user: User, at: datetime) -> None:
    last = ChatMessage.objects.filter(table=table, user=user).order_by("-pk").first() if table.says_slowly else None
    left = table.says_slowly - (at - last.at).total_seconds() if last else 0
    if left > 0:
        raise TooSoon(left, every=table.says_slowly)


def room_of(table: Table, user: User) -> Room:
    """Return the room in which the user writes: players have a seat, in or out of a hand, that is not just held."""
    seated = Seat.objects.filter(table=table, user=user).exclude(state=Seat.State.HELD).exists()
    return Room.PLAYERS if seated else Room.WATCHERS


def all_in_is_shown(table: Table) -> bool:
    """Return whether an all-in is shown: from the last decision, when the engine deals the rest, to the next deal."""
    hand = table.hand
    if hand is None or hand.state != Hand.State.OVER or table.due != Table.Due.DEAL:
        return False
    return _ended_all_in(hand_cache.hand_state_of(hand, moves_made=table.moves_made))


def _ended_all_in(play: HandState) -> bool:
    """Return whether a player who was still in at the showdown had nothing left behind."""
    behind = [stack - won for stack, won in zip(play.stacks, play.won, strict=True)]
    left = [chips for chips, folded in zip(behind, play.folded, strict=True) if not folded]
    return len(left) > 1 and 0 in left


def in_running_hand(table: Table) -> frozenset[int]:
    """Return the users who hold cards in the running hand."""
    hand = table.hand
    if hand is None or hand.state not in (Hand.State.CUTTING, Hand.State.RUNNING):
        return frozenset()
    players = dict(hand.players.values_list("seat", "user"))
    if hand.state == Hand.State.RUNNING:
        play = hand_cache.hand_state_of(hand, moves_made=table.moves_made)
        out = [seat for seat, folded in zip(play.seats, play.folded, strict=True) if folded]
        players = {seat: user for seat, user in players.items() if seat not in out}
    return frozenset(players.values())
