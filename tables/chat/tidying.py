"""Tidy texts for the chat: keep visible characters in order, and stack no more marks than real writing needs."""

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext_lazy as _

from tables.core.refusals import Refused
from tables.models.chat import LONGEST_MESSAGE

MOST_MARKS = 2
MOST_READ = 4_000
"""Longer texts are refused unread: nobody writes more than this by hand."""

_BLANK: Final = re.compile("[\\s\u2800\u3164\uffa0\u115f\u1160]+")
"""Matches white space and characters that count as letters or symbols but show nothing."""
_UNSEEN: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0e\U000e0100-\U000e01ef]")
_DROPPED: Final = ("Cc", "Cf", "Cs", "Co")
"""Lists control characters, direction and other formatting, halves of surrogate pairs, private use."""
_JOINER, _AS_EMOJI = "\u200d", "\ufe0f"
_EMOJI: Final = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\u00a9\u00ae\U0001f000-\U0001faff]")
_KEYCAP: Final = "0123456789#*"


def tidy(text: str) -> str:
    """Return the text in the form in which it is kept; tidying it again changes nothing."""
    while (found := _once(text)) != text:
        text = found
    return text


def tidied(text: str, *, longest: int = LONGEST_MESSAGE) -> str:
    """Return the tidied text; refuse it if it is too long."""
    found = tidy(text) if len(text) <= MOST_READ else ""
    if len(found) > longest or len(text) > MOST_READ:
        raise Refused(_("That is too long: write %(most)s characters at most."), most=longest)
    return found


def _once(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", _BLANK.sub(" ", _UNSEEN.sub("", text))).strip():
        if _is_mark(char):
            marks += 1
            if marks > MOST_MARKS or not kept:
                continue
        elif not _may_stay(char, kept):
            continue
        else:
            marks = 0 if char not in (_JOINER, _AS_EMOJI) else marks
        kept.append(char)
    while kept and kept[-1] == _JOINER:
        kept.pop()
    return unicodedata.normalize("NFC", "".join(kept))


def _is_mark(char: str) -> bool:
    return char != _AS_EMOJI and unicodedata.category(char) in ("Mn", "Me")


def _may_stay(char: str, before: list[str]) -> bool:
    """Return whether to keep a character; joiners and the emoji sign stay only where they make an emoji."""
    last = before[-1] if before else ""
    if char == _JOINER:
        return bool(last) and (last == _AS_EMOJI or bool(_EMOJI.match(last)))
    if char == _AS_EMOJI:
        return bool(last) and (last in _KEYCAP or bool(_EMOJI.match(last)))
    if last == _JOINER and not _EMOJI.match(char):
        before.pop()
    category = unicodedata.category(char)
    return category not in _DROPPED and (category != "Cn" or bool(_EMOJI.match(char)))
