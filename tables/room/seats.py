"""The places around the table, from where the viewer sits."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.selectors import shown_name
from tables.engine.view import SeatView
from tables.models import Seat
from tables.room import words

if TYPE_CHECKING:
    from tables.room.felt import Felt
    from tables.room.scene import Scene


def places(scene: "Scene") -> list[dict[str, Any]]:
    """In clockwise order from the viewer, who sits at the bottom; watchers look from seat 1."""
    if scene.is_public:
        return [_place(scene, number, number - 1) for number in range(1, scene.table["seats"] + 1)]
    shared = scene.public.seats
    if scene.mine is None:
        return shared
    first = scene.mine.number - 1
    others = [{**seat, "place": place} for place, seat in enumerate([*shared[first:], *shared[:first]])]
    return [_place(scene, scene.mine.number, 0), *others[1:]]


def _place(scene: "Scene", number: int, place: int) -> dict[str, Any]:
    seat = scene.snapshot.seats.get(number)
    found = {"number": number, "place": place, "empty": seat is None, "me": seat is not None and seat is scene.mine}
    if seat is None:
        return found
    seen = _seen(scene, seat)
    stack = seen.stack if seen and scene.seen and not scene.seen.over else seat.stack
    bet = seen.bet if seen else 0
    state, status = _state(scene, seat, seen)
    return found | {
        "held": seat.state == Seat.State.HELD,
        "user": seat.user,
        "user_id": seat.user_id,
        "name": shown_name(seat.user),
        "house": bool(seat.house),
        "bot": _kind_of_bot(scene, seat),
        "owned": seat.user_id in scene.snapshot.owners,
        "stack": stack,
        "stack_text": scene.amounts(stack),
        "bet": bet,
        "bet_text": scene.amounts(bet),
        "state": state,
        "status": status,
        "did": scene.did.get(number, ""),
        "offline": _is_offline(scene, seat),
        "turn": scene.turn is not None and scene.turn["number"] == number,
        "button": scene.snapshot.table.button == number,
        "big_blind": scene.snapshot.table.big_blind == number,
        "dealt_in": seen is not None,
        **cards(scene, seen),
        "won": seen.won if seen else 0,
        "won_text": scene.amounts(seen.won) if seen else "",
        "odds": scene.odds.get(number, ()) if seen else (),
        "passed": scene.seen is not None and seen is not None and number in scene.seen.passed,
        "clock": scene.clock if scene.turn and scene.turn["number"] == number else None,
    }


def _kind_of_bot(scene: "Scene", seat: Seat) -> str:
    """In words, with whose it is; empty for people."""
    if not seat.user.is_bot:
        return ""
    owner = scene.snapshot.owners.get(seat.user_id)
    if owner is not None:
        return _("bot of %(name)s") % {"name": shown_name(owner)}
    return _("house bot") if seat.house else _("bot")


def _seen(scene: "Scene", seat: Seat) -> SeatView | None:
    """This seat in the hand on the table, if it is the same person's."""
    player = scene.snapshot.players.get(seat.number)
    if not scene.seen or not scene.shows_hand or player is None or player.pk != seat.user_id:
        return None
    return scene.seen.at(seat.number)


def _is_offline(scene: "Scene", seat: Seat) -> bool:
    return not seat.house and seat.state != Seat.State.HELD and seat.user_id not in scene.snapshot.present


def cards(felt: "Felt", seen: SeatView | None) -> dict[str, Any]:
    if seen is None or (seen.folded and not seen.cards):
        return {"cards": None, "shown": False, "best": ""}
    if seen.cards is None:
        return {"cards": "down", "shown": False, "best": ""}
    cards = [felt.card(card) for card in seen.cards]
    return {"cards": cards, "shown": seen.shown, "best": words.hand_name(seen.best)}


def _state(scene: "Scene", seat: Seat, seen: SeatView | None) -> tuple[str, str]:
    """For the looks, and in words."""
    if seat.state == Seat.State.HELD:
        return "held", _("Choosing a seat")
    if seen is not None:
        if seen.won and scene.seen and scene.seen.over:
            return "won", _("Won")
        if seen.folded:
            return "folded", _("Folded")
        if seen.all_in:
            return "allin", _("All-in")
    if seat.state == Seat.State.AWAY:
        return "away", _("Away")
    if seat.state == Seat.State.OUT:
        if scene.snapshot.game is not None:
            return "out", _("Away") if seat.stack else pgettext("of a game", "Out")
        return "out", _("Leaving") if seat.leaves else _("Sitting out")
    if seen is None and seat.must_wait and not seat.posts and scene.phase == "running":
        return "waiting", _("Waits")
    return ("live" if seen is not None else "idle"), ""
