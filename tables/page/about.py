"""The table itself, as everybody sees it: what is played, for what, and until when somebody may think."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import get_language

from accounts.selectors import shown_name
from tables.between import strategy_of
from tables.engine.rules import Rules
from tables.models import Hand, Table
from tables.page import game, words
from tables.page.snapshot import Snapshot

if TYPE_CHECKING:
    from tables.page.scene import PublicScene


def table(snapshot: Snapshot) -> dict[str, Any]:
    """From hand to hand it is the same, except in a game."""
    key = ("table", get_language())
    if snapshot.game is not None or key not in snapshot.lasting:
        snapshot.lasting[key] = _table(snapshot)
    found: dict[str, Any] = snapshot.lasting[key]
    return found


def _table(snapshot: Snapshot) -> dict[str, Any]:
    row = snapshot.table
    rules, now = row.rules, strategy_of(row).rules(row)
    return {
        "code": row.code,
        "at": reverse("table", args=[row.code]),
        "door": reverse("table_do", args=[row.code]),
        "password_at": reverse("table_door", args=[row.code]),
        "ledger_at": reverse("table_ledger", args=[row.code]),
        "hands_at": f"{reverse('hands')}?table={row.code}",
        "result_at": reverse("game_result", args=[row.code]),
        "name": row.name,
        "rulebook": rules["rulebook"],
        "game": words.game(rules),
        "stakes": words.stakes(now),
        "next_stakes": words.stakes(Rules.from_json(row.next_rules)) if row.next_rules else "",
        "state": row.state,
        "host_id": row.owner_id,
        "host_name": shown_name(snapshot.host),
        "closing": row.closes_after_hand,
        "seconds_to_act": row.seconds_to_act,
        "big_blind": now.big_blind,
        "buy_in_least": row.buy_in_least,
        "buy_in_most": row.buy_in_most,
        "seats": rules["players_most"],
        "pace": _pace(row),
        "progress": game.progress(snapshot),
        "calm": game.calm(snapshot),
    }


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


def clock(scene: "PublicScene") -> dict[str, Any] | None:
    """Until the player must have acted, or until the next hand."""
    row, turn = scene.snapshot.table, scene.turn
    if scene.phase in ("over", "starting") and row.due_at is not None:
        left = max(int((row.due_at - scene.snapshot.taken_at).total_seconds() * 1000), 0)
        return {"left_ms": left, "total_ms": max(left, 1), "bank": False, "bank_ms": 0}
    if turn is None or row.due != Table.Due.ACT or row.due_at is None:
        return None
    seat = scene.snapshot.seats[turn]
    left = int((row.due_at - scene.snapshot.taken_at).total_seconds() * 1000)
    on_bank = row.bank_since is not None
    total = seat.usable_bank_ms if on_bank else row.seconds_to_act * 1000
    bank = seat.usable_bank_ms if strategy_of(row).time_bank else 0
    return {"left_ms": max(left, 0), "total_ms": max(total, 1), "bank": on_bank, "bank_ms": bank}
