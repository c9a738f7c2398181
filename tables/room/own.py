"""The viewer's own place: what one may do besides playing."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.html import escape
from django.utils.safestring import mark_safe

from tables.engine.view import SeatView
from tables.models import Hand, Purse, Seat
from tables.room import words
from tables.services.money import FIRST_CHIPS
from tables.services.seating import buy_in_bounds, least_top_up

if TYPE_CHECKING:
    from tables.room.scene import Scene


def me(scene: "Scene") -> dict[str, Any] | None:
    seat = scene.mine
    if seat is None or seat.state == Seat.State.HELD:
        return None
    seen = _own(scene)
    broke = not seat.stack and not (seen and scene.phase == "running")
    top_up_most = 0 if scene.snapshot.game else max(scene.snapshot.table.buy_in_most - seat.stack, 0)
    return {
        "number": seat.number,
        "stack": seat.stack,
        "stack_text": scene.amounts(seat.stack),
        "state": seat.state,
        "sits_out_next": seat.sits_out_next,
        "leaves": seat.leaves,
        "may_stay": seat.leaves and not seat.sent_away,
        "must_wait": seat.must_wait,
        "posts": seat.posts,
        "may_post": seat.must_wait and not seat.posts and scene.snapshot.table.played_by.takes_posts,
        "broke": broke,
        "top_up_pending": seat.top_up,
        "top_up_least": least_top_up(scene.snapshot.table, seat),
        "top_up_most": top_up_most,
        "may_top_up": bool(top_up_most) and not broke and not seat.leaves,
        "can_show": _can_show(scene, seen),
        "asked": _can_show(scene, seen) and seen is not None and not seen.folded,
        "hand_name": _hand_name(scene, seen),
        "in_hand": seen is not None and scene.phase == "running" and not seen.folded,
        "all_in": seen is not None and seen.all_in,
    }


def _own(scene: "Scene") -> SeatView | None:
    return scene.seen.own if scene.seen and scene.shows_hand else None


def _can_show(scene: "Scene", seen: SeatView | None) -> bool:
    """Of who has not decided yet. Who had folded may, but is not asked: those cards are gone."""
    hand, play = scene.snapshot.hand, scene.snapshot.play
    if seen is None or hand is None or play is None or hand.state != Hand.State.OVER:
        return False
    return not seen.shown and seen.seat not in play.put_away


def _hand_name(scene: "Scene", seen: SeatView | None) -> str:
    wanted = scene.preferences is None or scene.preferences.hand_name
    return words.hand_name(seen.best) if seen and wanted and not seen.folded else ""


def attributes(scene: "Scene") -> str:
    """What the page's scripts go by; what is false or nothing is left out."""
    return mark_safe(scene.common_data + written(_own_data(scene)))  # noqa: S308  escaped there


def standing(scene: "Scene") -> str:
    """Likewise, but what stays for a hand, or for longer."""
    stays = {"at": scene.table["at"], "big-blind": scene.table["big_blind"], "looks": scene.looks, "root": scene.root}
    return mark_safe(written({**stays, "pace": scene.table["pace"]}))  # noqa: S308  escaped there


def common_data(scene: "Scene") -> Mapping[str, Any]:
    """The same for everybody."""
    clock = scene.clock or {}
    return {
        "version": scene.version,
        "moment": scene.moment,
        "phase": scene.phase,
        "hand": str(scene.hand_number or ""),
        "street": scene.street,
        "cutting": scene.cutting,
        "left": clock.get("left_ms"),
        "total": clock.get("total_ms"),
        "bank-left": clock.get("bank_ms"),
        "bank": clock.get("bank", False),
    }


def _own_data(scene: "Scene") -> Mapping[str, Any]:
    return {
        "seated": scene.me is not None,
        "dealt": scene.in_hand is not None,
        "mine": scene.turn is not None and scene.turn["mine"],
        "held": scene.sit.get("held_left_ms"),
        "cards": scene.cards_at,
        "bets": scene.bets_at,
        "won": any(seat["me"] and seat.get("won") for seat in scene.seats),
    }


def written(data: Mapping[str, Any]) -> str:
    return "".join(_attribute(name, value) for name, value in data.items() if value is not None and value is not False)


def _attribute(name: str, value: object) -> str:
    text = "" if value is True else value if isinstance(value, int) else escape(value)
    return f' data-{name}="{text}"'


def sit(scene: "Scene") -> dict[str, Any]:
    """For somebody without a seat, or choosing a buy-in."""
    table, seat = scene.snapshot.table, scene.mine
    taken = len(scene.snapshot.seats)
    full = taken >= scene.table["seats"]
    waiting = [user.pk for user in scene.snapshot.waiting]
    place = waiting.index(scene.user.pk) + 1 if scene.user and scene.user.pk in waiting else 0
    found: dict[str, Any] = {"full": full, "waiting": place, "waiting_count": len(waiting)}
    game = scene.snapshot.game
    outside = seat is None and not table.is_closed and (game is None or game.is_open)
    found |= {"may": outside and scene.guests.may_sit, "password": outside and scene.guests.password}
    if scene.user is None or seat is None or seat.state != Seat.State.HELD or seat.held_until is None:
        return found
    least, most = buy_in_bounds(table, scene.user)
    purse = Purse.objects.filter(user=scene.user).values_list("chips", flat=True).first()
    value = max(least, min(most, 100 * table.rules["big_blind"]))
    left = int((seat.held_until - scene.snapshot.taken_at).total_seconds() * 1000)
    return found | {
        "held_number": seat.number,
        "held_left_ms": max(left, 0),
        "least": least,
        "most": most,
        "value": value,
        "value_text": scene.amounts(value),
        "purse": FIRST_CHIPS if purse is None else purse,
    }
