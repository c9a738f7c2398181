"""Do what moderators may do with tables, messages and reports; each action needs a reason and is in the audit trail.

Unlike a host, a moderator may end a hand: it is void then, and every chip goes back.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import audit
from accounts.services.rights import refuse_unless_has
from tables.chat import messages
from tables.core.host_log import log_event
from tables.core.lock_order import refuse_inside_a_transaction
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.models import ChatMessage, Report, Table
from tables.play import leaving, lifecycle, settling
from tables.play.dealing import is_in_hand

RIGHT: Final = "tables.moderate"
LONGEST_REASON: Final = 300


def pause(table_id: int, by: User, words: str) -> None:
    """Pause the table after the hand that is running; only a moderator resumes it."""
    with _moderated(table_id, by, "pause", words) as (table, words):
        if lifecycle.is_paused_by_moderator(table):
            raise Refused(_("This table is paused already."))
        lifecycle.pause_locked(table, None, words=words)


def resume(table_id: int, by: User, words: str) -> None:
    with _moderated(table_id, by, "resume", words) as (table, words):
        if table.state != Table.State.PAUSED:
            raise Refused(_("This table is not paused."))
        lifecycle.reopen(table, None, words=words)


def close(table_id: int, by: User, words: str) -> None:
    """Close the table at once: a running hand is void, and every player leaves with the chips they had before it."""
    with _moderated(table_id, by, "close", words) as (table, words):
        _refuse_a_player(table, by)
        log_event(table, None, "close", words=words)
        table.closes_after_hand = True
        if is_in_hand(table):
            settling.void(table)
        else:
            leaving.close(table)


def void_hand(table_id: int, by: User, words: str, *, hand_id: int | None = None) -> None:
    """Void the running hand; with `hand_id` only that one, as a later one may have begun meanwhile."""
    with _moderated(table_id, by, "void_hand", words) as (table, words):
        if hand_id is not None and table.hand_id != hand_id:
            raise Refused(_("This hand is over."))
        _refuse_a_player(table, by)
        log_event(table, None, "void", words=words)
        settling.void(table)


@contextmanager
def _moderated(table_id: int, by: User, verb: str, words: str) -> Iterator[tuple[Table, str]]:
    """Lock the table for a moderator and audit the action. The table reads what was done and why, but not by whom."""
    words = checked_reason(words)
    refuse_inside_a_transaction()
    with locked(table_id) as table:
        refuse_unless_has(by, RIGHT)
        about = f"hand {table.hand_id}" if verb == "void_hand" else f"table {table.pk}"
        yield table, words
        audit.record(by, verb, about=about, words=words)


def _refuse_a_player(table: Table, by: User) -> None:
    """Refuse to let a moderator end a hand that they or their bot play; a superuser may be the only one who can."""
    if not is_in_hand(table) or by.is_superuser or table.hand is None:
        return
    if table.hand.players.filter(Q(user=by) | Q(user__bot__owner=by)).exists():
        raise PermissionDenied(_("You are in this hand yourself: leave it to another moderator."))


def checked_reason(words: str) -> str:
    """Tidy the reason; refuse an empty one or one that is too long."""
    words = " ".join(words.replace("\0", "").split())
    if not words:
        raise Refused(_("Say why: the reason is kept."))
    if len(words) > LONGEST_REASON:
        raise Refused(_("The reason may have %(most)s characters."), most=LONGEST_REASON)
    return words


def remove_message(message_id: int, by: User, words: str = "") -> None:
    """Remove a message from the table's chat; moderators can still read it."""
    table_id = ChatMessage.objects.values_list("table", flat=True).get(pk=message_id)
    refuse_inside_a_transaction()
    with locked(table_id, even_closed=True):
        refuse_unless_has(by, RIGHT)
        if ChatMessage.objects.filter(pk=message_id, removed_at__isnull=False).exists():
            raise Refused(_("This message is removed already."))
        messages.remove(table_id, by, message_id, words=words)


@transaction.atomic
def close_report(report_id: int, by: User, outcome: str) -> None:
    outcome = checked_reason(outcome)
    refuse_unless_has(by, RIGHT)
    report = Report.objects.select_for_update(no_key=True, of=("self",)).select_related("whom").get(pk=report_id)
    if report.closed_at:
        raise Refused(_("This report is closed already."))
    if by.pk in (report.whom_id, report.by_id):
        raise PermissionDenied(_("This report is about you: leave it to another moderator."))
    report.closed_at, report.closed_by, report.outcome = timezone.now(), by, outcome
    report.save(update_fields=["closed_at", "closed_by", "outcome"])
    audit.record(by, "close_report", report.whom, f"report {report.pk}", outcome)
