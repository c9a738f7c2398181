"""A host fills the free seats with house bots in one step."""

import pytest

from accounts.models import User
from tables.models import Table
from tests.tables.helpers import assert_books_agree, seat_people
from tests.tables.hosting import ask

pytestmark = pytest.mark.django_db


def test_every_free_seat_gets_a_bot_and_the_styles_are_mixed(table: Table, alice: User) -> None:
    seat_people(table, [alice])
    assert ask(table, alice, "fill_seats") == ""
    styles = list(table.seated.exclude(house="").values_list("house", flat=True))
    assert len(styles) == table.played_by.players_most - 1
    assert len(set(styles)) > 2
    assert list(table.events.values_list("verb", "values")) == [("fill_seats", {"bots": 9})]
    assert_books_agree()


def test_a_host_who_does_not_sit_yet_finds_a_seat(table: Table, alice: User) -> None:
    assert ask(table, alice, "fill_seats") == ""
    assert table.seated.count() == table.played_by.players_most - 1
    assert ask(table, alice, "fill_seats") == "Every seat is taken."
