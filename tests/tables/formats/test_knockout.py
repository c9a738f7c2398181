"""Play whole knock-outs: reloads, players who are out, blinds that grow, the end and the ranking."""

import random

import pytest
from django.db.models import Sum

from accounts.models import User
from tables.core import hand_cache
from tables.core.refusals import Refused
from tables.engine.opening import SeatNumber
from tables.engine.ranks import strength
from tables.engine.rulebooks import knock_out_is_over
from tables.formats import standings
from tables.models import Entrant, Game, Hand, LedgerEntry, Purse, Table
from tables.play import games
from tables.play.dealing import is_in_hand
from tests.tables.games import begun, chips_at, game_of, knockout, people, play_hand, play_to_end, step
from tests.tables.helpers import Clock, assert_books_agree, fresh, play_of

STACK, RELOADS = 1000, 2
pytestmark = pytest.mark.django_db


def hands_of(table: Table) -> list[Hand]:
    return list(Hand.objects.filter(table=table, state=Hand.State.OVER).order_by("number"))


def from_the_log(table: Table) -> list[tuple[int, int, int]]:
    """Return seat, rank and total from the hands alone: chips lost beyond the first stack were reloads."""
    chips: dict[int, int] = {}
    last: dict[int, int] = {}
    used: dict[int, int] = {}
    for hand in hands_of(table):
        play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
        for position, seat in enumerate(play.seats):
            before = play.opening.stacks[position]
            had = chips.get(seat, STACK)
            used[seat] = used.get(seat, 0) + (before - had) // STACK
            assert before - had in (0, STACK)
            chips[seat] = play.stacks[position]
            last[seat] = strength((*play.hole(seat), *play.board))
    key = {seat: (-(chips[seat] + (RELOADS - used[seat]) * STACK), last[seat]) for seat in chips}
    order = sorted(key.values())
    return sorted((int(seat), 1 + order.index(key[seat]), -key[seat][0]) for seat in key)


@pytest.mark.parametrize(("count", "seed"), [(3, 1), (3, 2), (6, 3), (10, 4)])
def test_knockout_runs_from_first_hand_to_ranking(count: int, seed: int, clock: Clock) -> None:
    cast = people(count)
    table = begun(knockout(cast[0], players_most=count), cast)
    chance = random.Random(seed)

    def reload_sometimes(table: Table) -> None:
        entrants = Entrant.objects.filter(game=table.pk)
        used = sum(entrants.values_list("reloads_used", flat=True))
        assert chips_at(table) == STACK * (count + used)
        waits = game_of(table).hands_played and not is_in_hand(fresh(table)) and not game_of(table).is_over
        if waits and chance.random() < 0.3:
            willing = entrants.filter(out_after=None, reloads_used__lt=RELOADS)
            for entrant in willing[:1]:
                games.ask_reload(table.pk, entrant.user)

    game = play_to_end(table, clock, seed=seed, before=reload_sometimes)

    assert (game.state, game.hands_played) == (Game.State.FINISHED, len(hands_of(table)))
    assert game.ended_at
    entrants = list(game.entrants.order_by("seat"))
    left = [entrant for entrant in entrants if entrant.out_after is None]
    assert knock_out_is_over(players=count, with_chips=len(left))
    assert all(entrant.reloads_used == RELOADS and not entrant.chips for entrant in entrants if entrant.out_after)
    assert sum(entrant.net for entrant in entrants) == 0
    placed = standings.ranking(game)
    assert sorted((p.entrant.seat, p.rank, p.total) for p in placed) == from_the_log(table)
    assert all(p.rank == p.entrant.rank and p.total == p.chips + p.unused * STACK for p in placed)
    assert_books_agree()


def test_nothing_is_dealt_after_the_end(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    play_to_end(table, clock)
    dealt = fresh(table).hands_dealt
    clock.run_due(table)
    assert (fresh(table).hands_dealt, fresh(table).due) == (dealt, "")


@pytest.mark.differs_on_services("row locks and JSON")
def test_blinds_double_each_time_the_small_blind_returns(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    chance = random.Random(1)
    for _ in range(7):
        play_hand(table, clock, chance, lambda legal, chance: ("check" if legal.check else "fold", None))
    assert [hand.rules["big_blind"] for hand in hands_of(table)] == [20, 20, 20, 40, 40, 40, 80]


def test_knockout_does_not_touch_purses(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    play_to_end(table, clock)
    assert not Purse.objects.filter(user__in=cast).exists()
    assert not LedgerEntry.objects.filter(table=table).exclude(kind__in=["hand", "counters"]).exists()
    assert LedgerEntry.objects.filter(table=table).aggregate(sum=Sum("to_purse"))["sum"] == 0


@pytest.mark.differs_on_services("row locks and JSON")
def test_requested_reload_arrives_with_the_next_hand(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    play_hand(table, clock, random.Random(1), lambda legal, chance: ("check" if legal.check else "fold", None))
    assert clock.reach(table) == 3
    before = table.seated.get(number=2).stack
    games.ask_reload(table.pk, cast[1])
    games.ask_reload(table.pk, cast[1])
    assert table.seated.get(number=2).stack == before
    step(table, clock, random.Random(1))
    assert table.seated.get(number=2).stack == before + STACK
    entrant = Entrant.objects.get(game=table.pk, seat=2)
    assert (entrant.reloads_used, entrant.wants_reload) == (1, False)
    assert dict(zip(play_of(table).seats, play_of(table).opening.stacks, strict=True))[SeatNumber(2)] == before + STACK


def test_reloads_are_refused_before_the_first_hand_and_during_a_hand(clock: Clock) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    with pytest.raises(Refused, match="between two hands"):
        games.ask_reload(table.pk, cast[1])
    clock.run_due(table)
    with pytest.raises(Refused, match="between two hands"):
        games.ask_reload(table.pk, cast[1])


def test_player_outside_the_game_gets_no_reload(clock: Clock, ted: User) -> None:
    cast = people(3)
    table = begun(knockout(cast[0], players_most=3), cast)
    with pytest.raises(Refused, match="not in this game"):
        games.ask_reload(table.pk, ted)
