"""Write a finished hand as a PHH file (poker hand history, phh.readthedocs.io), which other programs read too.

Players are p1, p2 ... from the left of the button. Heads-up, PHH lists the forced bets in the other order: the small
blind first, though p2 posts it. `PT` is no code of the standard yet, which leaves room for more. Rules that the
standard cannot express have codes of our own, which begin with `_` as its user-defined fields do, and three more
actions: `all-in`, `pass`, and `overbet` with a total. Fixed limit with an all-in of an odd size has such a code too:
see `phh_variant`. Readers that know only the standard's eleven codes refuse all of these; a file with a code of our own
begins with a remark that says so.
"""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, Final

from tables.engine.cards import cards_text
from tables.engine.events import Acted, DealtBoard, Mucked, Shown
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.phh_text import OWN_VARIANTS, RULES_FIELD, UNKNOWN_HOLE
from tables.engine.phh_variant import variant_of
from tables.engine.rules import AnteFrom, Betting, Rules

SHOWS_FIELD: Final = "_shown_afterwards"
"""Field with the numbers of players who showed voluntarily after the hand, in order: PHH ends at the showdown."""

REMARK: Final = "# The PHH standard cannot tell of this hand: others would play it otherwise. Evenhand reads it.\n"
"""Begins a file whose variant code is ours, because the PHH standard cannot describe the hand."""

_WORDS: Final = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr"}
_SIZED: Final = ("bet", "raise", "overbet")
_ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SURROGATES: Final = range(0xD800, 0xE000)


class NotExpressible(ValueError):
    """Says that PHH cannot express a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """Holds what a file may tell about place and time."""

    venue: str | None = None
    event: str | None = None
    url: str | None = None
    table: str | int | None = None
    seat_count: int | None = None
    hand: str | int | None = None
    began: datetime | None = None
    """Start of the hand, with its time zone; the file gives it in UTC."""


_NO_DETAILS: Final = Details()


def to_phh(
    hand: HandState,
    *,
    names: Mapping[SeatNumber, str] | None = None,
    known: Container[SeatNumber] = (),
    details: Details = _NO_DETAILS,
) -> str:
    """Write the hand, with hole cards only of players who showed and of seats in `known`. Raises `NotExpressible`."""
    if not hand.over:
        raise NotExpressible("a hand is written down when it is over")
    opening, variant = hand.opening, variant_of(hand)
    fields = (
        {"variant": variant}
        | forced_fields(opening)
        | {
            "starting_stacks": list(opening.stacks),
            "actions": list(_actions(hand, known)),
            **_detail_fields(details),
            "seats": list(opening.seats),
            "finishing_stacks": list(hand.stacks),
            RULES_FIELD: opening.rules.to_json(),
        }
    )
    if names is not None:
        fields["players"] = [names.get(seat, "") for seat in opening.seats]
    shows = [opening.seats.index(move.seat) + 1 for move in hand.moves if move.verb == "show"]
    if shows:
        fields[SHOWS_FIELD] = shows
    remark = REMARK if variant in OWN_VARIANTS.values() else ""
    return remark + "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def forced_fields(opening: Opening) -> dict[str, Any]:
    """Return what PHH says about the rules and the forced bets."""
    rules = opening.rules
    if rules.betting is Betting.FIXED_LIMIT:
        bets = {"small_bet": rules.big_blind, "big_bet": 2 * rules.big_blind}
    else:
        bets = {"min_bet": rules.least_bet}
    return {
        "ante_trimming_status": bool(rules.ante) and rules.ante_from is AnteFrom.EVERYONE,
        "antes": _antes(rules, players=len(opening.seats)),
        # An amount below zero is posted by a player who comes in early and does not change who begins.
        "blinds_or_straddles": [rules.small_blind, rules.big_blind, *[-chips for chips in opening.posts[2:]]],
        **bets,
    }


def ante_place(ante_from: AnteFrom, *, players: int) -> int:
    """Return the place at which PHH writes an ante that one player pays for all."""
    if ante_from is AnteFrom.BIG_BLIND:
        return 1
    return 0 if players == 2 else players - 1


def _antes(rules: Rules, *, players: int) -> list[int]:
    if rules.ante_from is AnteFrom.EVERYONE:
        return [rules.ante] * players
    antes = [0] * players
    antes[ante_place(rules.ante_from, players=players)] = rules.ante
    return antes


def _actions(hand: HandState, known: Container[SeatNumber]) -> Iterator[str]:
    players = {seat: f"p{number}" for number, seat in enumerate(hand.seats, start=1)}
    for seat, player in players.items():
        told = seat in hand.shown or seat in known
        yield f"d dh {player} {cards_text(hand.hole(seat)) if told else UNKNOWN_HOLE}"
    later = {move.seat for move in hand.moves if move.verb == "show"}
    for event in hand.events:
        match event:
            case DealtBoard(cards=board):
                yield f"d db {cards_text(board)}"
            case Acted(seat=seat, verb=verb, to=to):
                yield f"{players[seat]} {_WORDS.get(verb, verb)}{f' {to}' if verb in _SIZED else ''}"
            case Shown(seat=seat, cards=cards) if seat not in later:
                yield f"{players[seat]} sm {cards_text(cards)}"
            case Mucked(seat=seat):
                yield f"{players[seat]} sm"
            case _:
                pass


def _detail_fields(details: Details) -> dict[str, Any]:
    names = ("venue", "event", "url", "table", "seat_count", "hand")
    values = {name: getattr(details, name) for name in names}
    fields = {name: value for name, value in values.items() if value is not None}
    if details.began is not None:
        if details.began.tzinfo is None:
            raise NotExpressible("began: says nothing without its time zone")
        began = details.began.astimezone(UTC)
        clock = {"time": began.time().replace(microsecond=0), "time_zone": "UTC"}
        fields |= clock | {"day": began.day, "month": began.month, "year": began.year}
    return fields


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{"".join(map(_escaped, value))}"'
        case list():
            items = [_toml(item) for item in value]
            lines = bool(value) and isinstance(value[0], str)
            return "[\n" + "".join(f"  {item},\n" for item in items) + "]" if lines else f"[{', '.join(items)}]"
        case dict():
            return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in value.items()) + "}"
        case time():
            return value.isoformat()
        case _:
            return str(int(value))


def _escaped(sign: str) -> str:
    """Write characters that do not print as their numbers, so that no name can break the file or its look."""
    code = ord(sign)
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if code in _SURROGATES:
        return "\\uFFFD"
    if sign.isprintable():
        return sign
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
