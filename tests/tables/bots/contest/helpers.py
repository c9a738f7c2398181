"""Play a contest with Rob, a program, in the third seat."""

from asgiref.sync import sync_to_async

from accounts.models import Bot
from tables.models import Table
from tables.play import games
from tests.tables.helpers import Clock, act
from tests.tables.page.test_socket import service

Rob = tuple[Bot, str]


async def begin(table: Table, clock: Clock) -> None:
    await sync_to_async(lambda: games.start(table.pk, table.owner))()
    await service(clock.run_due, table)


async def to_the_turn_of_rob(table: Table) -> None:
    """Call for seats 1 and 2. Rob is in seat 3 and has the big blind."""
    for number in (1, 2):
        user = await sync_to_async(lambda number: table.seated.get(number=number).user)(number)
        await service(act, table, user, "call")
