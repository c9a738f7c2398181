"""Handle a program's WebSocket: whose it is, in which language it is answered, how fast it may ask, how it ends."""

import asyncio
import json
import logging
from abc import abstractmethod
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import ConnectionSlot, KnownBot, good_in_epoch
from accounts.consumers import AccountFollower
from accounts.requests import address_of_scope
from accounts.services.bots import note_seen
from accounts.viewer import viewer_of_scope
from poker_site.runtime.db_threads import in_pool
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Refused

logger = logging.getLogger("evenhand.botwire")

HELLO_SECONDS: Final = 10
KEEP_SECONDS: Final = 20
MOST_STRANGERS: Final = 200
MOST_STRIKES: Final = 100

Values = Mapping[str, Any]


class CloseCode(IntEnum):
    """Lists the codes with which we close a connection; its last message gives the reason in words."""

    RESTORED = 4205
    BAD_MESSAGE = 4400
    NO_KEY = 4401
    NO_TABLE = 4404
    NO_HELLO = 4408
    REPLACED = 4409
    TOO_FAST = 4429
    FAILED = 4500


class ProgramConsumer(AccountFollower):
    """Represents the connection of a known bot or of a stranger; strangers are few, with one try and little time."""

    known: KnownBot | None = None
    place: ConnectionSlot | None = None
    strikes = 0

    async def connect(self) -> None:
        await self.read_as(AnonymousUser())
        await self.accept()
        _strangers[self] = None
        if len(_strangers) > MOST_STRANGERS:
            await next(iter(_strangers)).bye(
                "no_hello", _("Too many others are waiting. Come again."), CloseCode.NO_HELLO
            )
        self.start(self._wait_for_hello())

    async def __call__(self, *connection: Any) -> None:
        """Leave nothing of the connection behind, whichever way it ends."""
        try:
            await super().__call__(*connection)
        finally:
            self.gone = True
            _strangers.pop(self, None)
            await self.hung_up()

    async def read_as(self, user: Any) -> None:
        """Answer in the language that the program asks for, or else in that of its account."""
        self.reader = await in_pool(viewer_of_scope)({**self.scope, "cookies": {}}, user)

    def no_stranger(self, known: KnownBot | None) -> None:
        """Note that this is a bot with a key, or a guest who needs none."""
        self.known = known
        self.user_id = known.user.pk if known else 0
        _strangers.pop(self, None)

    async def _wait_for_hello(self) -> None:
        await asyncio.sleep(HELLO_SECONDS)
        if self in _strangers:
            await self.bye("no_hello", _("You have not said hello."), CloseCode.NO_HELLO)

    async def start_over(self) -> None:
        await self.bye("restored", _("A backup was restored. Connect again."), CloseCode.RESTORED)

    async def give_back(self) -> None:
        """Give back its place among the connections of its bot."""
        place, self.place = self.place, None
        if place:
            await in_pool(place.give_back)()

    # connections with a key

    @property
    def address(self) -> str:
        return address_of_scope(self.scope)

    async def keep_up(self) -> None:
        """Keep the bot shown as connected for as long as its place is held."""
        while self.place:
            try:
                await in_pool(self.place.keep)()
                await in_pool(note_seen)(self.user_id)
            except Exception as error:  # the database or cache may be away for a while
                logger.error("bot %d is not kept up as connected, for now: %s", self.user_id, error)
            await asyncio.sleep(KEEP_SECONDS)

    async def give_way(self) -> None:
        """End because a newer connection of this bot has come."""
        await self.bye("replaced", _("A newer connection of this bot has taken over."), CloseCode.REPLACED)
        await self.give_back()  # the other side may take long to hang up

    async def look(self) -> bool:
        """Tell whether the key is still good; close the connection if it is not."""
        present = await in_pool(good_in_epoch)(self.known) if self.known else None
        if present == self.epoch:
            return True
        if present is not None:
            await self.start_over()
            return False
        await self.bye("key_gone", _("This key is not good any more."), CloseCode.NO_KEY)
        return False

    # what each protocol defines

    @abstractmethod
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a message from the program."""

    @abstractmethod
    async def hung_up(self) -> None:
        """Give back whatever was taken."""

    # messages to the program

    async def tell(self, text: str) -> None:
        if not self.gone:
            await self.send(text)

    def written(self, values: Values, re: Any = None) -> str:
        return _json(values, re)

    async def answer(self, values: Values, re: Any = None) -> None:
        await self.tell(self.written(values, re))

    async def refuse(self, refused: Refused, re: Any = None, **more: Any) -> None:
        with self.reader.reading():
            message = {"type": "error", "code": refused.code, "message": str(refused), **more}
        await self.answer(message, re)

    async def bye(self, code: str, sentence: Any, closed: CloseCode, *, re: Any = None, **more: Any) -> None:
        """Send the last message and close; whatever else comes in is ignored."""
        if self.gone:
            return
        self.gone = True
        _strangers.pop(self, None)
        with self.reader.reading():
            message = {"type": "bye", "code": code, "message": str(sentence), **more}
        await self.send(self.written(message, re))
        await self.close(int(closed))

    # messages from the program

    async def _strike(self, refused: TooOften) -> None:
        self.strikes += 1
        if self.strikes > MOST_STRIKES:
            await self.bye("too_fast", refused, CloseCode.TOO_FAST, wait=refused.seconds)
        else:
            await self.refuse(refused, wait=refused.seconds)


def _json(values: Values, re: Any) -> str:
    return json.dumps({**values, **({} if re is None else {"re": re})}, ensure_ascii=False)


_strangers: dict[ProgramConsumer, None] = {}
"""Keeps the connections that have not said hello yet, the oldest first."""
