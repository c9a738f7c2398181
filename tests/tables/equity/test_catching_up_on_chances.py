"""Test that hands whose chances were never worked out get them afterwards, and no others."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from tables.equity.asking import Unanswered
from tables.models import Hand, Table
from tables.records import all_in_equity
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, void_hand

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("JSON that is null in SQL")]


def caught_up() -> str:
    out = StringIO()
    call_command("work_out_chances", stdout=out, stderr=StringIO())
    return out.getvalue()


def all_in(table: Table, first: User, second: User) -> Hand:
    act(table, first, "all-in")
    act(table, second, "call")
    return hand_of(table)


def test_a_hand_whose_task_was_lost_gets_its_chances(dealt: Table, alice: User, bob: User) -> None:
    hand = all_in(dealt, alice, bob)
    assert caught_up() == "1 hands have got their chances.\n"
    hand.refresh_from_db()
    assert hand.chances
    assert caught_up() == "0 hands have got their chances.\n"


def test_hands_that_were_not_all_in_get_no_chances(dealt: Table, clock: Clock) -> None:
    check_down(dealt)
    clock.run_due(dealt)
    fold_out(dealt)
    clock.run_due(dealt)
    void_hand(dealt)
    clock.run_due(dealt)
    assert caught_up() == "0 hands have got their chances.\n"
    assert not Hand.objects.filter(chances__isnull=False).exists()


def test_the_command_fails_and_says_so_when_chances_are_not_answered(
    dealt: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_in(dealt, alice, bob)

    def refuse(play: object) -> None:
        raise Unanswered

    monkeypatch.setattr(all_in_equity, "face_up_chances", refuse)
    with pytest.raises(CommandError, match="Run this again"):
        caught_up()
