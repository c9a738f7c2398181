"""Decide which names are allowed, and when two names look alike."""

import re
import unicodedata
from functools import lru_cache

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 20
# Unicode's Default_Ignorable_Code_Point: characters that are not shown, whatever category they claim.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
    "\u2d7f\U0001107f\U00010a3f\U00011a47\U00016fe4]"  # and joiners that most fonts do not draw
)
_JOINERS = " _-.'’·"
_RESERVED = ("house", "system", "deleted", "deleted player", "系统", "系統", "庄家", "莊家", "已注销的玩家")
_RESERVED_WORDS = ("admin", "admins", "mod", "mods", "staff", "dealer")  # reserves "The Admin" and "Admin 1" too
_RESERVED_WITHIN = (
    "evenhand",
    "moderator",
    "administrator",
    "管理员",
    "管理員",
    "房管",
    "版主",
)  # reserves "Evenhand staff" too


def tidy(name: str) -> str:
    """Return the form in which a name is kept: compatibility letters unified, spaces single."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def check(name: str) -> None:
    """Refuse a tidy name that is too short or long, or has characters other than letters, digits and joiners."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters."),
            code="name_length",
            params={"least": SHORTEST, "most": LONGEST},
        )
    if _UNSEEN.search(name) or not all(char in _JOINERS or _is_word(char) for char in name):
        raise ValidationError(_("Use letters, digits, spaces and - _ . ' only."), code="name_characters")
    if not _is_word(name[0]) or unicodedata.category(name[0])[0] == "M" or not _is_word(name[-1]):
        raise ValidationError(_("A name begins and ends with a letter or a digit."), code="name_ends")
    if _stacked_marks(name) > 2:
        raise ValidationError(_("There are too many accents on one letter."), code="name_marks")
    if _names_an_office(name):
        raise ValidationError(_("This name is reserved; choose another."), code="name_reserved")


def _names_an_office(name: str) -> bool:
    words = {key for word in re.split(r"[\W\d_]+", name) if word for key in look_alikes(word)}
    own = look_alikes(name)
    if own & _keys(_RESERVED) or (words | own) & _keys(_RESERVED_WORDS):
        return True
    return any(office in key for key in own for office in _keys(_RESERVED_WITHIN))


def _is_word(char: str) -> bool:
    return unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd")


def _stacked_marks(name: str) -> int:
    most = run = 0
    for char in name:
        run = run + 1 if unicodedata.category(char) == "Mn" else 0
        most = max(most, run)
    return most


def look_alikes(name: str) -> frozenset[str]:
    """Return the keys of a name; two names with a key in common are taken for one another.

    There are several, because folding case and folding shapes do not commute: "AIice" with a capital i looks like
    "Alice", which is the same name as "ALICE", which "ALlCE" with a small L looks like.
    """
    letters = "".join(char for char in name if char not in _JOINERS)
    written = (letters, letters.upper(), letters.casefold())
    return frozenset(skeleton(skeleton(text).casefold()) for text in written)


def skeleton(text: str) -> str:
    """Return the shape of a text after Unicode UTS #39: look-alikes have the same one."""
    table = _prototypes()
    seen = _UNSEEN.sub("", unicodedata.normalize("NFD", text))
    shape = "".join(table.get(char, char) for char in seen)
    return unicodedata.normalize("NFD", shape)


@lru_cache
def _keys(reserved: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(look_alikes(name) for name in reserved))


@lru_cache
def _prototypes() -> dict[str, str]:
    """Map each character to one representative of its look-alikes: all characters that pairs of the table connect."""
    parent: dict[str, str] = {}

    def root(text: str) -> str:
        while parent.setdefault(text, text) != text:
            parent[text] = text = parent[parent[text]]
        return text

    for source, others in confusables_data.items():
        for other in others:
            parent[root(_bare(source))] = root(_bare(other["c"]))
    families: dict[str, list[str]] = {}
    for text in parent:
        families.setdefault(root(text), []).append(text)
    return {
        member: max(family, key=lambda text: (len(text), text.isascii(), text))
        for family in families.values()
        for member in family
        if len(member) == 1
    }


def _bare(text: str) -> str:
    """Strip the marks of direction in which the table wraps right-to-left characters."""
    return text.strip("\u200e\u200f")
