"""Test that no host's action changes the running hand: its cards, its chips or whose turn it is."""

from typing import Any

import pytest

from accounts.models import User
from tables.models import Move, Seat, Table
from tests.tables.helpers import act, assert_books_agree, check_down, fresh, hand_of, play_of
from tests.tables.host_verbs import EXAMPLES, ask_all

pytestmark = pytest.mark.django_db


def of_the_hand(table: Table) -> Any:
    hand, now = hand_of(table), fresh(table)
    players = list(hand.players.order_by("seat").values())
    log = list(Move.objects.filter(hand=hand).order_by("sequence").values())
    stacks = list(
        Seat.objects.filter(table=table, house="").order_by("number").values_list("user", "stack", "time_bank_ms")
    )
    clock = (now.turn, now.due, now.due_at, now.moves_made, now.button, now.big_blind)
    return play_of(table), (hand.state, hand.rules, hand.sealed, hand.cut), players, log, stacks, clock


@pytest.mark.parametrize("verb", sorted(EXAMPLES))
def test_the_hand_does_not_change(three: Table, alice: User, bob: User, verb: str) -> None:
    act(three, alice, "raise", 600)
    before = of_the_hand(three)
    assert ask_all(three, alice, verb) == ""
    assert of_the_hand(three) == before


@pytest.mark.parametrize("verb", sorted(EXAMPLES))
def test_the_hand_has_the_same_result(three: Table, alice: User, bob: User, carol: User, verb: str) -> None:
    """The deck of the test is known: by calling and checking the same player wins, whatever the host does."""
    assert ask_all(three, alice, verb) == ""
    check_down(three)
    nets = {player.user_id: player.net for player in hand_of(three).players.all()}
    assert nets == {alice.pk: -100, bob.pk: 200, carol.pk: -100}
    assert_books_agree()
