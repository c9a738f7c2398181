"""Check who is asked "Show or muck?" after a hand, and until when."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, check_down, fold_out, moment_of, moves, play_of, to_act

pytestmark = pytest.mark.django_db


def bar(table: Table, user: User) -> str:
    return parts_of(Scene(snapshot.take(table.pk), user, None))["t-bar"]


def offered(table: Table, user: User) -> list[tuple[str, str]]:
    """List verbs and accessible names of the buttons in the bar."""
    return re.findall(r'name="verb" value="(\w+)" aria-label="([^"]*)"', bar(table, user))


def post(table: Table, user: User, verb: str, moment: str = "") -> str:
    client = Client(headers={"HX-Request": "true"})
    client.force_login(user)
    values = {"verb": verb, "moment": moment or "{}.{}".format(*moment_of(table))}
    answer = client.post(reverse("table_do", args=[table.code]), values).content.decode()
    return re.sub(r"<[^>]*>", "", answer.partition("<hx-partial id=t-notice hx-swap=outerMorph>")[2]).strip()


def test_winner_without_a_showdown_is_asked(dealt: Table, alice: User, bob: User, carol: User) -> None:
    fold_out(dealt)
    assert offered(dealt, bob) == [("show", "Show"), ("muck", "Muck")]
    assert "Show or muck?" in bar(dealt, bob)
    assert "Only you have seen them." in bar(dealt, bob)
    assert offered(dealt, alice) == [("show", "Show cards")]
    assert offered(dealt, carol) == []
    for user in (alice, carol):
        assert "Show or muck?" not in bar(dealt, user)


def test_loser_who_did_not_show_is_asked(dealt: Table, alice: User, bob: User) -> None:
    check_down(dealt)
    shown = play_of(dealt).shown
    for number, user in ((1, alice), (2, bob)):
        assert ("Show or muck?" in bar(dealt, user)) == (number not in shown)


@pytest.mark.parametrize("verb", ["show", "muck"])
def test_question_is_gone_after_show_and_after_muck(dealt: Table, bob: User, verb: str) -> None:
    fold_out(dealt)
    assert post(dealt, bob, verb) == ""
    assert offered(dealt, bob) == []
    assert "The hand is over" in bar(dealt, bob)
    assert moves(dealt)[-1] == (2, verb, "player")


def test_refused_show_or_muck_says_why(dealt: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    assert post(dealt, to_act(dealt), "muck") == "The hand has moved on. Nothing was done."
    fold_out(dealt)
    seen = "{}.{}".format(*moment_of(dealt))
    assert post(dealt, carol, "muck") == "You are not sitting at this table."
    assert post(dealt, bob, "muck", "nonsense") == "The hand has moved on. Nothing was done."
    assert post(dealt, bob, "muck") == ""
    assert post(dealt, bob, "muck") == "These cards are mucked already."
    assert post(dealt, bob, "show") == "These cards are mucked already."
    clock.run_due(dealt)
    assert post(dealt, bob, "muck", seen) == "The hand has moved on. Nothing was done."
    assert play_of(dealt).put_away == frozenset()


def test_next_hand_does_not_wait_for_an_answer(dealt: Table, clock: Clock) -> None:
    fold_out(dealt)
    assert clock.run_due(dealt) == 4
    assert moment_of(dealt).hand == 2
