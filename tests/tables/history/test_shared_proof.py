"""Let anybody with a link to a hand check its deal: what the link's maker could check, as long as the link lives."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.core import hand_cache
from tables.engine.proof import check_record
from tables.history import shared_hands
from tables.models import Hand, Move, SharedHand, Table
from tests.tables.helpers import fold_out, hand_of
from tests.tables.history.test_proof_page import places, record_for

pytestmark = pytest.mark.django_db

DOORS = ["shared_proof", "shared_proof_file"]


@pytest.fixture
def folded(three: Table) -> Hand:
    fold_out(three)
    return hand_of(three)


@pytest.fixture
def link(folded: Hand, bob: User) -> SharedHand:
    return shared_hands.share(folded.pk, bob, hides_names=False)


def ask(door: str, link: SharedHand) -> Any:
    """Ask without an account."""
    return Client().get(reverse(door, args=[link.code]))


def test_shared_proof_shows_what_its_maker_may_see_and_no_more(link: SharedHand, folded: Hand, bob: User) -> None:
    record = ask("shared_proof_file", link).json()
    assert check_record(record) == ()
    assert record == record_for(bob, folded)
    assert set(places(record)) == {"2"}


def test_hand_links_to_its_proof_and_back(link: SharedHand) -> None:
    hand = Client().get(reverse("shared", args=[link.code])).content.decode()
    assert f'href="{reverse("shared_proof", args=[link.code])}"' in hand
    page = ask("shared_proof", link).content.decode()
    for name in ("shared", "shared_proof_file"):
        assert f'href="{reverse(name, args=[link.code])}"' in page
    assert "/hands/" not in page.replace(reverse("proof_program"), "")


def test_names_are_hidden_if_the_link_hides_them(folded: Hand, bob: User) -> None:
    page = ask("shared_proof", shared_hands.share(folded.pk, bob, hides_names=True)).content.decode()
    assert "Player 2" in page
    for name in ("Alice", "Bob", "Carol", folded.table.name):
        assert name not in page


@pytest.mark.parametrize("door", DOORS)
def test_shared_proof_is_not_indexed_and_leaks_no_link(door: str, link: SharedHand) -> None:
    answer = ask(door, link)
    assert answer.status_code == 200
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert link.code not in answer.get("Content-Disposition", "")


@pytest.mark.parametrize("door", DOORS)
def test_revoked_link_shows_no_proof(door: str, link: SharedHand, folded: Hand, bob: User) -> None:
    shared_hands.revoke(folded.pk, bob)
    assert ask(door, link).status_code == 404


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("code", ["x", "0" * 13, "a" * 300, "%00"])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_unknown_link_gets_404(door: str, code: str, client: Client) -> None:
    assert client.get(reverse(door, args=["code"]).replace("code", code)).status_code == 404


@pytest.mark.parametrize("door", DOORS)
def test_posts_are_refused(door: str, link: SharedHand, client: Client) -> None:
    assert client.post(reverse(door, args=[link.code])).status_code == 405


@pytest.mark.parametrize("door", DOORS)
def test_unreadable_hand_is_reported_as_gone(door: str, link: SharedHand, folded: Hand) -> None:
    Move.objects.filter(hand=folded).update(verb="juggle")
    hand_cache._memory.hands.clear()
    answer = ask(door, link)
    assert answer.status_code == 410
    assert "noindex" in answer["X-Robots-Tag"]
