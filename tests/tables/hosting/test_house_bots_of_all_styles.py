"""Test that every style of house bot sits at a table under names of its own, and plays a hand there."""

import re
from typing import Final

import pytest

from accounts.models import User
from poker_site.environment import BASE_DIR
from tables.engine.rulebooks import RULEBOOKS
from tables.hosting import house_bots
from tables.hosting.house_bots import NAMES
from tables.house import HOUSE_BOTS
from tables.models import Hand, Seat, Table
from tests.tables.helpers import Clock, assert_books_agree, fresh, hand_of, look_on, moves, open_table
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db

MENU: Final = BASE_DIR / "templates" / "tables" / "page" / "host_bots.html"


def test_every_style_has_a_player_and_unique_names() -> None:
    assert {*HOUSE_BOTS} == {*Seat.House.values} - {Seat.House.NOBODY} == {str(style) for style in NAMES}
    names = [name for those in NAMES.values() for name in those]
    assert len(names) == len(set(names))


def test_the_hosts_menu_offers_a_few_styles_with_the_strong_one() -> None:
    offered = re.findall(r'<option value="([^"]+)"', MENU.read_text(encoding="utf-8"))
    assert {*offered} <= {*HOUSE_BOTS}
    assert "Evenhand" in offered
    assert len(offered) <= 6


@pytest.mark.parametrize("style", [style for style in HOUSE_BOTS if style[0].isupper()])
def test_two_of_a_style_play_a_hand(table: Table, alice: User, clock: Clock, style: str) -> None:
    bots = [house_bots.add_bot(table.pk, alice, style).user for _ in range(2)]
    assert [bot.username for bot in bots] == [f"house:{style}:{name.lower()}" for name in NAMES[Seat.House(style)][:2]]
    _finish(table, alice, clock)


@pytest.mark.parametrize("rulebook", [name for name in RULEBOOKS if not RULEBOOKS[name].stack_is_fixed])
def test_evenhand_plays_under_the_tables_rulebook(alice: User, clock: Clock, rulebook: str) -> None:
    table = open_table(alice, rulebook=rulebook)
    assert [ask(table, alice, "add_bot", style="Evenhand") for _ in range(3)] == [""] * 3
    _finish(table, alice, clock)


def test_an_unknown_style_is_refused(table: Table, alice: User) -> None:
    assert ask(table, alice, "add_bot", style="evenhand") == "There is no such house bot."


def _finish(table: Table, alice: User, clock: Clock) -> None:
    look_on(table, alice)
    clock.run_due(table)
    for _ in range(80):
        if fresh(table).due != "house":
            break
        clock.run_due(table)
    assert (hand_of(table).state, {cause for *_, cause in moves(table)}) == (Hand.State.OVER, {"house"})
    assert_books_agree()
