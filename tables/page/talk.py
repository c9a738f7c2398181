"""The chat as one viewer reads it; what several of them share is read and drawn once."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Aside, User
from accounts.selectors import shown_name
from tables.access import Ties, is_moderator, may_host, ties_of
from tables.models import ChatMessage, Report, Seat, Table
from tables.refusals import Unreadable
from tables.services.chat_rules import in_running_hand

SESSION: Final = 100
"""So many messages are shown to whoever comes."""

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


@dataclass(frozen=True)
class Talk:
    """What was said at a table, up to a version."""

    table: Table
    messages: tuple[ChatMessage, ...]
    """The newest last."""
    ties: Ties
    seats: Mapping[int, int]
    """By user."""
    apart: frozenset[int]
    """Who does not read the watchers at this moment."""
    drawn: dict[Hashable, str] = field(default_factory=dict, compare=False)

    @property
    def version(self) -> int:
        return self.table.chat_version

    @property
    def earlier(self) -> int:
        """Before this message there may be more; 0 if not."""
        return self.messages[0].pk if len(self.messages) == SESSION else 0


@dataclass(frozen=True)
class Own:
    """What somebody has made of others."""

    muted: tuple[User, ...] = ()
    blocked: frozenset[int] = frozenset()
    reported: frozenset[int] = frozenset()
    """Messages."""


class Key(NamedTuple):
    """A line is drawn anew when this changes."""

    message: int
    removed: bool
    reported: bool


@dataclass(frozen=True)
class Heard:
    """What a viewer's browser shows of it."""

    keys: tuple[Key, ...] = ()
    muted: tuple[int, ...] = ()

    @property
    def mark(self) -> str:
        """The same for the page and for the socket that it opens."""
        values = [[tuple(key) for key in self.keys], self.muted]
        return blake2b(repr(values).encode(), digest_size=6).hexdigest()


def take(table_id: int, *, before: int | None = None) -> Talk:
    """The newest messages, or those before a certain one."""
    table = Table.objects.select_related("hand").defer("hand__sealed").get(pk=table_id)
    found = ChatMessage.objects.filter(table=table, **({"pk__lt": before} if before else {}))
    newest = found.select_related("user").order_by("-pk")[:SESSION]
    return Talk(
        table=table,
        messages=tuple(reversed(newest)),
        ties=ties_of(table_id),
        seats=dict(Seat.objects.filter(table=table).exclude(state=Seat.State.HELD).values_list("user", "number")),
        apart=_apart(table) if table.watchers_apart else frozenset(),
    )


def _apart(table: Table) -> frozenset[int]:
    try:
        return in_running_hand(table)
    except Unreadable:
        return frozenset(table.seated.values_list("user", flat=True))


def owns(user_ids: Collection[int], talk: Talk) -> dict[int, Own]:
    """Of all these in two queries. Across a block neither reads the other."""
    mine_or_block = Q(by__in=user_ids) | Q(whom__in=user_ids, kind=Aside.Kind.BLOCK)
    asides = list(Aside.objects.filter(mine_or_block).select_related("whom").order_by("at", "pk"))
    said = [message.pk for message in talk.messages]
    reports = list(Report.objects.filter(by__in=user_ids, message__in=said).values_list("by", "message"))
    return {user_id: _own(user_id, asides, reports) for user_id in user_ids}


def _own(user_id: int, asides: Iterable[Aside], reports: Iterable[tuple[int | None, int | None]]) -> Own:
    blocks = [(aside.by_id, aside.whom_id) for aside in asides if aside.kind == Aside.Kind.BLOCK]
    return Own(
        muted=tuple(aside.whom for aside in asides if aside.by_id == user_id and aside.kind == Aside.Kind.MUTE),
        blocked=frozenset(whom if by == user_id else by for by, whom in blocks if user_id in (by, whom)),
        reported=frozenset(message for by, message in reports if by == user_id and message is not None),
    )


@dataclass(frozen=True)
class Hearing:
    """Of one viewer."""

    talk: Talk
    user: User
    own: Own

    @property
    def messages(self) -> Iterable[ChatMessage]:
        hidden = {user.pk for user in self.own.muted} | self.own.blocked
        apart = self.user.pk in self.talk.apart
        for message in self.talk.messages:
            foreign = apart and message.room == ChatMessage.Room.WATCHERS and message.user_id != self.user.pk
            if message.user_id not in hidden and not foreign:
                yield message

    @property
    def heard(self) -> Heard:
        keys = [self._key(message) for message in self.messages]
        return Heard(tuple(keys), tuple(user.pk for user in self.own.muted))

    def _key(self, message: ChatMessage) -> Key:
        return Key(message.pk, message.removed_at is not None, message.pk in self.own.reported)

    @property
    def may_remove(self) -> bool:
        return may_host(self.talk.table, self.user, self.talk.ties) or is_moderator(self.user)

    @property
    def reactions(self) -> Mapping[str, Any]:
        return REACTIONS

    @property
    def door(self) -> str:
        return reverse("table_do", args=[self.talk.table.code])

    def lines(self, keys: Collection[Key] | None = None) -> list[dict[str, Any]]:
        """As plain values; only these, if not all."""
        may_remove = self.may_remove
        return [
            self._line(message, may_remove=may_remove)
            for message in self.messages
            if keys is None or self._key(message) in keys
        ]

    def _line(self, message: ChatMessage, *, may_remove: bool) -> dict[str, Any]:
        removed = message.removed_at is not None
        return {
            "id": message.pk,
            "user": message.user,
            "name": shown_name(message.user),
            "watches": message.room == ChatMessage.Room.WATCHERS,
            "text": "" if removed else message.text,
            "reaction": message.is_reaction and not removed,
            "seat": self.talk.seats.get(message.user_id),
            "at": message.at,
            "own": message.user_id == self.user.pk,
            "removed": removed,
            "reported": message.pk in self.own.reported,
            "may_remove": may_remove and not removed,
        }

    @property
    def muted(self) -> list[dict[str, Any]]:
        return [{"id": user.pk, "name": shown_name(user)} for user in self.own.muted]

    def drawn(self, keys: Collection[Key] | None = None) -> str:
        """Viewers who read in the same language and zone and may do the same share each line."""
        return "".join(self._drawn(line) for line in self.lines(keys))

    def _drawn(self, line: dict[str, Any]) -> str:
        kind = (line["id"], line["own"], line["reported"], line["may_remove"])
        key = (get_language(), timezone.get_current_timezone_name(), *kind)
        if key not in self.talk.drawn:
            context = {"line": line, "door": self.door}
            self.talk.drawn[key] = render_to_string("tables/page/chat_line.html", context)
        return self.talk.drawn[key]


def hearing(table_id: int, user: User, *, before: int | None = None) -> Hearing:
    talk = take(table_id, before=before)
    return Hearing(talk, user, owns([user.pk], talk)[user.pk])
