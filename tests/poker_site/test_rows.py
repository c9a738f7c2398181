"""Frames turn the rows that a browser shows into the present ones, however the list has changed."""

import re

from hypothesis import given
from hypothesis import strategies as st

from poker_site.web.fragments import Fragment, ViewModel, view_model
from poker_site.web.rows import Rows

PARTIAL = re.compile(r"<hx-partial id=([a-z0-9-]+)(?: hx-swap=(\w+))?>(.*?)</hx-partial>", re.DOTALL)
ROW = re.compile(r'<li id="asking-(\d+)">.*?<h3>(\w+)</h3>.*?</li>', re.DOTALL)
LISTS = st.lists(st.tuples(st.integers(0, 9), st.sampled_from("AB")), unique_by=lambda row: row[0])
Shown = list[tuple[int, str]]


@view_model
class Person(ViewModel):
    id: int
    name: str


def rows_of(shown: Shown) -> Rows:
    found = [Person(id=number, name=name) for number, name in shown]
    return Rows("all", tuple(Fragment(f"asking-{one.id}", "tables/friends/asking.html", one) for one in found))


def rows_in(html: str) -> Shown:
    return [(int(number), name) for number, name in ROW.findall(html)]


def applied(shown: Shown, frame: str) -> Shown:
    """Change the list as a browser does, which finds all the places before it changes anything."""
    kept: list[list[tuple[int, str]]] = [[], *[[row] for row in shown]]
    places = {f"asking-{number}": kept[place] for place, (number, _) in enumerate(shown, start=1)} | {"all": kept[0]}
    for name, swap, html in PARTIAL.findall(frame):
        place = places[name]
        if not swap:
            return rows_in(html)
        if swap in ("delete", "outerMorph"):
            place[:1] = rows_in(html)
        else:
            assert swap == ("afterbegin" if name == "all" else "afterend")
            place += rows_in(html)
    return [row for place in kept for row in place]


@given(LISTS, LISTS)
def test_rows_come_go_move_and_change(before: Shown, now: Shown) -> None:
    frame = rows_of(now).news(rows_of(before), "en")
    assert applied(before, frame) == now
    assert (frame == "") is (before == now)


def test_one_row_that_changed_is_sent_alone() -> None:
    frame = rows_of([(1, "A"), (2, "B"), (3, "A")]).news(rows_of([(1, "A"), (2, "A"), (3, "A")]), "en")
    assert [(name, swap) for name, swap, _ in PARTIAL.findall(frame)] == [("asking-2", "outerMorph")]


def test_one_row_that_moves_is_sent_alone() -> None:
    four = [(1, "A"), (2, "A"), (3, "A"), (4, "A")]
    frame = rows_of([four[3], *four[:3]]).news(rows_of(four), "en")
    assert [(name, swap) for name, swap, _ in PARTIAL.findall(frame)] == [("asking-4", "delete"), ("all", "afterbegin")]
