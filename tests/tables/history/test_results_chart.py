"""Draw the chart of cumulative winnings: points, levels and days, and the deepest fall."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tables.history.results.by_hand import Group
from tables.history.results.chart import Step, chart, day, steps
from tables.history.results.summary import deepest_fall


def test_deepest_fall_is_from_a_height_to_what_follows() -> None:
    assert deepest_fall([100, -50, 200, -120, -30, 400]) == -150
    assert deepest_fall([-100, 50]) == -100
    assert deepest_fall([1, 2, 3]) == 0


def test_many_hands_share_a_point() -> None:
    now = timezone.now()
    found = steps([Group(now + timedelta(hours=hour), 10, 1) for hour in range(125)], 60)
    assert len(found) == 42
    assert found[0] == Step(now + timedelta(hours=2), 30, 30, 3)
    assert (found[-1].total, found[-1].hands) == (1_250, 2)


@pytest.mark.parametrize("nets", [[5], [-5], [0], [0, 0], [10**12, -(10**13)], [1, -1] * 30, [-3, -4], [1]])
def test_line_stays_inside_the_chart(nets: list[int]) -> None:
    drawn = chart(steps([Group(timezone.now(), net, 1) for net in nets], 60), width=760, height=260, beside=True)
    places = [tuple(map(float, place.split(","))) for place in drawn.line.split()]
    assert len(places) == len(nets) + 1
    assert all(0 <= x <= 760 and 0 <= y <= 230 for x, y in places)
    assert 2 <= len(drawn.levels) <= 7
    assert len(drawn.days) <= 5


def test_no_day_is_named_twice() -> None:
    now = timezone.now()
    evening = steps([Group(now + timedelta(days=hour // 7), 10, 1) for hour in range(10)], 60)
    drawn = chart(evening, width=760, height=260, beside=True)
    assert [mark.text for mark in drawn.days] == [day(now), day(now + timedelta(days=1))]


@pytest.mark.parametrize(
    ("nets", "levels"),
    [
        ([-280, 1_260], ["−500", "0", "+500", "+1,000"]),
        ([280, -1_260], ["−1,000", "−500", "0", "+500"]),
        ([2_080, -200], ["0", "+500", "+1,000", "+1,500", "+2,000"]),
    ],
)
def test_line_hardly_goes_beyond_its_levels(nets: list[int], levels: list[str]) -> None:
    drawn = chart(steps([Group(timezone.now(), net, 1) for net in nets], 60), width=760, height=260, beside=True)
    assert [level.text for level in drawn.levels] == levels
