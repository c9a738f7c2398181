"""Test that the sent pieces turn one list of chat lines into the other, whatever changes in what a viewer may read."""

from dataclasses import dataclass
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from poker_site.web.fragments import Fragment, delta
from tables.chat.lines import ChatLines
from tables.chat.view import chat_of, read_chat
from tables.models import ChatMessage, Table
from tests.tables.frames import PARTIAL


@dataclass(frozen=True)
class Line:
    number: int
    removed: bool
    reported: bool

    @property
    def id(self) -> str:
        return f"c-{self.number}"

    def html(self, language: str) -> str:
        return f"[{self.number} {self.removed:d}{self.reported:d}]"


flags = st.tuples(st.booleans(), st.booleans())
lists = st.dictionaries(st.integers(1, 12), flags, max_size=12).map(
    lambda found: tuple(Line(number, *found[number]) for number in sorted(found))
)


def chat(lines: tuple[Line, ...], oldest: int = 1) -> ChatLines:
    return ChatLines("t-chat-lines", cast(tuple[Fragment, ...], lines), oldest=oldest)


def shown(lines: list[str], frame: str) -> list[str]:
    """Apply one piece after the other, as htmx does."""
    lines = list(lines)
    for name, swap, text in PARTIAL.findall(frame):
        pieces = [f"[{piece}" for piece in text.split("[")[1:]]
        if name == "t-chat-lines":
            lines = {"beforeend": lines + pieces, "afterbegin": pieces + lines}[swap]
            continue
        [place] = [at for at, line in enumerate(lines) if line.startswith(f"[{name.removeprefix('c-')} ")]
        lines[place : place + 1] = {"delete": [], "outerMorph": pieces, "afterend": [lines[place], *pieces]}[swap]
    return lines


@given(lists, lists)
def test_pieces_turn_one_list_into_the_other(before: tuple[Line, ...], now: tuple[Line, ...]) -> None:
    old = [line.html("en") for line in before]
    assert shown(old, chat(now).news(chat(before), "en")) == [line.html("en") for line in now]


@given(lists, st.integers(1, 12))
def test_old_lines_stay_where_they_are(before: tuple[Line, ...], oldest: int) -> None:
    now = tuple(line for line in before if line.number >= oldest)
    assert chat(now, oldest).news(chat(before), "en") == ""


@pytest.mark.django_db
def test_removed_or_changed_line_sends_no_other(three: Table, alice: User, bob: User, ted: User) -> None:
    rows = [ChatMessage(table=three, user=alice, room="players", text=f"line {number}") for number in range(50)]
    ChatMessage.objects.bulk_create([*rows[:25], ChatMessage(table=three, user=ted, room="watchers", text="psst")])
    ChatMessage.objects.bulk_create(rows[25:])

    def page() -> Any:
        return chat_of(read_chat(three.pk), bob)

    before = page()
    Table.objects.filter(pk=three.pk).update(watchers_apart=True)
    apart = page()
    gone = delta(before, apart)
    assert gone == f"<hx-partial id=c-{three.chat.get(text='psst').pk} hx-swap=delete></hx-partial>"
    Table.objects.filter(pk=three.pk).update(watchers_apart=False)
    back = delta(apart, page())
    assert "hx-swap=afterend" in back
    assert "psst" in back
    assert len(back.encode()) < 4_000
