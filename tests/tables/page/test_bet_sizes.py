"""Check that the slider ends at the most that can be lost, and that presets offer each amount once."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.bet_sizes import tidy_bet_sizes
from accounts.forms.account import TableLooksForm
from accounts.models import Preferences, User
from tables.models import Table
from tables.page import snapshot
from tables.page.scene import Scene
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, open_table, seat_people, to_act
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def size(table: Table, preferences: Preferences | None = None) -> Any:
    scene = Scene(snapshot.take(table.pk), to_act(table), preferences)
    assert scene.actions is not None
    return scene.actions["size"]


def offered(table: Table, preferences: Preferences | None = None) -> list[tuple[str, int]]:
    return [(preset["label"], preset["amount"]) for preset in size(table, preferences)["presets"]]


def bar(table: Table) -> str:
    return parts_of(Scene(snapshot.take(table.pk), to_act(table), None))["t-bar"]


def of_stacks(clock: Clock, **stacks: int) -> Table:
    """Deal players with these stacks in at a 50/100 table; the first has the button."""
    users = [User.objects.create_user(username=name) for name in stacks]
    table = open_table(users[0])
    seat_people(table, users)
    for user, chips in zip(users, stacks.values(), strict=True):
        table.seated.filter(user=user).update(stack=chips)
    clock.run_due(table)
    return table


def test_slider_ends_at_the_stack_of_the_deepest_opponent(clock: Clock) -> None:
    table = of_stacks(clock, deep=20_000, short=1_500, middle=6_000)
    assert (size(table)["most"], offered(table)[-1]) == (6_000, ("Max", 6_000))
    assert "All-in" not in bar(table)


def test_folded_players_do_not_count_as_opponents(clock: Clock) -> None:
    table = of_stacks(clock, one=9_000, two=9_000, three=2_000)
    act(table, to_act(table), "fold")
    assert to_act(table).username == "two"
    assert size(table)["most"] == 2_000


def test_shortest_stack_may_go_all_in(clock: Clock) -> None:
    table = of_stacks(clock, short=1_500, deep=20_000)
    assert (size(table)["most"], offered(table)[-1]) == (1_500, ("All-in", 1_500))


def test_least_raise_is_the_only_one_if_no_opponent_can_match_it(clock: Clock) -> None:
    table = of_stacks(clock, deep=20_000, poor=150)
    assert "t-slider" not in bar(table)
    assert 'aria-label="Raise to 200"' in bar(table)
    assert "All-in" not in bar(table)


def test_highest_bet_is_confirmed_if_it_is_most_of_the_stack(clock: Clock) -> None:
    assert "data-big" in bar(of_stacks(clock, one=10_000, two=9_000))
    assert "data-big" not in bar(of_stacks(clock, rich=20_000, poor=9_000))


def test_presets_offer_each_amount_once(clock: Clock) -> None:
    table = of_stacks(clock, one=10_000, two=10_000)
    assert offered(table) == [("½ pot", 200), ("⅔ pot", 233), ("Pot", 300), ("All-in", 10_000)]
    act(table, to_act(table), "raise", 4_000)
    assert offered(table) == [("½ pot", 8_000), ("⅔ pot", 9_333), ("All-in", 10_000)]


def test_preset_below_the_least_bet_becomes_min(clock: Clock) -> None:
    table = of_stacks(clock, one=10_000, two=10_000)
    assert offered(table, Preferences(bet_sizes="10 25 150"))[:2] == [("Min", 200), ("150% pot", 400)]


def test_sizes_of_the_player_override_those_of_the_host(clock: Clock) -> None:
    table = of_stacks(clock, one=10_000, two=10_000)
    assert ask(table, table.owner, "set_bet_sizes", sizes="75, 120%，300") == ""
    assert [label for label, _ in offered(table)] == ["¾ pot", "120% pot", "300% pot", "All-in"]
    assert [label for label, _ in offered(table, Preferences(bet_sizes="100"))] == ["Pot", "All-in"]
    assert ask(table, table.owner, "set_bet_sizes", sizes="") == ""
    assert [label for label, _ in offered(table)] == ["½ pot", "⅔ pot", "Pot", "All-in"]


def test_only_a_host_sets_bet_sizes_of_the_table(three: Table, alice: User, bob: User) -> None:
    assert ask(three, bob, "set_bet_sizes")
    assert ask(three, alice, "set_bet_sizes", sizes="half")
    three.refresh_from_db()
    assert three.bet_sizes == ""


def test_bet_sizes_of_a_player_are_stored_sorted(alice: User) -> None:
    form = TableLooksForm({"theme": "dark", "deck": "two", "amounts": "chips", "bet_sizes": "100, 33 %;75"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["bet_sizes"] == "33 75 100"
    assert not TableLooksForm({"theme": "dark", "deck": "two", "amounts": "chips", "bet_sizes": "1 2 3 4"}).is_valid()


@pytest.mark.parametrize("text", ["0", "1001", "1 2 3 4", "-5", "½", "3.5", "٣", "9" * 30])
def test_invalid_bet_sizes_are_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        tidy_bet_sizes(text)
