"""Turn a table into plain values for JSON as a program may know it: only those cards that `view` gives."""

from collections.abc import Mapping
from typing import Any, Final

from accounts.models import User
from accounts.selectors import shown_name
from tables.access.permissions import may_see
from tables.engine.opening import SeatNumber
from tables.engine.rules import Rules
from tables.engine.view import HandView, SeatView, to_json, view
from tables.formats import strategy_of
from tables.formats.standings import Placed
from tables.models import Game, Hand, Seat, Table
from tables.page.snapshot import Snapshot

_GAME: Final = ("state", "hands_played", "hands_most", "stack", "reloads_most", "opens_cards")
_LEGAL: Final = ("fold", "check", "call", "bet", "raise", "all_in", "pass")
Plain = dict[str, Any]


def state_of(snapshot: Snapshot, user: User) -> Plain:
    table = snapshot.table
    sees = may_see(table, user, snapshot.ties)
    place = _place(snapshot, user)
    seen = view(snapshot.play, place) if snapshot.play and sees else None
    runs = snapshot.hand is not None and snapshot.hand.state == Hand.State.RUNNING
    return {
        "type": "state",
        **about(table),
        "version": f"{snapshot.hand.number}.{table.moves_made}" if snapshot.hand else "",
        "blinds": blinds(snapshot.hand.rules if runs and snapshot.hand else table.next_rules or table.rules),
        "you": _you(snapshot, user, seen),
        "players": [_player(snapshot, seat, user, seen) for _, seat in sorted(snapshot.seats.items())] if sees else [],
        "hand": _hand(snapshot, snapshot.hand, seen) if snapshot.hand and seen else None,
        "legal": _legal(seen) if seen and runs else None,
        "game": _game(snapshot, user),
    }


def about(table: Table) -> Plain:
    """Return what does not change from hand to hand."""
    return {
        "table": table.code,
        "name": table.name,
        "rulebook": table.rulebook,
        "betting": table.rules["betting"],
        "kind": table.strategy,
        "state": table.state,
        "buy_in": {"least": table.buy_in_least, "most": table.buy_in_most},
        "seconds_to_act": strategy_of(table).seconds_of_programs(table),
    }


def blinds(rules: Mapping[str, Any]) -> Plain:
    known = Rules.from_json(dict(rules))
    return {"small": known.small_blind, "big": known.big_blind, "ante": known.ante}


def game(found: Game | None) -> Plain | None:
    if found is None:
        return None
    return {name: getattr(found, name) for name in _GAME}


def _game(snapshot: Snapshot, user: User) -> Plain | None:
    found = game(snapshot.game)
    if snapshot.game is None or found is None:
        return None
    placed = next((placed for placed in snapshot.standings if placed.user.pk == user.pk), None)
    return {**found, "you": placed and _placed(placed, snapshot.game)}


def _placed(placed: Placed, found: Game) -> Plain:
    entrant = placed.entrant
    return {
        "rank": placed.rank,
        "reloads_left": found.reloads_most - entrant.reloads_used,
        "wants_reload": entrant.wants_reload,
        "out": entrant.out_after is not None,
    }


def own_seat(snapshot: Snapshot, user: User) -> Seat | None:
    return next((seat for seat in snapshot.seats.values() if seat.user_id == user.pk), None)


def _place(snapshot: Snapshot, user: User) -> SeatNumber | None:
    """Return the bot's place in the hand that is shown, which it may have left since."""
    return next((SeatNumber(number) for number, player in snapshot.players.items() if player.pk == user.pk), None)


def _you(snapshot: Snapshot, user: User, seen: HandView | None) -> Plain | None:
    seat = own_seat(snapshot, user)
    if seat is None:
        return None
    now = _in_hand(snapshot, seat, seen)
    return {
        "seat": seat.number,
        "state": seat.state,
        "stack": now.stack if now else seat.stack,
        "in_hand": now is not None and not now.folded,
        "time_bank_ms": seat.usable_bank_ms if strategy_of(snapshot.table).time_bank else 0,
        "leaves": seat.leaves,
        "waits_for_host": any(wish.user_id == user.pk for wish in snapshot.wishes),
        "top_up": seat.top_up,
    }


def _player(snapshot: Snapshot, seat: Seat, user: User, seen: HandView | None) -> Plain:
    now, owner = _in_hand(snapshot, seat, seen), snapshot.owners.get(seat.user_id)
    return {
        "seat": seat.number,
        "name": shown_name(seat.user),
        "bot": seat.user.is_bot,
        "owner": shown_name(owner) if owner else None,
        "you": seat.user_id == user.pk,
        "stack": now.stack if now else seat.stack,
        "state": seat.state,
        "connected": bool(seat.house) or seat.user_id in snapshot.present,
    }


def _in_hand(snapshot: Snapshot, seat: Seat, seen: HandView | None) -> SeatView | None:
    """Return this player's part in the running hand: another player may sit now where the cards were dealt."""
    player = snapshot.players.get(seat.number)
    if seen is None or seen.over or player is None or player.pk != seat.user_id:
        return None
    return seen.at(seat.number)


def _hand(snapshot: Snapshot, hand: Hand, seen: HandView) -> Plain:
    plain = to_json(seen)
    return {
        "number": hand.number,
        "street": plain["street"],
        "board": plain["board"],
        "button": plain["button"],
        "pot": plain["middle"],
        "pots": plain["pots"],
        "price": plain["price"],
        "turn": plain["turn"],
        "time_left_ms": _time_left(snapshot),
        "on_time_bank": snapshot.table.bank_since is not None,
        "cards": to_json(seen.own)["cards"] if seen.own else None,
        "seats": [_dealt_in(snapshot, one) for one in plain["seats"]],
        "events": plain["events"],
        "over": plain["over"],
    }


def _dealt_in(snapshot: Snapshot, one: Plain) -> Plain:
    wanted = ("seat", "stack", "bet", "folded", "all_in", "cards", "won", "net")
    return {"name": shown_name(snapshot.players[one["seat"]]), **{name: one[name] for name in wanted}}


def _time_left(snapshot: Snapshot) -> int | None:
    due, at = snapshot.table.due, snapshot.table.due_at
    if at is None or due not in (Table.Due.ACT, Table.Due.DEAL):
        return None
    return max(0, int((at - snapshot.taken_at).total_seconds() * 1000))


def _legal(seen: HandView) -> Plain | None:
    if seen.legal is None:
        return None
    plain = to_json(seen.legal)
    return {name: plain[name] for name in _LEGAL}
