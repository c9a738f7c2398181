"""Keep a deleted account's hands for those who played them, without its name."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.deletion import delete_account
from tables.history.export.encoding import line_of, phh_of, text_of
from tables.history.hands.found_hand import seen_hand
from tables.history.hands.selecting import hands_of
from tables.models import Hand, HandPlayer, Table
from tests.tables.helpers import check_down, fresh, hand_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def left(three: Table, carol: User) -> Hand:
    """Delete Carol's account after a showdown; everybody knew her as the Countess."""
    User.objects.filter(pk=carol.pk).update(display_name="Countess", username="countess")
    check_down(three)
    delete_account(User.objects.get(pk=carol.pk))
    return hand_of(three)


def told(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return b"".join(answer).decode().lower()


def test_hand_stays_with_all_its_players(left: Hand, alice: User, carol: User) -> None:
    assert left.players.count() == 3
    assert hands_of(alice).get().hand == left
    assert HandPlayer.objects.get(hand=left, user=carol).net is not None


def test_pages_do_not_show_the_name(left: Hand, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert f'id="h-{left.pk}"' in told(client, reverse("hands"))
    assert "deleted player" in told(client, reverse("hand", args=[left.pk]))
    for name in ("hand", "hand_text", "hand_phh", "hand_proof", "hand_proof_file"):
        assert "countess" not in told(client, reverse(name, args=[left.pk])), name
    assert "countess" not in told(client, reverse("hands"))


def test_files_do_not_contain_the_name(left: Hand, alice: User) -> None:
    found = seen_hand(left.pk, alice)
    assert found is not None
    for text in (phh_of(found), line_of(found), text_of(found, "en"), text_of(found, "zh-hans")):
        assert "countess" not in text.lower()
    assert "Deleted player" in text_of(found, "en")
    assert json.loads(line_of(found))


def test_deleted_account_sees_no_hand(left: Hand, carol: User, three: Table) -> None:
    assert seen_hand(left.pk, User.objects.get(pk=carol.pk)) is None
    assert fresh(three).hands_dealt >= 1
