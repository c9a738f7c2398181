"""Work out the chances of hands that lay face up before the board was complete, in a task, and keep them."""

from functools import partial
from threading import Lock
from typing import Final

from poker_site.celery import send
from poker_site.runtime.commits import after_commit
from tables.core import hand_cache
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Unreadable
from tables.engine.hand import HandState
from tables.equity.asking import Unanswered
from tables.equity.streets import face_up_chances, has_run_out
from tables.models import Hand
from tables.records import count_results

TASK: Final = "tables.tasks.work_out_chances"
QUEUE: Final = "default"

_one_at_a_time: Final = Lock()
"""Lets one thread at a time compute: the worker has few, and they have clocks to run as well."""


def plan(hand: Hand, play: HandState) -> None:
    """Queue the task for after the commit, if the board of this hand ran out after an all-in."""
    if has_run_out(play):
        after_commit(partial(send, TASK, (hand.pk,), queue=QUEUE))


def work_out(hand_id: int) -> None:
    """Compute and store the chances; doing it twice changes nothing. Raises `Unanswered` if it must be retried."""
    hand = Hand.objects.filter(pk=hand_id, state=Hand.State.OVER, chances__isnull=True).first()
    if hand is None:
        return
    try:
        play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
    except Unreadable:
        return
    if not _one_at_a_time.acquire(blocking=False):
        raise Unanswered
    try:
        chances = face_up_chances(play)
    finally:
        _one_at_a_time.release()
    if chances:
        _keep(hand, chances)


def _keep(hand: Hand, chances: list[dict[str, object]]) -> None:
    with locked(hand.table_id, even_closed=True) as table:
        if not Hand.objects.filter(pk=hand.pk, state=Hand.State.OVER, chances__isnull=True).update(chances=chances):
            return
        count_results.add_luck(hand.pk)
        if table.hand_id == hand.pk:
            mark_changed(table)
