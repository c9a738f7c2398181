"""The host's menu: all that it shows, as plain values."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from accounts.models import User
from accounts.selectors import shown_name
from tables.access import Tie
from tables.engine.rulebooks import RULEBOOKS
from tables.engine.rules import Rules
from tables.models import Seat, Table
from tables.room import words

if TYPE_CHECKING:
    from tables.room.scene import Scene


def menu(scene: "Scene") -> dict[str, Any] | None:
    table, user = scene.snapshot.table, scene.user
    if user is None or not scene.table["host"] or table.is_closed:
        return None
    owns = table.owner_id == user.pk
    free = table.played_by.players_most - len(scene.snapshot.seats)
    return {
        "code": table.code,
        "owns": owns,
        "paused": table.state == Table.State.PAUSED,
        "closing": table.closes_after_hand,
        **_game(table),
        "counters": scene.snapshot.game is not None,
        **_manners(table),
        "people": list(_people(scene, user, owns=owns)),
        "bots": [(seat.number, shown_name(seat.user)) for seat in scene.snapshot.seats.values() if seat.house],
        "full": free < 1,
        "filled": free < (1 if scene.me else 2),  # a host who does not sit yet keeps a seat
        "cohosts": _others(scene, Tie.COHOST, but={seat.user_id for seat in scene.snapshot.seats.values()}),
        "banned": _others(scene, Tie.BANNED, but=set()),
    }


def _game(table: Table) -> dict[str, Any]:
    options, rules = RULEBOOKS[table.rulebook].options, table.next_rules or table.rules
    return {
        "small_blind": rules["small_blind"],
        "big_blind": rules["big_blind"],
        "ante": rules["ante"],
        "has_blinds": "small_blind" in options,
        "is_step": "big_blind" not in options,
        "has_ante": "ante" in options,
        "next": words.stakes(Rules.from_json(table.next_rules)) if table.next_rules else "",
        "seconds": table.seconds_to_act,
        "paces": [(value, str(label), value == table.pace) for value, label in Table.Pace.choices],
        "least": table.buy_in_least,
        "most": table.buy_in_most,
        "bet_sizes": table.bet_sizes,
    }


def _manners(table: Table) -> dict[str, Any]:
    return {
        "found_by": [(value, str(label), value == table.found_by) for value, label in Table.FoundBy.choices],
        "watchable": table.watchable,
        "approves": table.approves,
        "admits_bots": table.admits_bots,
        "allows_same_owner": table.allows_same_owner,
        "shares_hands": table.shares_hands,
        "password": bool(table.password),
        "says_slowly": table.says_slowly,
        "watchers_apart": table.watchers_apart,
        "quiet_all_in": table.quiet_all_in,
    }


def _people(scene: "Scene", user: User, *, owns: bool) -> Iterator[dict[str, Any]]:
    """Who sits there or wants to, but oneself."""
    seated = [seat for _, seat in sorted(scene.snapshot.seats.items()) if not seat.house and seat.user_id != user.pk]
    for seat in seated:
        yield _person(scene, seat.user, owns=owns) | {
            "number": seat.number,
            "plays": seat.state in (Seat.State.PLAYING, Seat.State.AWAY)
            and not seat.sits_out_next
            and scene.snapshot.game is None,
            "goes": seat.sent_away,
            "may_take_over": owns and seat.state != Seat.State.HELD,
        }
    for waiting in scene.snapshot.waiting:
        if waiting.pk != user.pk:
            yield _person(scene, waiting, owns=owns) | {"number": None, "plays": False, "goes": False}


def _person(scene: "Scene", user: User, *, owns: bool) -> dict[str, Any]:
    cohost = scene.snapshot.ties.has(user, Tie.COHOST)
    may_remove = user.pk != scene.snapshot.table.owner_id and (owns or not cohost)
    banned = scene.snapshot.ties.has(user, Tie.BANNED)
    return {"id": user.pk, "name": shown_name(user), "cohost": cohost, "may_remove": may_remove, "banned": banned}


def _others(scene: "Scene", tie: Tie, *, but: set[int]) -> list[tuple[int, str]]:
    ids = scene.snapshot.ties.users.get(tie, frozenset()) - but
    found = [(user.pk, shown_name(user)) for user in scene.snapshot.named if user.pk in ids]
    return sorted(found, key=lambda person: person[1].casefold())
