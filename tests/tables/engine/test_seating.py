"""Test who is dealt in, and who has the button and the blinds, from one hand to the next."""

from collections.abc import Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import DECK
from tables.engine.dealing import begin
from tables.engine.events import Posted
from tables.engine.opening import Opening, SeatNumber
from tables.engine.rulebooks import CASH, CONTEST, HOME, QUEUE, RULEBOOKS, knock_out_is_over
from tables.engine.rules import MOST_PLAYERS, Rules
from tables.engine.seating import Deal, Player, next_deal

SEATS = range(MOST_PLAYERS)


def deal(
    seats: Collection[int],
    *,
    button: int | None,
    waiting: Collection[int] = (),
    posting: Collection[int] = (),
    rules: Rules = CASH.rules,
    big_blind: int | None = None,
) -> Deal:
    players = [Player(SeatNumber(seat), seat in {*waiting, *posting}, seat in posting) for seat in seats]
    last = [None if seat is None else SeatNumber(seat) for seat in (button, big_blind)]
    found = next_deal(players, button=last[0], rules=rules, big_blind=last[1])
    assert found is not None
    return found


def places(found: Deal) -> tuple[int, int, int]:
    return found.button, found.small_blind, found.big_blind


def hands(seats: Collection[int], count: int, *, button: int | None = None, rules: Rules = CASH.rules) -> list[Deal]:
    """Deal hands at a table where nobody comes or goes."""
    played: list[Deal] = []
    for _ in range(count):
        played.append(deal(seats, button=played[-1].button if played else button, rules=rules))
    return played


ring = st.sets(st.sampled_from(SEATS), min_size=3)
any_button = st.one_of(st.none(), st.sampled_from(SEATS))


def test_no_hand_is_dealt_to_fewer_than_two_players() -> None:
    assert next_deal([], button=SeatNumber(4), rules=CASH.rules) is None
    assert next_deal([Player(SeatNumber(4), must_wait=True, posts=True)], button=None, rules=CASH.rules) is None


def test_the_first_hand_has_the_button_at_the_lowest_seat() -> None:
    assert places(deal([7, 2, 5, 9], button=None)) == (2, 5, 7)


def test_nobody_waits_or_posts_in_the_first_hand() -> None:
    assert deal([2, 5, 7, 9], button=None, waiting=[2], posting=[9]) == deal([2, 5, 7, 9], button=None)


def test_players_may_be_listed_in_any_order_and_are_dealt_in_clockwise() -> None:
    assert deal([9, 1, 4, 6], button=4) == deal([1, 4, 6, 9], button=4)
    assert deal([9, 1, 4, 6], button=4).seats == (1, 4, 6, 9)


def test_the_button_moves_to_the_next_player_and_the_blinds_are_the_next_two() -> None:
    played = hands([1, 4, 6, 9], 5, button=1)
    assert [places(hand) for hand in played] == [(4, 6, 9), (6, 9, 1), (9, 1, 4), (1, 4, 6), (4, 6, 9)]


def test_ten_players_are_dealt_in() -> None:
    assert deal(SEATS, button=8) == Deal(tuple(map(SeatNumber, SEATS)), SeatNumber(9), SeatNumber(0), SeatNumber(1), {})


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ({1}, (3, 5, 7)),  # had the button
        ({3}, (5, 7, 9)),  # had the small blind: the button passes on, there is no dead button
        ({5}, (3, 7, 9)),  # had the big blind
        ({7}, (3, 5, 9)),
        ({1, 3}, (5, 7, 9)),
        ({3, 5}, (7, 9, 1)),
        ({1, 3, 5}, (7, 7, 9)),
    ],
)
def test_the_button_and_the_blinds_are_never_at_an_empty_seat(gone: set[int], expected: tuple[int, int, int]) -> None:
    """The last hand had its button at 1 and its blinds at 3 and 5."""
    assert places(deal({1, 3, 5, 7, 9} - gone, button=1)) == expected


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_heads_up_the_button_is_the_small_blind_but_in_contest_and_queue_the_big_blind(rulebook: str) -> None:
    played = [places(hand) for hand in hands([3, 8], 3, button=3, rules=RULEBOOKS[rulebook].rules)]
    if rulebook in ("contest", "queue"):
        assert played == [(8, 3, 8), (3, 8, 3), (8, 3, 8)]
    else:
        assert played == [(8, 8, 3), (3, 3, 8), (8, 8, 3)]


@pytest.mark.parametrize(("gone", "button", "other"), [(1, 4, 7), (4, 7, 1), (7, 4, 1)])
def test_button_and_blinds_after_one_of_three_players_leaves(gone: int, button: int, other: int) -> None:
    here = {1, 4, 7} - {gone}  # the last hand had its button at 1, its blinds at 4 and 7
    assert places(deal(here, button=1)) == (button, button, other)
    assert places(deal(here, button=1, rules=QUEUE.rules)) == (button, other, button)


def test_a_third_player_comes_in_as_the_big_blind() -> None:
    for rules in (CASH.rules, CONTEST.rules):
        assert places(deal([2, 4, 6], button=2, waiting=[4], rules=rules)) == (6, 2, 4)


@pytest.mark.parametrize("comer", [0, 9])
def test_heads_up_a_newcomer_between_button_and_small_blind_waits_one_hand(comer: int) -> None:
    assert deal([2, 6, comer], button=2, waiting=[comer]) == deal([2, 6], button=2)
    assert places(deal([2, 6, comer], button=6, waiting=[comer])) == (2, 6, comer)


def test_a_newcomer_waits_for_the_big_blind_and_comes_in_with_it() -> None:
    played = [deal([1, 3, 5, 6, 7], button=button, waiting=[6]) for button in (7, 1)]
    assert [hand.seats for hand in played] == [(1, 3, 5, 7), (1, 3, 5, 6, 7)]
    assert [places(hand) for hand in played] == [(1, 3, 5), (3, 5, 6)]


def test_a_newcomer_between_button_and_small_blind_waits() -> None:
    assert deal([1, 3, 4, 5, 7], button=1, waiting=[4]) == deal([1, 3, 5, 7], button=1)


def test_only_the_newcomer_in_the_big_blind_comes_in() -> None:
    found = deal([1, 3, 5, 6, 7, 8, 9], button=1, waiting=[6, 7, 8])
    assert places(found) == (3, 5, 6)
    assert found.seats == (1, 3, 5, 6, 9)


def test_a_player_who_posts_comes_in_at_once_for_a_big_blind() -> None:
    found = deal([1, 3, 5, 7, 9], button=9, posting=[7])
    assert places(found) == (1, 3, 5)
    assert found.seats == (1, 3, 5, 7, 9)
    assert found.posts == {7: 100}
    assert deal([1, 3, 5, 7, 8, 9], button=9, posting=[7, 8], rules=HOME.rules).posts == {7: 20, 8: 20}


def test_a_player_who_posts_as_the_big_blind_pays_once() -> None:
    assert deal([1, 3, 5, 7], button=7, posting=[5]) == deal([1, 3, 5, 7], button=7)


def test_a_player_who_need_not_wait_posts_nothing() -> None:
    players = [Player(SeatNumber(seat), must_wait=False, posts=True) for seat in (1, 3, 5, 7)]
    assert next_deal(players, button=SeatNumber(7), rules=CASH.rules) == deal([1, 3, 5, 7], button=7)


@pytest.mark.parametrize("waiting", [[3], [3, 5], [3, 5, 7], [1, 3, 5, 7], [1, 3]])
def test_nobody_waits_when_fewer_than_two_others_can_play(waiting: list[int]) -> None:
    assert deal({1, *waiting}, button=0, waiting=waiting) == deal({1, *waiting}, button=0)


@given(ring, any_button)
def test_nobody_pays_the_same_blind_twice_in_a_row_among_three_or_more(seats: set[int], button: int | None) -> None:
    for one, other in pairwise(hands(seats, 2 * len(seats), button=button)):
        assert one.button != other.button
        assert one.small_blind != other.small_blind
        assert one.big_blind != other.big_blind
        assert (other.button, other.small_blind) == (one.small_blind, one.big_blind)


@given(st.sets(st.sampled_from(SEATS), min_size=2), any_button, st.sampled_from([CASH.rules, CONTEST.rules]))
def test_everybody_has_every_position_once_a_lap(seats: set[int], button: int | None, rules: Rules) -> None:
    lap = hands(seats, len(seats), button=button, rules=rules)
    for owners in zip(*[places(hand) for hand in lap], strict=True):
        assert set(owners) == seats


@given(ring, any_button, st.sets(st.sampled_from(SEATS)), st.sets(st.sampled_from(SEATS)))
def test_a_deal_has_different_players_in_clockwise_order(
    seats: set[int], button: int | None, waiting: set[int], posting: set[int]
) -> None:
    found = deal(seats, button=button, waiting=waiting, posting=posting)
    assert seats - waiting - posting <= set(found.seats) <= seats
    assert list(found.seats) == sorted(set(found.seats))
    assert set(places(found)) <= set(found.seats)
    assert len(set(places(found))) == min(3, len(found.seats))
    assert set(found.posts) <= (posting & set(found.seats)) - {found.small_blind, found.big_blind}


def passes(found: Deal, *, button: int, seat: int) -> bool:
    """Tell whether the button has moved over this seat."""
    return 0 < (seat - button) % MOST_PLAYERS < ((found.button - button) % MOST_PLAYERS or MOST_PLAYERS)


@given(ring, st.lists(st.sampled_from(SEATS), min_size=20, max_size=60))
def test_the_button_passes_a_newcomer_at_most_once_unless_a_blind_leaves(seats: set[int], visits: list[int]) -> None:
    """A player sits down or gets up before each hand."""
    last = deal(seats, button=None)
    passed: dict[int, int] = {}  # number of times, by the seats that wait
    for visited in visits:
        if visited not in seats:
            passed[visited] = 0
            seats = seats | {visited}
        elif visited not in (last.small_blind, last.big_blind):
            passed.pop(visited, None)
            seats = seats - {visited}
        found = deal(seats, button=last.button, waiting=passed)
        for seat in list(passed):
            passed[seat] += passes(found, button=last.button, seat=seat)
            if seat in found.seats:
                del passed[seat]
        assert max(passed.values(), default=0) <= 1
        last = found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_the_players_whom_the_deal_names_pay_the_blinds(rulebook: str, players: int) -> None:
    rules = RULEBOOKS[rulebook].rules
    posting = {5} if players == 6 and rules.takes_posts else set()
    found = deal(range(players), button=1, posting=posting, rules=rules)
    chips = [1000] * len(found.seats)
    opening = Opening.make(rules, seats=found.seats, stacks=chips, button=found.button, deck=DECK, posts=found.posts)
    paid = [(event.kind, event.seat) for event in begin(opening).events if isinstance(event, Posted)]
    blinds = [("small_blind", found.small_blind), ("big_blind", found.big_blind)]
    assert paid == [*blinds, *[("post", seat) for seat in posting]]


@pytest.mark.parametrize("players", range(3, MOST_PLAYERS + 1))
def test_a_knock_out_is_over_when_at_most_half_still_have_chips(players: int) -> None:
    over = [left for left in range(players + 1) if knock_out_is_over(players=players, with_chips=left)]
    assert over == list(range(players // 2 + 1))
