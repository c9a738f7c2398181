"""Test that a host fills the free seats with house bots in one step."""

import re

import pytest

from accounts.models import User
from tables.models import Table
from tests.tables.frames import drawn
from tests.tables.helpers import assert_books_agree, seat_people
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def test_every_free_seat_gets_a_bot_of_mixed_styles(table: Table, alice: User) -> None:
    seat_people(table, [alice])
    assert ask(table, alice, "fill_seats") == ""
    styles = list(table.seated.exclude(house="").values_list("house", flat=True))
    assert len(styles) == table.played_by.players_most - 1
    assert len(set(styles)) > 2
    assert list(table.events.values_list("verb", "values")) == [("fill_seats", {"bots": 9})]
    assert_books_agree()


def test_one_seat_stays_free_for_a_host_who_does_not_sit(table: Table, alice: User) -> None:
    assert ask(table, alice, "fill_seats") == ""
    assert table.seated.count() == table.played_by.players_most - 1
    assert ask(table, alice, "fill_seats") == "Every seat is taken."


@pytest.mark.parametrize(("is_seated", "which"), [(True, {"add_bot", "fill_seats"}), (False, {"fill_seats"})])
def test_buttons_without_effect_are_disabled_but_stay_in_place(
    table: Table, alice: User, is_seated: bool, which: set[str]
) -> None:
    """The button to remove a bot would otherwise move under the finger that has just filled the seats."""
    seat_people(table, [alice] if is_seated else [])
    assert not _disabled(table, alice)
    assert ask(table, alice, "fill_seats") == ""
    assert _disabled(table, alice) == which


def _disabled(table: Table, viewer: User) -> set[str]:
    return set(re.findall(r'value="(\w+)"[^>]* disabled', drawn(table, viewer)["t-hosting"]))
