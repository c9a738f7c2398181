"""Find who pays whom when a table is settled, in the fewest transfers."""

from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple, TypeVar

MOST_EXACT: Final = 14
"""The most people whose groups are searched for: ten at the table, and some who went home. Each more doubles the work,
which takes 20 ms for these."""

Person = TypeVar("Person", bound=Hashable)
Net = tuple[Person, int]


class NotBalanced(ValueError):
    """Says that what some have won is not what others have lost."""


class Transfer(NamedTuple):
    payer: Hashable
    payee: Hashable
    amount: int


def transfers(nets: Mapping[Person, int]) -> list[Transfer]:
    """Return the fewest transfers that settle these nets. The same nets give the same list.

    A group that owes nothing to anybody outside settles with one transfer less than it has members, so the fewest
    transfers come from the most groups that each sum to zero.
    """
    if sum(nets.values()):
        raise NotBalanced
    open_nets = sorted(((p, net) for p, net in nets.items() if net), key=lambda found: (found[1], str(found[0])))
    pairs, rest = _pairs(open_nets)
    groups = _most_groups(rest) if len(rest) <= MOST_EXACT else [rest]
    return sorted(
        (transfer for group in [*pairs, *groups] for transfer in _settle(group)),
        key=lambda transfer: (-transfer.amount, str(transfer.payer), str(transfer.payee)),
    )


def _pairs(nets: list[Net[Person]]) -> tuple[list[list[Net[Person]]], list[Net[Person]]]:
    """Return pairs whose nets cancel out, and the rest. Each such pair is a group in some best solution."""
    pairs: list[list[Net[Person]]] = []
    rest: list[Net[Person]] = []
    for person, net in nets:
        other = next((found for found in rest if found[1] == -net), None)
        if other is None:
            rest.append((person, net))
        else:
            rest.remove(other)
            pairs.append([other, (person, net)])
    return pairs, rest


def _most_groups(nets: list[Net[Person]]) -> list[list[Net[Person]]]:
    """Split people into the most groups that each sum to zero.

    For each set of people it keeps the order of adding them one by one in which their sum is zero most often.
    """
    sums, most, last = [0], [0], [0]
    for people in range(1, 1 << len(nets)):
        lowest = (people & -people).bit_length() - 1
        sums.append(sums[people & (people - 1)] + nets[lowest][1])
        without = [one for one in range(len(nets)) if people >> one & 1]
        best = max(without, key=lambda one: most[people ^ 1 << one])
        most.append(most[people ^ 1 << best] + (sums[people] == 0))
        last.append(best)
    return _read_back(nets, sums, last)


def _read_back(nets: list[Net[Person]], sums: list[int], last: list[int]) -> list[list[Net[Person]]]:
    groups: list[list[Net[Person]]] = []
    people = (1 << len(nets)) - 1
    while people:
        if sums[people] == 0:
            groups.append([])
        groups[-1].append(nets[last[people]])
        people ^= 1 << last[people]
    return groups


def _settle(group: list[Net[Person]]) -> list[Transfer]:
    """Pay the largest debt to the largest claim, until there are none; each transfer settles at least one person."""
    owes = {person: -net for person, net in group if net < 0}
    gets = {person: net for person, net in group if net > 0}
    made = []
    while owes:
        payer, payee = max(owes, key=owes.__getitem__), max(gets, key=gets.__getitem__)
        amount = min(owes[payer], gets[payee])
        made.append(Transfer(payer, payee, amount))
        for side, person in ((owes, payer), (gets, payee)):
            side[person] -= amount
            if not side[person]:
                del side[person]
    return made
