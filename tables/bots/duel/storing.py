"""Store what was played: in batches, on a thread of its own, never more than a moment behind."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Final

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from poker_site.runtime import epoch
from tables.bots.duel import database
from tables.bots.duel.items import Item, MatchBegun, MatchEnded, finished, items_of, line_of
from tables.bots.duel.journal import Journal
from tables.bots.duel.messages import Plan
from tables.bots.duel.people import Player
from tables.bots.duel.reasons import DIED, RESTORED
from tables.bots.duel.records import Played, Record

logger = logging.getLogger("evenhand.arena")

BATCH_SECONDS: Final = 0.4
"""Seconds between two batches."""
RETRY_SECONDS: Final = 1.0
LOOK_EVERY: Final = 2.0
AT_ONCE: Final = 1000
"""Items in one transaction at most: others write to the same database."""


class Storing:
    """Implements the arena's `Store`: rooms call from the server's thread, `run` is another."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._items: list[Item] = []
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._epoch: int | None = None
        self._looked_at = -LOOK_EVERY

    # --- calls from rooms ---

    def begin(self, room: int, plan: Plan, players: Sequence[Player]) -> Record:
        record = Record.of(room, plan, players, began=timezone.now())
        self._add(MatchBegun(record))
        return record

    def hand(self, record: Record, played: Played) -> None:
        for tally, net in zip(record.tallies, played.nets, strict=True):
            tally.add(net, played.deal)
        self._add(finished(record, played, timezone.now()))

    def end(self, record: Record, why: str) -> None:
        self._add(MatchEnded(record, why, timezone.now()))

    def _add(self, item: Item) -> None:
        with self._lock:
            self._items.append(item)
            self.journal.write(line_of(item))

    # --- the thread ---

    def start(self) -> None:
        self._thread = threading.Thread(target=self.run, name="arena-store", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Return when everything is stored, or lies in the journal for the next start."""
        self._ending.set()
        self._wanted.set()
        if self._thread:
            self._thread.join()
        self.journal.close()

    def run(self) -> None:
        while not self._ending.is_set():
            self._wanted.wait(BATCH_SECONDS)
            self._mind_restores()
            self.flush()
        self.flush()
        connection.close()

    def _mind_restores(self) -> None:
        """Break off running matches after a restore: its data show matches as running that are long over.

        A match that really goes on is stored as complete when it ends.
        """
        now = time.monotonic()
        if now < self._looked_at + LOOK_EVERY:
            return
        self._looked_at = now
        try:
            found = epoch.current()
            if self._epoch not in (None, found):
                database.break_off_running(RESTORED)
            self._epoch = found
        except DatabaseError:  # the database may be away; the next look comes soon
            close_old_connections()

    def flush(self) -> None:
        while True:
            with self._lock:
                items, self._items = self._items[:AT_ONCE], self._items[AT_ONCE:]
                segment = None if self._items else self.journal.turn()
            if items and not self._stored(items):
                return
            if segment is not None:
                self.journal.drop(segment)
            if not items:
                return

    def _stored(self, items: Sequence[Item]) -> bool:
        """Store a batch, trying until it works since a database may be away; only once when the server ends."""
        again = False
        while True:
            try:
                database.store(items, again=again)
                return True
            except Exception:
                logger.exception("hands of programs cannot be stored now")
                close_old_connections()
                again = True
                if self._ending.wait(RETRY_SECONDS):
                    return False


def recover(journal: Journal) -> None:
    """Store what a process that died had finished, and break off what it was playing."""
    records: dict[tuple[int, str], Record] = {}
    for segment, lines in journal.left():
        items = [*items_of(lines, records)]
        database.store(items, again=True)
        journal.drop(segment)
    for record in records.values():
        database.recount(record)
    database.break_off_running(DIED)
