"""Consumers' database work: one call that waits does not stop the others."""

import asyncio
import threading

import pytest

from poker_site.pool import in_pool
from tests.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_call_that_waits_stops_no_other() -> None:
    go_on = threading.Event()
    waiting = asyncio.create_task(in_pool(go_on.wait)(PATIENCE_SECONDS))
    await in_pool(go_on.set)()
    assert await waiting
