"""Serve the socket of a program of the contest, or of a guest who watches through one."""

import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import Allowance, ConnectionSlot, KnownBot, allow_message
from accounts.feed import accounts
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.subscriptions import Listener, subscribe, unsubscribe
from poker_site.runtime.topics import publish_now
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Refused
from tables.access.permissions import may_see
from tables.bots.api.connection import CloseCode, ProgramConsumer, Values
from tables.bots.contest import frames, joining, requests
from tables.bots.contest.countdown import Countdown
from tables.bots.contest.finished_hands import hands_since
from tables.bots.contest.narration import PAUSE, ContestScreen, Narrator, too_few
from tables.bots.contest.outbox import Outbox
from tables.models import Table
from tables.page.connections import connections
from tables.page.drawing import Drawing
from tables.page.screen import Screen
from tables.page.snapshot import SeatedTable, Snapshot
from tables.play.games import TooFew

logger = logging.getLogger("evenhand.contestwire")

MOST_GUESTS: Final = 500

_guests: dict["ContestConsumer", None] = {}
"""Keeps the guests' connections, the oldest first."""


class ContestConsumer(ProgramConsumer):
    table_id = 0
    code = ""
    looks = ""
    number = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.screen: Screen = ContestScreen()
        self.subscribed: dict[str, Listener] = {}
        self.allowance = Allowance()
        self.countdown = Countdown(self.count)
        self.outbox = Outbox(self.tell)

    async def hung_up(self) -> None:
        await accounts.leave(self.user_id, self)
        _guests.pop(self, None)
        self.countdown.stop()
        self.outbox.stop()
        await connections.leave(self)
        for topic, hear in self.subscribed.items():
            await unsubscribe(topic, hear)
        await self.give_back()

    # messages from the program

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.gone:
            return
        try:
            self._allow()
        except TooOften as refused:
            await self._strike(refused)
            return
        self.strikes = 0
        heard = frames.read(text_data)
        if heard is None:
            self.gone = True
            await self.close(int(CloseCode.BAD_MESSAGE))
        else:
            await self._do(heard)

    def _allow(self) -> None:
        if self.known:
            allow_message(self.known.user.pk)
        else:
            self.allowance.take()

    async def _do(self, heard: frames.ReceivedEvent) -> None:
        """Handle a message; ignore what is unknown, out of turn or not the sender's to ask for."""
        try:
            if heard.event == "__join":
                await self._join(heard.data)
            elif self.known and self.table_id and await self.look():
                await self._asked(self.known, heard)
        except Refused as refused:
            await self.refuse(refused, **({"wait": refused.seconds} if isinstance(refused, TooOften) else {}))
        except Exception:  # the database may be away; the next message may do better
            logger.exception("a message to table %d came to nothing", self.table_id)

    async def _asked(self, known: KnownBot, heard: frames.ReceivedEvent) -> None:
        if heard.event == "__action":
            await self._act(known, heard.data)
        elif heard.event == "__reload":
            await in_pool(requests.reload)(self.table_id, known.user)
        elif heard.event in requests.HOST_VERBS:
            await self._host(known, heard)

    async def _act(self, known: KnownBot, data: Values) -> None:
        """Answer the prompt that was sent last; a second answer comes too late."""
        if isinstance(self.screen, ContestScreen) and self.screen.asked is not None:
            await in_pool(requests.act)(self.table_id, known.user, self.screen.asked, data)

    async def _host(self, known: KnownBot, heard: frames.ReceivedEvent) -> None:
        code = joining.ticket_of(heard.data) or self.code
        try:
            await in_pool(requests.host)(known, heard.event, code)
        except TooFew:
            await self.tell(frames.event("__game_start", too_few(code)))

    # joining

    async def _join(self, data: Mapping[str, Any]) -> None:
        wanted = joining.JoinRequest.read(data)
        try:
            known, known_as = await in_pool(joining.identify)(wanted)
        except joining.BadKey as refused:
            await self.bye(refused.code, refused, CloseCode.NO_KEY)
            return
        if self.known and (known is None or known.user.pk != self.known.user.pk):
            await self.bye("joined_already", _("This connection belongs to another player."), CloseCode.BAD_MESSAGE)
        elif known:
            await self._join_as(known, known_as, wanted)
        else:
            await self._watch(wanted)

    async def _join_as(self, known: KnownBot, known_as: str, wanted: joining.JoinRequest) -> None:
        """Join as a player. A program that is refused stays connected for a moment, so as not to try again at once."""
        table = await in_pool(joining.players_table)(known, known_as, wanted, address=self.address)
        self.number = time.time_ns()
        if self.place is None and not await self._takes_place(known, table):
            return
        await self._get_up()
        if self.known is None:
            await self._come_in(known)
        topic = contest_topic(table.pk, known.user.pk)
        await self._listen(topic, partial(self._hear_newer, topic))
        await self._sit(table)
        await self._replace(topic)

    async def _takes_place(self, known: KnownBot, table: Table) -> bool:
        """Take a place; if all are taken, an older connection to this table gives way, even if it is dead."""
        for _attempt in range(2):
            try:
                self.place = await in_pool(ConnectionSlot.take)(known.user.pk)
                return True
            except TooOften as refused:
                wait = refused.seconds
                await self._replace(contest_topic(table.pk, known.user.pk))
                await requests.wait_for_replaced_connection()
        sentence = _("This bot has too many connections.")
        await self.bye("too_many_connections", sentence, CloseCode.TOO_FAST, wait=wait)
        return False

    async def _come_in(self, known: KnownBot) -> None:
        self.no_stranger(known)
        _guests.pop(self, None)
        self.seen = known.user.version
        await accounts.follow(known.user.pk, self)
        await self.read_as(known.user)
        await self.look()
        self.start(self.keep_up())

    async def _watch(self, wanted: joining.JoinRequest) -> None:
        table = await in_pool(joining.guests_table)(wanted)
        self.no_stranger(None)
        _guests[self] = None
        if len(_guests) > MOST_GUESTS:
            await next(iter(_guests)).bye(
                "too_many", _("Too many others are watching. Come again."), CloseCode.TOO_FAST
            )
        await self._get_up()
        await self._sit(table)

    async def _listen(self, topic: str, hear: Listener) -> None:
        if topic not in self.subscribed:
            self.subscribed[topic] = hear
            await subscribe(topic, hear)

    async def _replace(self, topic: str) -> None:
        """Tell other connections of this player at this table that this one is newer."""
        await publish_now(topic, self.number)

    async def _sit(self, table: Table) -> None:
        if not self.gone:
            self.table_id, self.code, self.screen = table.pk, table.code, ContestScreen()
            await connections.enter(self)

    async def _get_up(self) -> None:
        """Leave the table before joining again: then the present state is sent anew."""
        if self.table_id:
            self.countdown.stop()
            await self.outbox.hurry()
            await connections.leave(self)
            self.table_id = 0

    # what it listens to

    def _hear_newer(self, topic: str, number: int) -> None:
        if topic == contest_topic(self.table_id, self.user_id) and number > self.number:
            self.start(self.give_way())

    # messages to the program

    def written(self, values: Values, re: Any = None) -> str:
        """Encode a refusal: the contest has no event for that, and its clients skip events that they do not know."""
        data = {"msg": values["message"], **{name: values[name] for name in values if name not in ("type", "message")}}
        return frames.event("__error", data)

    async def count(self, number: int) -> None:
        await self.tell(frames.event("__game_prepare", {"tableNumber": self.code, "countDown": number}))

    def draw(self, drawing: Drawing, others: tuple[SeatedTable, ...]) -> tuple[Screen, str | None]:
        snapshot = drawing.snapshot
        game = snapshot.game
        if game is None or not isinstance(self.screen, ContestScreen) or not self._is_welcome(snapshot):
            return ContestScreen(version=snapshot.version, others=others), None
        with self.reader.reading():
            telling = Narrator(self.screen, snapshot, game, self.user_id, hands_since)
            told, found = telling.told(others, self.looks)
        return told, "\n".join(str(data) if name == PAUSE else frames.event(name, data) for name, data in found)

    def _is_welcome(self, snapshot: Snapshot) -> bool:
        table = snapshot.table
        if self.known:
            return may_see(table, self.known.user, snapshot.ties) or table.is_closed
        return joining.may_watch(table) and table.code == self.code

    async def show(self, screen: Screen, frame: str | None) -> None:
        if self.gone or screen.version < self.screen.version or not self.table_id:
            return
        if frame is None or not isinstance(screen, ContestScreen):
            await self.outbox.hurry()
            await self.bye("left", _("This table is not open to you any more."), CloseCode.NO_TABLE)
            return
        self.screen = screen
        await self.outbox.hurry()
        await self.countdown.follow(screen)
        await self.outbox.put(frame)
        self.countdown.go_on()
        if screen.is_last:
            await self.outbox.hurry()
            await self.bye("closed", _("This table is closed."), CloseCode.NO_TABLE)


def contest_topic(table_id: int, user_id: int) -> str:
    return f"contest.{table_id}.{user_id}"
