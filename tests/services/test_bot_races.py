"""Players make, rekey, revoke and delete bots at the same time, and nobody waits for ever."""

import contextlib
import random
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import Bot, Sanction, User
from accounts.services import bots, deletion, sanctions
from tables.access import permissions
from tables.bots.api import verbs
from tables.models import Seat
from tests.services.test_account_races import at_once
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_tenth_bot_that_is_made_four_times_at_once_is_made_once(alice: User) -> None:
    for number in range(9):
        bots.open_bot(alice, f"Robot {number}")
    refused = at_once(*(partial(bots.open_bot, alice, f"Rival {number}") for number in range(4)))
    assert len(refused) == 3
    assert Bot.objects.count() == 10


def test_name_wanted_twice_at_once_is_given_once(alice: User, bob: User) -> None:
    assert len(at_once(partial(bots.open_bot, alice, "Rob"), partial(bots.open_bot, bob, "R0b"))) <= 1
    refused = at_once(partial(bots.open_bot, alice, "Ada"), partial(bots.open_bot, bob, "Ada"))
    assert len(refused) == 1


def test_no_bot_outlives_its_owner(alice: User) -> None:
    at_once(partial(bots.open_bot, alice, "Rob"), partial(deletion.delete_account, alice))
    assert not Bot.objects.exists()


@pytest.mark.parametrize("seed", range(3))
def test_all_verbs_at_once_do_not_deadlock(alice: User, bob: User, moderator: User, admin: User, seed: int) -> None:
    made = [bots.open_bot(owner, f"Robot of {owner}")[0] for owner in (alice, bob)]
    ban = partial(sanctions.impose, kind=Sanction.Kind.BAN, reason="Cheats.", until=None, by=moderator)
    deeds: list[Callable[[], object]] = [
        partial(bots.rotate, made[0], by=alice),
        partial(bots.rotate, made[1], by=bob),
        partial(bots.revoke, made[0], by=moderator),
        partial(bots.revoke, made[1], by=admin),
        partial(bots.delete, made[0], by=alice),
        partial(ban, bob),
        partial(ban, made[1].user),
        partial(deletion.delete_account, bob),
        partial(deletion.delete_account, moderator),
    ]
    random.Random(seed).shuffle(deeds)
    at_once(*deeds)
    assert not Bot.objects.exists()


def test_two_connections_at_once_do_not_exceed_four_tables(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both meet at the worst moment, when they were found to sit at three tables; the lock prevents that."""
    rob = bots.open_bot(alice, "Rob")[0].user
    tables = [open_table(owner, admits_bots=True) for owner in (alice, alice, alice, bob, bob)]
    for table in tables[:3]:
        verbs.join(table, rob, {}, address="")
    together = threading.Barrier(2)
    real = permissions.reason_not_to_sit

    def meet_after_the_check(*asked: Any) -> Any | None:
        sentence = real(*asked)
        with contextlib.suppress(threading.BrokenBarrierError):
            together.wait(0.5)
        return sentence

    monkeypatch.setattr(permissions, "reason_not_to_sit", meet_after_the_check)
    refused = at_once(*(partial(verbs.join, table, rob, {}, address="") for table in tables[3:]))
    assert [str(one) for one in refused] == ["A bot plays at four tables at most. Leave one of them first."]
    assert Seat.objects.filter(user=rob).count() == 4
