"""Describe the table itself: game, stakes, addresses, phase and clock."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import get_language

from accounts.selectors import shown_name
from tables.core import words
from tables.engine.rules import Rules
from tables.formats import strategy_of
from tables.models import Hand, Table
from tables.page import game
from tables.page.snapshot import Snapshot

if TYPE_CHECKING:
    from tables.page.scene import PublicScene


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """Holds game, stakes and state of the table, and the addresses of its pages and forms."""

    code: str
    at: str
    door: str
    """Holds the address that forms are posted to when there is no socket."""
    password_at: str
    ledger_at: str
    hands_at: str
    result_at: str
    name: str
    game: str
    stakes: str
    next_stakes: str
    state: str
    host_id: int
    host_name: str
    closing: bool
    big_blind: int
    seats: int
    pace: str | None
    progress: str
    """Says how far a game with an end has come."""
    calm: str
    """Holds the text on the felt before and after a game, where no cards lie."""


def table(snapshot: Snapshot) -> TableShown:
    """Describe the table; reuse the description from hand to hand, except in a game, whose progress changes."""
    key = ("table", get_language())
    if snapshot.game is not None or key not in snapshot.lasting:
        snapshot.lasting[key] = _table(snapshot)
    found: TableShown = snapshot.lasting[key]
    return found


def _table(snapshot: Snapshot) -> TableShown:
    row = snapshot.table
    rules, now = row.rules, strategy_of(row).rules(row)
    return TableShown(
        code=row.code,
        at=reverse("table", args=[row.code]),
        door=reverse("table_do", args=[row.code]),
        password_at=reverse("table_door", args=[row.code]),
        ledger_at=reverse("table_ledger", args=[row.code]),
        hands_at=f"{reverse('hands')}?table={row.code}",
        result_at=reverse("game_result", args=[row.code]),
        name=row.name,
        game=words.game(rules),
        stakes=words.stakes(now),
        next_stakes=words.stakes(Rules.from_json(row.next_rules)) if row.next_rules else "",
        state=row.state,
        host_id=row.owner_id,
        host_name=shown_name(snapshot.host),
        closing=row.closes_after_hand,
        big_blind=now.big_blind,
        seats=rules["players_most"],
        pace=_pace(row),
        progress=game.progress(snapshot),
        calm=game.empty_felt_text(snapshot),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Counts down until the player must have acted, or until the next hand."""

    left_ms: int
    total_ms: int
    bank: bool = False
    """True while the time bank runs."""
    bank_ms: int = 0


def _pace(row: Table) -> str | None:
    """Name the pace for scripts and styles; the normal one has no name."""
    if row.pace == Table.Pace.NORMAL:
        return None
    return "fast" if row.pace < Table.Pace.NORMAL else "slow"


def phase(scene: "PublicScene") -> str:
    table, hand = scene.snapshot.table, scene.snapshot.hand
    if table.state == Table.State.CLOSED:
        return "closed"
    if hand and hand.state in (Hand.State.CUTTING, Hand.State.RUNNING):
        return hand.state
    if table.state == Table.State.PAUSED:
        return "paused"
    if table.due == Table.Due.CLOSE and any(seat.user_id for seat in scene.snapshot.seats.values()):
        return "deserted"
    if table.due == Table.Due.START:
        return "starting"
    return "over" if table.due == Table.Due.DEAL and scene.seen else "asleep"


def clock(scene: "PublicScene") -> Clock | None:
    row, turn = scene.snapshot.table, scene.turn
    if row.due_at is None:
        return None
    left = max(int((row.due_at - scene.snapshot.taken_at).total_seconds() * 1000), 0)
    if scene.phase in ("over", "starting"):
        return Clock(left_ms=left, total_ms=max(left, 1))
    if turn is None or row.due != Table.Due.ACT:
        return None
    seat = scene.snapshot.seats[turn]
    on_bank = row.bank_since is not None
    total = seat.usable_bank_ms if on_bank else row.seconds_to_act * 1000
    bank = seat.usable_bank_ms if strategy_of(row).time_bank else 0
    return Clock(left_ms=left, total_ms=max(total, 1), bank=on_bank, bank_ms=bank)
