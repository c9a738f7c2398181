"""Check that a player at several tables sees on each of them where it is their turn."""

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from tables.models import Table
from tables.page import connections
from tables.play import seating
from tests.tables.helpers import Clock, act, look_on, open_table
from tests.tables.page.test_socket import at, service

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.channels,
    pytest.mark.differs_on_services("messages cross a real channel layer"),
]


async def test_turn_at_another_table_is_shown(three: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    """Time goes by, but no other fragment is sent, because the clock runs by itself in the browser."""
    other = await sync_to_async(open_table)(bob)
    async with at(three, carol) as hers:
        assert hers.parts["t-elsewhere"] == ""
        await service(look_on, other, bob)
        for number, user in ((1, bob), (2, carol)):
            await service(seating.sit_down, other.pk, user, number=number, chips=10_000)
        await service(clock.run_due, other)
        await service(act, other, bob, "call")
        clock.go_on(3)
        await connections.connections._look_elsewhere({carol.pk}, in_pool(connections._tables_of_wanderers)())
        assert set(changed := await hers.hear()) == {"t-elsewhere"}
        assert ("Your turn" in changed["t-elsewhere"], f"/t/{other.code}/" in changed["t-elsewhere"]) == (True, True)
