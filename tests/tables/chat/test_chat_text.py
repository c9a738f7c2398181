"""Test what becomes of a text before it is a line of chat."""

import unicodedata

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tables.chat.tidying import MOST_MARKS, MOST_READ, tidied, tidy
from tables.core.refusals import Refused

NASTY = "\u202e\u2066\u200b\u200d\ufe0f\u0301\u0489\u2800\u3164\u00ad\n\t\r\x00\x1b e\u0308👩💻❤7#\ue000\U000e0041"
texts = st.one_of(st.text(max_size=60), st.text(alphabet=NASTY, max_size=60))


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("  nice   hand ", "nice hand"),
        ("one\ntwo\r\nthree\tfour\u2028five", "one two three four five"),
        ("你好，好牌！", "你好，好牌！"),
        ("e\u0301", "é"),
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2066b\u2069c\u200ed\u061ce", "abcde"),
        ("fo\u00adld\u200b\u2060\ufeff", "fold"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("Z\u0300\u0301\u0302\u0303\u0304al", "Z\u0300\u0301al"),
        ("Z\u0300\u0301\u200b\u0302\u0303al", "Z\u0300\u0301al"),
        ("\u0301\u0302\u0303hi", "hi"),
        ("👩\u200d💻 ❤\ufe0f 👍🏽 7\ufe0f\u20e3 🇨🇳", "👩\u200d💻 ❤\ufe0f 👍🏽 7\ufe0f\u20e3 🇨🇳"),
        ("a\u200db", "ab"),
        ("👩\u200dx", "👩x"),
        ("👩\u200d", "👩"),
        ("a\ufe0fb", "ab"),
        ("\u2800\u3164\u115f", ""),
        ("\ue000\udc00", ""),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("ไม่รู้ שָׁלוֹם ç̈", "ไม่รู้ שָׁלוֹם ç̈"),
    ],
)
def test_only_what_people_write_is_kept(raw: str, kept: str) -> None:
    assert tidy(raw) == unicodedata.normalize("NFC", kept)


@given(texts)
def test_tidying_twice_changes_nothing(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)


@given(texts)
def test_tidied_text_is_one_line_without_hidden_characters(text: str) -> None:
    found = tidy(text)
    kinds = {unicodedata.category(char) for char in found if char != "\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    assert found == found.strip() == unicodedata.normalize("NFC", found)
    assert "  " not in found


@given(texts)
def test_marks_are_not_stacked_high(text: str) -> None:
    run = 0
    for char in tidy(text):
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") and char != "\ufe0f" else 0
        assert run <= MOST_MARKS


@given(texts)
def test_tidied_text_is_visible_or_empty(text: str) -> None:
    found = tidy(text)
    assert not found or any(unicodedata.category(char)[0] in "LNPS" or char > "\U0001f000" for char in found)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P"], max_codepoint=0x24F), max_size=50))
def test_plain_text_stays_as_it_was_written(text: str) -> None:
    assert tidy(text) == unicodedata.normalize("NFC", text)


def test_text_has_at_most_three_hundred_characters() -> None:
    assert tidied("x" * 300) == "x" * 300
    assert tidied("  " + "x" * 300 + "\u200b" * 300) == "x" * 300
    for long in ("x" * 301, "x" * (MOST_READ + 1), " " * 10**6):
        with translation.override("en"), pytest.raises(Refused, match="300 characters"):
            tidied(long)
