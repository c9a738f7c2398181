"""Draw cumulative winnings as an SVG chart: its places are all texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.core.words import signed
from tables.history.results.by_hand import Group

FIGURE: Final = 7.4
"""The rough width of a digit on the axes; `SIGN` is that of a Chinese character there."""
SIGN: Final = 13
LARGE_FIGURE: Final = 10.5
MOST_DAYS: Final = 5
MOST_DOTS: Final = 60
"""The most points with dots: more would lie on one another, and the line is enough."""
TOP: Final = 14
LABEL: Final = 22
FOOT: Final = 30
GAP: Final = 10


class Step(NamedTuple):
    """Holds one hand, or some that follow one another if there are too many to tell apart."""

    at: datetime
    net: int
    total: int
    hands: int = 1


class Mark(NamedTuple):
    x: str
    y: str
    text: str


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    left: str
    right: str
    zero: str
    line: str
    area: str
    levels: Sequence[Mark]
    days: Sequence[Mark]
    points: Sequence[Mark]
    last: Mark
    beside: bool
    loses: bool


def steps(played: Sequence[Group], most: int) -> list[Step]:
    """Join the groups into at most this many steps."""
    size = max(1, -(-len(played) // most))
    total, found = 0, []
    for first in range(0, len(played), size):
        some = played[first : first + size]
        net = sum(group.net for group in some)
        total += net
        found.append(Step(some[-1].at, net, total, sum(group.hands for group in some)))
    return found


class _Frame(NamedTuple):
    """Places the lines within the chart."""

    left: float
    right: float
    top: float
    high: int
    scale: float

    def y(self, total: int) -> float:
        return self.top + (self.high - total) * self.scale

    def way(self, totals: Sequence[int]) -> list[tuple[str, str]]:
        """Return the points from edge to edge, in even steps."""
        step = (self.right - self.left) / (len(totals) - 1)
        return [(_number(self.left + step * place), _number(self.y(total))) for place, total in enumerate(totals)]


def chart(found: Sequence[Step], *, width: int, height: int, beside: bool) -> Chart:
    """Draw the line from zero at the left edge to each step; days are named below where there is room.

    The last number stands `beside` the last point, or else above the chart, which leaves the line more room.
    """
    totals = [0, *(step.total for step in found)]
    low, high = (min(totals), max(totals)) if any(totals) else (-2, 2)
    levels, end = _levels(low, high), signed(totals[-1]) or "0"
    low, high = min(low, levels[0]), max(high, levels[-1])
    left = GAP + 4 + FIGURE * max(len(signed(level)) for level in levels)
    right = width - GAP - 2 - (LARGE_FIGURE * len(end) if beside else 0)
    top = TOP if beside else TOP + LABEL
    frame = _Frame(left, right, top, high, (height - top - FOOT) / (high - low))
    way, zero = frame.way(totals), _number(frame.y(0))
    line = " ".join(f"{x},{y}" for x, y in way)
    points = [Mark(x, y, _told(step)) for (x, y), step in zip(way[1:], found, strict=True)]
    last = (right + 12, frame.y(totals[-1]) + 5) if beside else (right, LABEL - 4)
    return Chart(
        *(width, height, _number(left), _number(right), zero, line),
        area=f"{_number(left)},{zero} {line} {_number(right)},{zero}",
        levels=[Mark(_number(left - 8), _number(frame.y(level)), signed(level)) for level in levels],
        days=[_below(points[place], day(found[place].at), width, height) for place in _spread(found, right - left)],
        points=points if len(points) <= MOST_DOTS else [],
        last=Mark(_number(last[0]), _number(last[1]), end),
        beside=beside,
        loses=totals[-1] < 0,
    )


def _below(point: Mark, text: str, width: int, height: int) -> Mark:
    """Place a text in the middle below its point, or as near as the edge allows."""
    return Mark(_number(min(float(point.x), width - _width(text) / 2)), str(height - 6), text)


def _number(length: float) -> str:
    """Write a number for SVG, which does not depend on the reader's language."""
    return f"{length:.1f}"


def _levels(low: int, high: int) -> list[int]:
    """Choose a few round numbers, zero among them; the line hardly goes beyond the first and the last."""
    size = max(high - low, 4)
    unit = 10 ** (len(str(size)) - 1)
    step = next(step for step in (unit // 5, unit // 2, unit, 2 * unit, 5 * unit) if step and size / step <= 5)
    first, last = -(-low // step) * step, high // step * step
    first -= step * (first - low > step // 4)
    last += step * (high - last > step // 4)
    return list(range(first, last + 1, step))


def _spread(found: Sequence[Step], room: float) -> list[int]:
    """Choose the steps to name: the last one, and others at even distances before it; no day twice."""
    widest = max(_width(day(step.at)) for step in found)
    most = max(1, min(MOST_DAYS, int(room / (widest + GAP))))
    gap = -(-len(found) // most)
    places = range(len(found) - 1, -1, -gap)[::-1]
    return list({day(found[place].at): place for place in places}.values())


def _width(text: str) -> float:
    return sum(FIGURE if sign.isascii() else SIGN for sign in text)


def day(at: datetime) -> str:
    local = timezone.localtime(at)
    this_year = local.year == timezone.localtime().year
    form = pgettext("day of this year", "j M") if this_year else pgettext("day of another year", "j M Y")
    return date_format(local, form)


def _told(step: Step) -> str:
    """Describe a point to a viewer who points at it."""
    told = {"day": day(step.at), "net": signed(step.net), "total": signed(step.total)}
    return _("%(day)s: %(net)s, in all %(total)s") % told
