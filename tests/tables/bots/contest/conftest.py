"""Provide Rob, a bot of Alice's, and Bob's knock-out."""

from datetime import timedelta

import pytest

from accounts.models import Bot, User
from accounts.services import bots
from tables.models import Table
from tables.play import games, presence
from tests.tables.conftest import _known_cards, clock
from tests.tables.games import knockout, people, sign_up
from tests.tables.helpers import Clock, look_on

__all__ = ["_known_cards", "clock"]


@pytest.fixture(autouse=True)
def _nobody_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "LASTS", timedelta(days=1000))


@pytest.fixture
def rob(alice: User) -> tuple[Bot, str]:
    return bots.open_bot(alice, "Rob")


@pytest.fixture
def table(bob: User) -> Table:
    return knockout(bob, players_most=4, admits_bots=True)


@pytest.fixture
def with_people(table: Table, bob: User, carol: User) -> Table:
    """Sign up Bob and Carol, each in a browser."""
    for user in (bob, carol):
        look_on(table, user)
        games.enter(table.pk, user)
    return table


@pytest.fixture
def cast(db: None) -> list[User]:
    return people(3)


@pytest.fixture
def waiting(cast: list[User]) -> Table:
    table = knockout(cast[0], players_most=3)
    sign_up(table, cast)
    return table


@pytest.fixture
def dealt(waiting: Table, cast: list[User], clock: Clock) -> Table:
    """Deal the first hand: player 1 has the button and is to act."""
    games.start(waiting.pk, cast[0])
    clock.run_due(waiting)
    return waiting
