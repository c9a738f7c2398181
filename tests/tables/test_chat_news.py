"""Whatever changes in what somebody may read: the pieces sent make the one list of lines into the other."""

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tables.models import ChatMessage, Table
from tables.page import talk, talk_news
from tables.page.talk import Heard, Hearing, Key
from tests.tables.taking_over import PARTIAL

flags = st.tuples(st.booleans(), st.booleans())
lists = st.dictionaries(st.integers(1, 12), flags, max_size=12).map(
    lambda found: tuple(Key(number, *found[number]) for number in sorted(found))
)


def drawn(keys: Collection[Key]) -> str:
    return "".join(f"[{key.message} {key.removed:d}{key.reported:d}]" for key in keys)


def hearing(keys: tuple[Key, ...], oldest: int) -> Hearing:
    found = SimpleNamespace(heard=Heard(keys), drawn=drawn, talk=SimpleNamespace(messages=[SimpleNamespace(pk=oldest)]))
    return cast(Hearing, found)


def shown(lines: list[str], frame: str) -> list[str]:
    """As htmx does it, one piece after the other."""
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
def test_the_pieces_make_the_one_list_into_the_other(before: tuple[Key, ...], now: tuple[Key, ...]) -> None:
    old = [drawn([key]) for key in before]
    assert shown(old, talk_news.frame(Heard(before), hearing(now, oldest=1))) == [drawn([key]) for key in now]


@given(lists, st.integers(1, 12))
def test_what_is_merely_old_stays_where_it_is(before: tuple[Key, ...], oldest: int) -> None:
    now = tuple(key for key in before if key.message >= oldest)
    assert talk_news.frame(Heard(before), hearing(now, oldest=oldest)) == ""


@pytest.mark.django_db
def test_a_line_that_goes_or_changes_sends_no_other(three: Table, alice: User, bob: User, ted: User) -> None:
    rows = [ChatMessage(table=three, user=alice, room="players", text=f"line {number}") for number in range(50)]
    ChatMessage.objects.bulk_create([*rows[:25], ChatMessage(table=three, user=ted, room="watchers", text="psst")])
    ChatMessage.objects.bulk_create(rows[25:])
    before: Any = talk.hearing(three.pk, bob).heard
    Table.objects.filter(pk=three.pk).update(watchers_apart=True)
    apart = talk.hearing(three.pk, bob)
    gone = talk_news.frame(before, apart)
    assert gone == f"<hx-partial id=c-{three.chat.get(text='psst').pk} hx-swap=delete></hx-partial>"
    Table.objects.filter(pk=three.pk).update(watchers_apart=False)
    back = talk_news.frame(apart.heard, talk.hearing(three.pk, bob))
    assert "hx-swap=afterend" in back
    assert "psst" in back
    assert len(back.encode()) < 4_000
