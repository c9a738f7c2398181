"""Download what tables keep about a user: their own chips, hands and cards, and nobody else's."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.engine.cards import card_text
from tables.hosting import shared_results
from tables.models import Hand, SharedHand, Table
from tables.play import dealing, seating
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, open_table, play_of, void_hand

pytestmark = pytest.mark.django_db


def download(user: User) -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    data: dict[str, Any] = json.loads(client.get(reverse("account_data")).content)
    return data


def texts(value: Any) -> Iterator[str]:
    """Yield every string in it."""
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


def cards(data: dict[str, Any]) -> set[str]:
    return {text for text in texts(data) if re.fullmatch("[2-9TJQKA][cdhs]", text)}


def own_cards(table: Table, seat: int) -> list[str]:
    return [card_text(card) for card in play_of(table).hole(seat)]


@pytest.mark.differs_on_services("grouped sums and JSON")
def test_hand_has_the_users_own_cards_and_result(three: Table, alice: User) -> None:
    act(three, alice, "call")
    fold_out(three)
    [hand] = download(alice)["hands"]
    assert {name: hand[name] for name in ("at_table", "number", "state", "seat", "chips", "won_or_lost")} == {
        "at_table": "A table",
        "number": 1,
        "state": "over",
        "seat": 1,
        "chips": 10_000,
        "won_or_lost": 150,
    }
    assert hand["cards"] == own_cards(three, 1)
    assert hand["began_at"] == "2030-01-01T20:00:01Z"
    assert hand["ended_at"] == "2030-01-01T20:00:01Z"


def test_shown_cards_of_others_are_left_out(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "all-in")
    act(three, bob, "call")
    check_down(three)
    assert play_of(three).shown
    assert cards(download(alice)) == set(own_cards(three, 1))


def test_running_hand_is_left_out(three: Table, alice: User) -> None:
    assert download(alice)["hands"] == []


def test_only_hands_that_the_user_was_in(dealt: Table, alice: User, carol: User, clock: Clock) -> None:
    seating.sit_down(dealt.pk, carol, number=3, chips=5_000)
    fold_out(dealt)
    assert download(carol)["hands"] == []
    assert len(download(alice)["hands"]) == 1


def test_void_hand_has_no_result(seated: Table, alice: User, bob: User, clock: Clock) -> None:
    clock.run_due(seated)
    void_hand(seated)
    dealing.commit(seated.pk, alice, "a" * 64)
    clock.run_due(seated)  # the deck of the second hand is being cut
    void_hand(seated)
    dealt, never = download(alice)["hands"]
    assert (dealt["state"], dealt["won_or_lost"], len(dealt["cards"])) == ("void", None, 2)
    assert (never["state"], never["won_or_lost"], never["cards"]) == ("void", None, None)


def test_unreadable_hand_has_no_cards(three: Table, alice: User) -> None:
    fold_out(three)
    Hand.objects.filter(pk=hand_of(three).pk).update(sealed={})
    assert [hand["cards"] for hand in download(alice)["hands"]] == [None]


@pytest.mark.differs_on_services("grouped sums and JSON")
def test_ledger_adds_up_to_the_purse(dealt: Table, alice: User, bob: User) -> None:
    seating.stand_up(dealt.pk, alice)
    data = download(alice)
    assert data["purse"] == {"chips": 99_950, "refilled_at": None}
    assert [(entry["kind"], entry["to_purse"], entry["to_seat"]) for entry in data["ledger"]] == [
        ("grant", 100_000, 0),
        ("buy_in", -10_000, 10_000),
        ("hand", 0, -50),
        ("cash_out", 9_950, -9_950),
    ]
    assert [entry["at_table"] for entry in data["ledger"]] == [None, "A table", "A table", "A table"]
    assert [entry["in_hand"] for entry in data["ledger"]] == [None, None, 1, None]


@pytest.mark.differs_on_services("grouped sums and JSON")
def test_seats_and_hosted_tables_are_listed(seated: Table, alice: User, bob: User) -> None:
    open_table(bob, name="Bob's own")
    data = download(bob)
    assert [(seat["at_table"], seat["number"], seat["stack"]) for seat in data["seats"]] == [("A table", 2, 10_000)]
    assert [(table["name"], table["closed_at"]) for table in data["tables"]] == [("Bob's own", None)]


def test_user_who_never_played_has_no_data(seated: Table, carol: User) -> None:
    data = download(carol)
    assert (data["purse"], data["seats"], data["tables"], data["ledger"], data["hands"]) == (None, [], [], [], [])


@pytest.mark.differs_on_services("grouped sums and JSON")
def test_sessions_consents_and_shared_hands_are_listed(three: Table, alice: User, bob: User) -> None:
    act(three, alice, "call")
    fold_out(three)
    shared_results.agree(three, alice)
    SharedHand.objects.create(hand=hand_of(three), maker=alice)
    SharedHand.objects.create(hand=hand_of(three), maker=bob)
    data = download(alice)
    [session] = data["results"]
    assert (session["at_table"], session["hands"], session["net"], session["vpip"]) == ("A table", 1, 150, 1)
    assert [agreed["at_table"] for agreed in data["agreed_to_leaderboards"]] == ["A table"]
    [shared] = data["shared_hands"]
    assert (shared["at_table"], shared["number"], shared["hides_names"]) == ("A table", 1, False)
    assert not download(bob)["agreed_to_leaderboards"]
