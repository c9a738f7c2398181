"""Serve a program's socket: it says hello with its key, then asks and is answered."""

import logging
import time
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import ConnectionSlot, KnownBot, allow_message, bot_with_key
from accounts.feed import accounts
from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from poker_site.runtime.subscriptions import subscribe, unsubscribe
from poker_site.runtime.topics import publish_now
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Refused
from tables.bots.api import parsing, verbs
from tables.bots.api.connection import CloseCode, ProgramConsumer, Values
from tables.bots.api.seat_viewer import SeatViewer
from tables.models import Seat
from tables.page.connections import connections

logger = logging.getLogger("evenhand.botwire")

PROTOCOL: Final = 1


class BotConsumer(ProgramConsumer):
    number = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chairs: dict[int, SeatViewer] = {}

    async def hung_up(self) -> None:
        for chair in list(self.chairs.values()):
            await self._get_up(chair)
        if self.known:
            await accounts.leave(self.user_id, self)
            await unsubscribe(bot_topic(self.user_id), self._hear_newer)
        await self.give_back()

    @property
    def user(self) -> User:
        if self.known is None:
            raise LookupError("nobody has said hello")
        return self.known.user

    # messages from the program

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.gone:
            return
        if text_data is None or len(text_data.encode()) > parsing.LONGEST:
            sentence = _("A message is text of at most 4096 bytes.")
            await self.bye("too_large", sentence, CloseCode.BAD_MESSAGE)
            return
        try:
            if self.known:
                allow_message(self.known.user.pk)
            values = parsing.read(text_data)
        except TooOften as refused:
            await self._strike(refused)
        except parsing.NotUnderstood as refused:
            await self._not_understood(refused)
        else:
            self.strikes = 0
            await self._heard(values)

    async def _not_understood(self, refused: parsing.NotUnderstood) -> None:
        if self.known:
            await self.refuse(refused, refused.re)
        else:  # a stranger gets one try
            await self.bye(refused.code, refused, CloseCode.BAD_MESSAGE, re=refused.re)

    async def _heard(self, values: Values) -> None:
        """Handle a message that the schema accepts."""
        try:
            await (self._do(values) if self.known else self._hello(values))
        except Exception:  # the database may be away; the next message, or the next connection, may do better
            logger.exception("a message of bot %d came to nothing", self.user_id)
            if values["type"] == "hello":
                await self.bye("failed", verbs.Failed(), CloseCode.FAILED, re=values.get("id"))
            else:
                await self.refuse(verbs.Failed(), values.get("id"))

    async def _hello(self, values: Values) -> None:
        re = values.get("id")
        if values["type"] != "hello":
            await self.bye("hello_first", _("Say hello first, with your key."), CloseCode.BAD_MESSAGE, re=re)
            return
        known = await in_pool(bot_with_key)(values["key"])
        if known is None:
            await self.bye("bad_key", _("This key is nobody's, or not any more."), CloseCode.NO_KEY, re=re)
            return
        try:
            self.place = await in_pool(ConnectionSlot.take)(known.user.pk)
        except TooOften as refused:
            sentence = _("This bot has too many connections.")
            await self.bye("too_many_connections", sentence, CloseCode.TOO_FAST, re=re, wait=refused.seconds)
            return
        await self._come_in(known, re)

    async def _come_in(self, known: KnownBot, re: Any) -> None:
        """Listen first, then read, to miss nothing; tell an older connection of this bot that a newer one is here."""
        self.no_stranger(known)
        self.seen, self.number = known.user.version, time.time_ns()
        await accounts.follow(self.user_id, self)
        await subscribe(bot_topic(self.user_id), self._hear_newer)
        await publish_now(bot_topic(self.user_id), self.number)
        if not await self.look():
            return
        await self.read_as(known.user)
        tables = await in_pool(_seats)(self.user_id)
        bot = {"id": self.user_id, "name": known.user.display_name}
        await self.answer({"type": "welcome", "protocol": PROTOCOL, "bot": bot, "tables": list(tables.values())}, re)
        self.start(self.keep_up())
        for table_id, code in tables.items():
            await self._sit(table_id, code)

    async def _do(self, values: Values) -> None:
        try:
            if await self.look():
                await self._asked(values)
        except Refused as refused:
            wait = {"wait": refused.seconds} if isinstance(refused, TooOften) else {}
            table = {"table": values["table"]} if "table" in values else {}
            await self.refuse(refused, values.get("id"), **table, **wait)
            if refused.code == "stale" and (chair := self._chair_at(values)):
                await chair.tell()

    async def _asked(self, values: Values) -> None:
        re, kind = values.get("id"), values["type"]
        if kind == "hello":
            raise parsing.NotUnderstood("hello_again", _("You have said hello already."))
        if kind in verbs.ASKED:
            await self.answer(await in_pool(self._answered)(values), re)
        elif kind != "look":
            await self._at_a_table(values)
        elif chair := self._chair_at(values):
            await chair.tell(re)
        else:
            raise verbs.NotHere

    async def _at_a_table(self, values: Values) -> None:
        table_id, code = await in_pool(self._done)(values)
        await self.answer({"type": "done", "did": values["type"], "table": code}, values.get("id"))
        if values["type"] == "join":
            await self._sit(table_id, code)

    def _answered(self, values: Values) -> Values:
        with self.reader.reading():
            return verbs.ASKED[values["type"]](self.user, values)

    def _done(self, values: Values) -> tuple[int, str]:
        with self.reader.reading():
            table = verbs.find(self.user, values["table"])
            try:
                verbs.do(table, self.user, values, address=self.address)
            except PermissionDenied as denied:
                raise verbs.Forbidden(str(denied)) from None
            return table.pk, table.code

    # at tables

    def _chair_at(self, values: Values) -> SeatViewer | None:
        return next((chair for chair in self.chairs.values() if chair.code == values["table"]), None)

    async def _sit(self, table_id: int, code: str) -> None:
        if table_id in self.chairs:
            await self.chairs[table_id].tell()
            return
        chair = SeatViewer(table_id, code, self.user, self.reader, send=self.tell, left=self._left)
        self.chairs[table_id] = chair
        await connections.enter(chair)

    async def _left(self, chair: SeatViewer) -> None:
        """Say so, but do not wait for `_get_up`: this runs in the middle of a push to everybody at the table."""
        await self.answer({"type": "left", "table": chair.code})
        self.start(self._get_up(chair))

    async def _get_up(self, chair: SeatViewer) -> None:
        if self.chairs.get(chair.table_id) is chair:
            del self.chairs[chair.table_id]
            await connections.leave(chair)

    # what it listens to

    def _hear_newer(self, number: int) -> None:
        if number > self.number:
            self.start(self.give_way())


def bot_topic(bot_id: int) -> str:
    return f"bot.{bot_id}"


def _seats(user_id: int) -> dict[int, str]:
    return dict(Seat.objects.filter(user=user_id).order_by("table").values_list("table", "table__code"))
