"""Play whole series: fresh stacks for every hand, places that rotate, and a score with its interval."""

import random
from math import sqrt
from statistics import stdev

import pytest

from tables.formats import standings
from tables.models import Entrant, Game, Hand, HandPlayer, Table
from tests.tables.games import begun, game_of, people, play_hand, play_to_end, series, to_the_river
from tests.tables.helpers import Clock, assert_books_agree, fresh

pytestmark = pytest.mark.django_db
STACK = 20_000


def nets_of(table: Table, seat: int) -> list[int]:
    players = HandPlayer.objects.filter(hand__table=table, seat=seat, hand__state=Hand.State.OVER)
    return [net or 0 for net in players.order_by("hand__number").values_list("net", flat=True)]


@pytest.mark.parametrize("count", [2, 3, 6])
def test_series_runs_from_first_hand_to_result(count: int, clock: Clock) -> None:
    cast = people(count)
    table = begun(series(cast[0], players_most=count, hands_most=12), cast)

    game = play_to_end(table, clock, seed=count)

    assert (game.state, game.hands_played) == (Game.State.FINISHED, 12)
    assert set(HandPlayer.objects.filter(hand__table=table).values_list("stack", flat=True)) == {STACK}
    placed = standings.ranking(game)
    for place in placed:
        nets = nets_of(table, place.entrant.seat)
        assert place.entrant.net == sum(nets)
        assert place.score.mbb_per_hand(100) == pytest.approx(1000 * sum(nets) / 12 / 100)
        assert place.score.interval(100) == pytest.approx(1000 * 1.96 * stdev(nets) / sqrt(12) / 100)
        assert place.rank == 1 + sum(other.entrant.net > place.entrant.net for other in placed)
    assert sum(place.entrant.net for place in placed) == 0
    assert_books_agree()


@pytest.mark.parametrize("count", [2, 3, 6])
def test_button_rotates(count: int, clock: Clock) -> None:
    cast = people(count)
    table = begun(series(cast[0], players_most=count, hands_most=2 * count), cast)
    play_to_end(table, clock)
    buttons = list(Hand.objects.filter(table=table).order_by("number").values_list("button", flat=True))
    assert buttons == [*range(1, count + 1)] * 2


@pytest.mark.differs_on_services("row locks and JSON")
def test_stacks_of_a_hand_stay_visible_until_the_next_one(clock: Clock) -> None:
    cast = people(2)
    table = begun(series(cast[0], players_most=2), cast)
    play_hand(table, clock, random.Random(1), to_the_river)
    stacks = dict(table.seated.values_list("number", "stack"))
    assert stacks == dict(Entrant.objects.filter(game=table.pk).values_list("seat", "chips"))
    assert stacks != {1: STACK, 2: STACK}
    clock.run_due(table)
    assert dict(table.seated.values_list("number", "stack")) == {1: STACK, 2: STACK}


@pytest.mark.differs_on_services("row locks and JSON")
def test_equals_share_a_rank(clock: Clock) -> None:
    """The button's small blind is lost in every hand, by one player after the other."""
    cast = people(2)
    table = begun(series(cast[0], players_most=2, hands_most=2), cast)
    chance = random.Random(1)
    for _ in range(2):
        play_hand(table, clock, chance, lambda legal, chance: ("fold", None))
    assert [place.rank for place in standings.ranking(game_of(table))] == [1, 1]
    assert [event.verb for event in fresh(table).events.all()][-1] == "game_drawn"
