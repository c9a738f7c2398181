"""Settle who pays whom: everybody is even, in as few transfers as possible."""

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.records.settlement import MOST_EXACT, NotBalanced, transfers


def balanced(people: int, *, most: int) -> st.SearchStrategy[dict[str, int]]:
    """Draw nets that sum to zero. Small ones let groups be even among themselves."""
    nets = st.lists(st.integers(-most, most), min_size=1, max_size=people - 1)
    return nets.map(lambda found: {f"P{n:02}": net for n, net in enumerate([*found, -sum(found)])})


def fewest(nets: tuple[int, ...]) -> int:
    """Find the fewest transfers by trial: the first person settles with each of the others in turn."""
    left = tuple(net for net in nets if net)
    if not left:
        return 0
    first, rest = left[0], left[1:]
    tries = [n for n, net in enumerate(rest) if net * first < 0]
    return 1 + min(fewest((*rest[:n], rest[n] + first, *rest[n + 1 :])) for n in tries)


def assert_quits(nets: dict[str, int]) -> None:
    balance = Counter(nets)
    for payer, payee, amount in transfers(nets):
        assert amount > 0
        assert nets[str(payer)] < 0 < nets[str(payee)]
        balance[str(payer)] += amount
        balance[str(payee)] -= amount
    assert set(balance.values()) <= {0}


@given(balanced(7, most=6))
def test_number_of_transfers_is_minimal(nets: dict[str, int]) -> None:
    assert_quits(nets)
    assert len(transfers(nets)) == fewest(tuple(nets.values()))


@given(balanced(25, most=1_000))
def test_many_people_are_settled_too(nets: dict[str, int]) -> None:
    assert_quits(nets)
    assert len(transfers(nets)) <= max(0, sum(map(bool, nets.values())) - 1)


def test_four_groups_of_fourteen_people() -> None:
    """Paying largest to largest would take thirteen transfers."""
    groups = ((5, 2, -7), (11, 3, -14), (17, 1, -9, -9), (23, 4, -12, -15))
    nets = dict(zip("ABCDEFGHIJKLMN", chain.from_iterable(groups), strict=True))
    assert len(nets) == MOST_EXACT
    assert_quits(nets)
    assert len(transfers(nets)) == 10


def test_two_with_opposite_nets_settle_between_themselves() -> None:
    nets = {f"W{n}": n for n in range(1, 9)} | {f"L{n}": -n for n in range(1, 9)}
    assert {(payer, payee) for payer, payee, _ in transfers(nets)} == {(f"L{n}", f"W{n}") for n in range(1, 9)}


def test_order_of_nets_does_not_change_the_transfers() -> None:
    nets = {"A": 10, "B": -4, "C": -6, "D": 0}
    assert all(transfers(dict(order)) == transfers(nets) for order in _orders(nets))


def _orders(nets: dict[str, int]) -> list[list[tuple[str, int]]]:
    items = list(nets.items())
    return [items[::-1], *([*pair, *[item for item in items if item not in pair]] for pair in combinations(items, 2))]


def test_nobody_pays_if_nothing_is_owed() -> None:
    assert transfers({}) == []
    assert transfers({"A": 0, "B": 0}) == []


def test_nets_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(NotBalanced):
        transfers({"A": 5, "B": -4})
