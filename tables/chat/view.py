"""Read the chat of a table as one viewer may: the messages are read once for all who look at the same moment."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import Aside, User
from accounts.selectors import shown_name
from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.access.permissions import Ties, is_moderator, may_host, ties_of
from tables.chat.lines import ChatLine, ChatLines
from tables.chat.rules import in_running_hand
from tables.core.refusals import Unreadable
from tables.models import ChatMessage, Report, Seat, Table

MOST_SHOWN: Final = 100
"""A viewer who comes is shown this many messages."""


@dataclass(frozen=True)
class Chat:
    """Holds what was said at a table, up to a version."""

    table: Table
    messages: tuple[ChatMessage, ...]
    """Ordered from the oldest to the newest."""
    ties: Ties
    seats: Mapping[int, int]
    """Maps users to their seats."""
    apart: frozenset[int]
    """Users who do not read the watchers at this moment: they hold cards."""

    @property
    def version(self) -> int:
        return self.table.chat_version

    @property
    def earlier(self) -> int:
        """Return the message before which there may be more; 0 if there is none."""
        return self.messages[0].pk if len(self.messages) == MOST_SHOWN else 0


@dataclass(frozen=True)
class Choices:
    """Holds whom a reader has muted or blocked, and what they have reported."""

    muted: tuple[User, ...] = ()
    blocked: frozenset[int] = frozenset()
    reported: frozenset[int] = frozenset()
    """Numbers of messages."""


@view_model
class MutedPerson(ViewModel):
    id: int
    name: str


@view_model
class Muted(ViewModel):
    people: tuple[MutedPerson, ...]
    door: str


@view_model
class ChatPage(ViewModel):
    """Holds all of the chat that one viewer's page shows and that changes."""

    lines: ChatLines
    muted: Fragment

    @property
    def mark(self) -> str:
        """Return a mark that is the same for a page and for the socket that it opens, if both show the same."""
        shown = [line.value for line in self.lines.lines]
        lines = [(line.id, line.removed, line.reported) for line in shown if isinstance(line, ChatLine)]
        people = self.muted.value.people if isinstance(self.muted.value, Muted) else ()
        return blake2b(repr((lines, [person.id for person in people])).encode(), digest_size=6).hexdigest()


def read_chat(table_id: int, *, before: int | None = None) -> Chat:
    """Read the newest messages, or those before a certain one."""
    table = Table.objects.select_related("hand").defer("hand__sealed").get(pk=table_id)
    found = ChatMessage.objects.filter(table=table, **({"pk__lt": before} if before else {}))
    newest = found.select_related("user").order_by("-pk")[:MOST_SHOWN]
    return Chat(
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


def choices_of(user_ids: Collection[int], chat: Chat) -> dict[int, Choices]:
    """Read the choices of all these users in two queries. Neither side of a block reads the other."""
    mine_or_block = Q(by__in=user_ids) | Q(whom__in=user_ids, kind=Aside.Kind.BLOCK)
    asides = list(Aside.objects.filter(mine_or_block).select_related("whom").order_by("at", "pk"))
    said = [message.pk for message in chat.messages]
    reports = list(Report.objects.filter(by__in=user_ids, message__in=said).values_list("by", "message"))
    return {user_id: _choices(user_id, asides, reports) for user_id in user_ids}


def _choices(user_id: int, asides: Iterable[Aside], reports: Iterable[tuple[int | None, int | None]]) -> Choices:
    blocks = [(aside.by_id, aside.whom_id) for aside in asides if aside.kind == Aside.Kind.BLOCK]
    return Choices(
        muted=tuple(aside.whom for aside in asides if aside.by_id == user_id and aside.kind == Aside.Kind.MUTE),
        blocked=frozenset(whom if by == user_id else by for by, whom in blocks if user_id in (by, whom)),
        reported=frozenset(message for by, message in reports if by == user_id and message is not None),
    )


def chat_page(chat: Chat, user: User, choices: Choices) -> ChatPage:
    """Build what this viewer is shown, in their language and time zone, which must be active."""
    door = reverse("table_do", args=[chat.table.code])
    people = tuple(MutedPerson(id=other.pk, name=shown_name(other)) for other in choices.muted)
    lines = tuple(
        Fragment(f"c-{line.id}", "tables/page/chat_line.html", line) for line in _lines(chat, user, choices, door)
    )
    return ChatPage(
        lines=ChatLines("t-chat-lines", lines, oldest=chat.messages[0].pk if chat.messages else 0),
        muted=Fragment("t-chat-muted", "tables/page/chat_muted.html", Muted(people=people, door=door)),
    )


def _lines(chat: Chat, user: User, choices: Choices, door: str) -> Iterator[ChatLine]:
    may_remove = may_host(chat.table, user, chat.ties) or is_moderator(user)
    zone = timezone.get_current_timezone_name()
    for message in _read_by(chat, user, choices):
        removed = message.removed_at is not None
        yield ChatLine(
            id=message.pk,
            name=shown_name(message.user),
            text="" if removed else message.text,
            at=message.at,
            zone=zone,
            seat=chat.seats.get(message.user_id),
            watches=message.room == ChatMessage.Room.WATCHERS,
            own=message.user_id == user.pk,
            removed=removed,
            reaction=message.is_reaction and not removed,
            reported=message.pk in choices.reported,
            may_remove=may_remove and not removed,
            door=door,
        )


def _read_by(chat: Chat, user: User, choices: Choices) -> Iterator[ChatMessage]:
    hidden = {other.pk for other in choices.muted} | choices.blocked
    apart = user.pk in chat.apart
    for message in chat.messages:
        foreign = apart and message.room == ChatMessage.Room.WATCHERS and message.user_id != user.pk
        if message.user_id not in hidden and not foreign:
            yield message


def chat_of(chat: Chat, user: User) -> ChatPage:
    """Build the chat for a single viewer."""
    return chat_page(chat, user, choices_of([user.pk], chat)[user.pk])
