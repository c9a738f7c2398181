"""Keep the shelf of hands that a user brought along. Nobody else sees it, and it belongs to no table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.rights import lock_open
from poker_site.web.limits import allow
from tables.core.deadlines import now
from tables.core.refusals import Refused
from tables.history.export.shelf import LONGEST_TITLE, Fit, Unfit, examine
from tables.models import StudyHand

MOST_KEPT: Final = 500
MOST_FILES: Final = 20
MOST_AT_ONCE: Final = MOST_KEPT
"""The most hands in all files together: to play one takes a millisecond, one made to be slow ten times that."""
MOST_BYTES: Final = 1_000_000
"""The most bytes of all files together: to read a million made to be slow takes seconds."""


@dataclass(frozen=True)
class Brought:
    added: int
    known: int
    """The number of hands that were on the shelf already."""
    unfit: list[Unfit]


def bring(user: User, files: Sequence[tuple[str, bytes]]) -> Brought:
    """Put the hands that can be played on the shelf, and name the rest."""
    if len(files) > MOST_FILES:
        raise Refused(_("At most %(most)s files at a time."), most=MOST_FILES)
    if sum(len(content) for _name, content in files) > MOST_BYTES:
        raise Refused(_("At most 1 MB at a time."))
    allow("study", user.pk)
    looked_at: list[Fit | Unfit] = []
    for name, content in files:
        looked_at += _examined(name, content, most=max(0, MOST_AT_ONCE - len(looked_at)))
    fit = [one for one in looked_at if isinstance(one, Fit)]
    added = _put(user, fit)
    return Brought(added, len(fit) - added, [one for one in looked_at if isinstance(one, Unfit)])


def _examined(name: str, content: bytes, *, most: int = MOST_AT_ONCE) -> list[Fit | Unfit]:
    shown = name.replace("\0", "")[-LONGEST_TITLE:]
    if not content.strip():
        return [Unfit(shown, None, None, str(_("the file is empty")))]
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return [Unfit(shown, None, None, str(_("this is no text file in UTF-8")))]
    return list(examine(shown, text, most=most))


def _put(user: User, fit: Sequence[Fit]) -> int:
    """Put new hands on the shelf, and return how many there were."""
    with transaction.atomic():
        lock_open(user)
        mine = StudyHand.objects.filter(owner=user)
        there = set(mine.filter(source__in={one.source for one in fit}).values_list("source", flat=True))
        new = [one for one in fit if one.source not in there]
        if mine.count() + len(new) > MOST_KEPT:
            raise Refused(_("The shelf holds at most %(most)s hands. Remove some first."), most=MOST_KEPT)
        StudyHand.objects.bulk_create(
            [StudyHand(owner=user, title=one.title, source=one.source, added_at=now()) for one in new]
        )
        return len(new)


def rename(study_id: int, user: User, title: str) -> bool:
    """Give a hand another title; False if no such hand is on this user's shelf."""
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise Refused(_("Write a title of at most %(most)s characters."), most=LONGEST_TITLE)
    return bool(StudyHand.objects.filter(pk=study_id, owner=user).update(title=title))


def remove(study_id: int, user: User) -> bool:
    return bool(StudyHand.objects.filter(pk=study_id, owner=user).delete()[0])


def clear(user: User) -> None:
    """Empty the shelf of an account that is deleted."""
    StudyHand.objects.filter(owner=user).delete()
