"""Test opening a table: rules that can be played, a code that nobody guesses, and an end if nobody comes."""

from typing import Any

import pytest

from accounts.models import User
from tables.core import locking
from tables.core.refusals import Refused
from tables.engine.rules import RulesError
from tables.hosting.form_fields import LONGEST_NAME
from tables.lobby.new_table_form import NewTableForm
from tables.models import Table
from tables.play import lifecycle
from tests.tables.helpers import Clock, OutboxContext, fresh, open_table

pytestmark = pytest.mark.django_db


@pytest.mark.differs_on_services("prepared SQL and row locks")
def test_a_new_table_is_open_and_has_an_owner(alice: User) -> None:
    table = fresh(open_table(alice, name="Friday", seconds_to_act=30, found_by=Table.FoundBy.LINK))
    assert (table.owner, table.name, table.state, table.seconds_to_act, table.found_by) == (
        alice,
        "Friday",
        "open",
        30,
        "link",
    )


def test_a_tables_code_has_thirteen_characters_of_crockfords_base_32(alice: User) -> None:
    drawn = {open_table(alice).code for _ in range(5)}
    assert len(drawn) == 5
    assert {len(code) for code in drawn} == {13}
    assert set("".join(drawn)) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_every_rulebook_of_the_lobby_can_be_opened(alice: User) -> None:
    for rulebook in ("cash", "home", "queue"):
        assert fresh(open_table(alice, rulebook=rulebook)).rulebook == rulebook


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("bridge", {}, "rulebook"),
    ("cash", {"small_blind": -1}, "small_blind"),
    ("cash", {"big_blind": 10**30}, "big_blind"),
    ("cash", {"players_most": 11}, "players_most"),
    ("cash", {"betting": "wild"}, "betting"),
    ("queue", {"ante": 10}, "ante"),
]


def test_an_impossible_option_is_named(alice: User) -> None:
    for rulebook, options, named in WRONG:
        with pytest.raises(RulesError) as error:
            open_table(alice, rulebook=rulebook, options=options)
        assert error.value.option == named
    assert not Table.objects.exists()


def test_rules_keep_every_chosen_option(alice: User) -> None:
    options = {"betting": "pot_limit", "small_blind": 25, "ante": 5, "players_most": 4}
    rules = fresh(open_table(alice, options=options)).played_by
    assert (rules.betting, rules.small_blind, rules.big_blind, rules.ante, rules.players_most) == (
        "pot_limit",
        25,
        50,
        5,
        4,
    )


@pytest.mark.differs_on_services("prepared SQL and row locks")
def test_an_account_has_at_most_ten_open_tables(alice: User, bob: User) -> None:
    tables = [open_table(alice) for _ in range(lifecycle.MOST_OPEN_TABLES)]
    with pytest.raises(Refused, match="10 open tables"):
        open_table(alice)
    open_table(bob)
    lifecycle.close(tables[0].pk, alice)
    open_table(alice)


def test_a_table_closes_after_a_day_if_nobody_comes(alice: User, clock: Clock) -> None:
    table = open_table(alice)
    assert (fresh(table).due, clock.run_due(table)) == ("close", 86_400)
    assert fresh(table).is_closed


@pytest.mark.differs_on_services("prepared SQL and row locks")
def test_opening_a_table_updates_the_lobby(alice: User, hear: OutboxContext) -> None:
    with hear() as heard:
        table = open_table(alice)
    assert heard.topics == [(locking.table_topic(table.pk), 1), ("lobby", 1)]


def test_a_second_table_is_proposed_with_a_number(alice: User) -> None:
    """The lobby could not tell the two apart otherwise, until the first one is closed."""

    def proposed() -> str:
        return str(NewTableForm(host=alice)["name"].value())

    first = open_table(alice, name=proposed())
    assert first.name == "Alice's table"
    assert proposed() == "Alice's table 2"
    lifecycle.close(first.pk, alice)
    assert proposed() == "Alice's table"
    alice.display_name = "A" * LONGEST_NAME
    open_table(alice, name=proposed())
    assert proposed().endswith("A 2")
    assert len(proposed()) == LONGEST_NAME
