"""Send a user's hands as a zip that is made meanwhile: a few hundred hands are in memory, never all of them.

The work is done on a thread of its own, piece by piece: a piece is made when the client has taken the last one.
"""

import io
import zipfile
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from tables.engine.phh_text import OWN_VARIANTS
from tables.history.export import progress
from tables.history.export.encoding import line_of, phh_of, text_of
from tables.history.export.reading import read
from tables.history.hands.found_hand import SeenHand
from tables.models import Hand, HandPlayer

MOST_HANDS: Final = 100_000
"""The most hands in one archive."""
HANDS_PER_PIECE: Final = 25
"""The number of hands in a piece; after each piece another archive may have the thread."""
HANDS_PER_FILE: Final = 500
"""The number of hands in one file of the archive."""

OWN_CODES: Final = gettext_lazy(
    "The PHH standard has no words for the rules of Knock-out and Queue, for raises below its least, nor for all-ins "
    "of an odd size in fixed limit: such hands are under codes of our own, which begin with _. This site reads them, "
    "other programs may not."
)
_one_at_a_time = ThreadPoolExecutor(max_workers=1, thread_name_prefix="export")


@dataclass(frozen=True)
class ArchiveOptions:
    phh: bool = True
    text: bool = True
    json: bool = True
    language: str = "en"


class _Pipe(io.RawIOBase):
    """Collects what was written since the last `take`. It cannot seek, so the zip is of the kind for streams."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(data)  # type: ignore[call-overload]  # zipfile writes only objects with bytes
        self._parts.append(part)
        return len(part)

    def take(self) -> bytes:
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


@dataclass
class Archive:
    """Makes an archive while it is iterated over, once; call `close` as soon as it is not wanted any more."""

    user: User
    hands: QuerySet[HandPlayer]
    total: int
    wanted: ArchiveOptions
    token: str = field(default_factory=lambda: token_urlsafe(8))
    telling: Lock = field(default_factory=Lock)
    closed: bool = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = self.pieces()
        step = in_pool(lambda: next(pieces, None), executor=_one_at_a_time)
        while (piece := await step()) is not None:
            if piece:
                yield piece

    def close(self) -> None:
        """Stop making the archive. A piece that is just being made is the last, and reports no progress."""
        with self.telling:
            self.closed = True
            progress.end(self.user.pk, self.token, "stopped")

    def _tell(self, done: int) -> None:
        with self.telling:
            if not self.closed:
                progress.report(self.user.pk, progress.Progress(self.token, done, max(done, self.total)))

    def pieces(self) -> Iterator[bytes]:
        pipe, book = _Pipe(), _Book(self.wanted)
        done = 0
        with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
            for hand_ids in _in_pieces(self.hands):
                for hand in read(hand_ids, self.user):
                    book.add(hand)
                done += len(hand_ids)
                self._tell(done)
                if book.hands >= HANDS_PER_FILE:
                    book.write(archive)
                yield pipe.take()
            book.write(archive)
            archive.writestr("notes.txt", book.notes(done))
        progress.end(self.user.pk, self.token, "done")
        yield pipe.take()


def _in_pieces(hands: QuerySet[HandPlayer]) -> Iterator[list[int]]:
    """Yield the hands' ids from the oldest to the newest; each piece is found from where the last one ended."""
    rest = hands.order_by("ended_at", "hand_id").values_list("hand_id", "ended_at")
    piece = list(rest[:HANDS_PER_PIECE])
    while piece:
        yield [hand_id for hand_id, _ in piece]
        last, ended_at = piece[-1]
        later = Q(ended_at__gt=ended_at) | Q(hand_id__gt=last)
        piece = list(rest.filter(later, ended_at__gte=ended_at)[:HANDS_PER_PIECE])


class _Book:
    """Collects hands until they fill a file."""

    def __init__(self, wanted: ArchiveOptions) -> None:
        self.wanted = wanted
        self.hands = 0
        self._files = 0
        self._told = 0
        self._unreadable: list[str] = []
        self._parts: dict[str, list[str]] = {"phhs": [], "txt": [], "jsonl": []}

    def add(self, hand: Hand | SeenHand) -> None:
        if isinstance(hand, Hand):
            self._unreadable.append(f"{hand.table.name}, {hand.number}")
            return
        self.hands += 1
        if self.wanted.phh:
            self._parts["phhs"].append(f"[{self.hands}]\n{phh_of(hand)}\n")
        if self.wanted.text:
            self._parts["txt"].append(f"{text_of(hand, self.wanted.language)}\n\n")
        if self.wanted.json:
            self._parts["jsonl"].append(f"{line_of(hand)}\n")

    def write(self, archive: zipfile.ZipFile) -> None:
        self._files += 1
        for ending, parts in self._parts.items():
            if parts:
                archive.writestr(f"{ending}/hands-{self._files:04}.{ending}", "".join(parts))
            parts.clear()
        self._told += self.hands
        self.hands = 0

    def notes(self, looked_at: int) -> str:
        """Say what is in the archive, and what is missing and why."""
        with override(self.wanted.language):
            return "\n".join([*self._notes(looked_at), ""])

    def _notes(self, looked_at: int) -> Sequence[str]:
        void = looked_at - self._told - len(self._unreadable)
        told = [_("Hands in this archive: %(number)d") % {"number": self._told}]
        if void:
            told.append(_("Hands that were called off, with nothing to tell: %(number)d") % {"number": void})
        if self._unreadable:
            told += [_("Hands that cannot be read any more; a moderator can look into it:"), *self._unreadable]
        if self.wanted.phh:
            told += ["", str(OWN_CODES), ", ".join(OWN_VARIANTS.values())]
        return told
