"""Name the 169 kinds of hole cards as players write them, and read lists of them: `AKs, TT+, 88-TT, KTo+`."""

import re
from collections.abc import Iterator
from typing import Final

from tables.engine.cards import RANKS, Card, rank_of, suit_of

LONGEST: Final = 120
_PART: Final = re.compile(r"(\w\w[SO]?)(?:(\+)|-(\w\w[SO]?))?")
_KIND: Final = re.compile(f"([{RANKS}])([{RANKS}])([SO]?)")
_DASH: Final = re.compile(r"\s*[-–]\s*")
_SEPARATORS: Final = re.compile(r"[\s,;，、；]+")


class NotKinds(ValueError):
    """Says that `part` of a list names no kind of hole cards."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def kind_of(cards: tuple[Card, Card]) -> str:
    """Return `AA`, `AKs` (of one suit) or `AKo`."""
    high, low = max(cards), min(cards)
    if rank_of(high) == rank_of(low):
        return _name(rank_of(high), rank_of(low), "")
    return _name(rank_of(high), rank_of(low), "s" if suit_of(high) == suit_of(low) else "o")


def parse_kinds(text: str) -> frozenset[str]:
    """Return all kinds that any of the parts names; without s or o both are meant. Raises `NotKinds`."""
    kinds: set[str] = set()
    for part in filter(None, _SEPARATORS.split(_DASH.sub("-", text).replace("10", "T"))):
        found = _PART.fullmatch(part.upper())
        if found is None:
            raise NotKinds(part)
        first, plus, last = found.groups()
        kinds.update(_range(part, first, last) if last else _upwards(part, first) if plus else _both(part, first))
    return frozenset(kinds)


def _name(high: int, low: int, suits: str) -> str:
    return RANKS[high] + RANKS[low] + suits


def _named(high: int, low: int, suits: str) -> Iterator[str]:
    if high == low:
        yield _name(high, low, "")
    else:
        yield from (_name(high, low, one) for one in (suits or "so"))


def _read(part: str, kind: str) -> tuple[int, int, str]:
    """Return the ranks, the higher first, and the suits: s, o or empty."""
    found = _KIND.fullmatch(kind)
    if found is None:
        raise NotKinds(part)
    one, other, suits = RANKS.index(found[1]), RANKS.index(found[2]), found[3].lower()
    if one == other and suits:
        raise NotKinds(part)
    return max(one, other), min(one, other), suits


def _both(part: str, kind: str) -> Iterator[str]:
    return _named(*_read(part, kind))


def _upwards(part: str, kind: str) -> Iterator[str]:
    """Name the pairs up to the aces; else let the lower card go up to just below the higher one."""
    high, low, suits = _read(part, kind)
    if high == low:
        return (_name(rank, rank, "") for rank in range(high, len(RANKS)))
    return (name for rank in range(low, high) for name in _named(high, rank, suits))


def _range(part: str, first: str, last: str) -> Iterator[str]:
    """Name the kinds of `88-TT` or `A2s-A5s`, in either order: two pairs, or the same higher card and suits."""
    (high, low, suits), (other_high, other_low, other_suits) = _read(part, first), _read(part, last)
    pairs = high == low, other_high == other_low
    if pairs == (True, True):
        return (_name(rank, rank, "") for rank in range(min(high, other_high), max(high, other_high) + 1))
    if any(pairs) or high != other_high or suits != other_suits:
        raise NotKinds(part)
    return (name for rank in range(min(low, other_low), max(low, other_low) + 1) for name in _named(high, rank, suits))
