"""What is the same as before is left out of a part, and the browser puts it together again."""

import pytest

from tables.room.thinning import changed, thinned
from tests.tables.taking_over import whole

FACE = '<span id="f1"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></span>'
KEPT = '<span id="f1" data-kept></span>'


def part(face: str, stack: int, *, state: str = "live") -> str:
    return f'<li id="seat" data-state="{state}">{face}<input id="x" name="y"><b>{stack}</b></li>'


def test_of_an_element_that_is_the_same_goes_no_more_than_its_name() -> None:
    assert thinned(part(FACE, 1), part(FACE, 2)) == part(KEPT, 2)


def test_however_its_tag_is_written() -> None:
    face = FACE.replace("<span ", '<span\n  class="face"\n  ')
    assert thinned(part(face, 1), part(face, 2)) == part(KEPT, 2)


def test_one_that_only_holds_the_same_is_sent_empty() -> None:
    before, now = part(FACE, 1), part(FACE, 1, state="won")
    assert thinned(before, now).startswith('<li id="seat" data-state="won" data-same></li>')


def test_one_that_holds_something_else_is_sent_whole() -> None:
    other = FACE.replace("M0 0", "M1 1")
    assert thinned(part(FACE, 1), part(other, 2)) == part(other, 2)


@pytest.mark.parametrize("odd", ["<p>", "</p>", "<b><i></b></i>"])
def test_what_is_no_tree_is_sent_as_it_is(odd: str) -> None:
    assert thinned(part(FACE, 1) + odd, part(FACE, 2) + odd) == part(FACE, 2) + odd


@pytest.mark.parametrize("now", [part(FACE, 2), part("", 1), part(FACE, 1, state="won"), "<p>nothing</p>"])
def test_the_browser_has_the_whole_of_it(now: str) -> None:
    before = part(FACE, 1)
    assert whole(before, thinned(before, now)) == now


def test_nothing_is_left_out_where_that_would_be_longer() -> None:
    before, now = '<p><b id="a">1</b>2</p>', '<p><b id="a">1</b>3</p>'
    assert thinned(before, now) == now


def test_of_a_menu_go_the_smallest_parts_in_which_all_lies_that_changed() -> None:
    def menu(*stacks: int) -> str:
        rows = "".join(f'<li id="r{n}"><i>{stack}</i><b id="n{n}">Ada</b></li>' for n, stack in enumerate(stacks))
        return f'<div id="menu"><p>Players</p><ul id="rows">{rows}</ul></div>'

    row = '<li id="r1"><i>{}</i><b id="n1">Ada</b></li>'
    assert changed(menu(1, 2, 3), menu(1, 5, 3)) == [("r1", row.format(2), row.format(5))]
    assert changed(menu(1, 2), menu(1, 2)) == []
    assert [name for name, *_ in changed(menu(1, 2, 3), menu(1, 2))] == ["rows"]
    assert changed(menu(1), menu(1).replace("Players", "People")) == []
