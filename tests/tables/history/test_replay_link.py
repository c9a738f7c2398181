"""Lead from the table to the hand that has just ended there, for those who were in it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import act, fresh, to_act

pytestmark = pytest.mark.django_db


def bar(table: Table, viewer: User) -> str:
    return parts_of(Scene(snapshot.take(table.pk), viewer, viewer.preferences))["t-bar"]


def test_players_of_a_hand_get_a_link_to_its_replay_when_it_is_over(
    dealt: Table, alice: User, bob: User, ted: User, client: Client
) -> None:
    path = reverse("hand", args=[fresh(dealt).hand_id])
    assert path not in bar(dealt, alice) + bar(dealt, bob)
    act(dealt, to_act(dealt), "fold")
    for player in (alice, bob):
        assert path in bar(dealt, player)
        client.force_login(player)
        assert client.get(path).status_code == 200
    assert path not in bar(dealt, ted)
