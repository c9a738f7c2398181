"""Test that the rules as players read them say what the engine plays."""

import pytest
from django.test import Client

from tables.engine.cards import parse_cards
from tables.engine.ranks import Category, best_five
from tables.engine.rulebooks import RULEBOOKS
from tables.guide.ranking import EXAMPLES
from tables.guide.rulebooks import comparison

pytestmark = pytest.mark.django_db

GROWING = "10/20, doubled every orbit"
LIMITED = "None; fixed-limit: 4 bets"


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_example_is_of_its_kind(kind: Category) -> None:
    assert best_five(parse_cards(EXAMPLES[kind][0])).category == kind


def test_each_rulebook_has_a_column_and_a_section(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    for slug in RULEBOOKS:
        assert f'href="#{slug}"' in page
        assert f'id="{slug}"' in page


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Players", ["2–10", "2–10", "2–10", "3–10", "2–10"]),
        (
            "Blinds",
            ["50/100, or others", "10/20, or others", "50/100", GROWING, "10/20, or others"],
        ),
        ("Least bet", ["Big blind", "1", "Big blind", "Big blind", "The step"]),
        (
            "Most raises on a street",
            [LIMITED, "None", "4 raises", "4 raises and 4 bets", "3 raises"],
        ),
        ("Cards burnt before", ["flop, turn, river", "flop, turn, river", "No", "flop, turn, river", "flop, turn"]),
    ],
)
def test_comparison_has_the_right_answers(question: str, answers: list[str]) -> None:
    table = comparison()
    assert [book.slug for book in table.books] == ["cash", "home", "duel", "contest", "queue"]
    assert [*next(row.cells for row in table.rows if row.title == question)] == answers


def test_rules_can_be_read_in_chinese(client: Client) -> None:
    page = client.get("/rules/", headers={"accept-language": "zh-hans"}).content.decode()
    assert "一手牌怎么打" in page
    assert "Which hand wins" not in page
