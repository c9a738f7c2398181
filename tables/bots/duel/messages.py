"""Check what programs say before anything is done with it."""

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tables.bots.duel.house import HOUSE
from tables.bots.duel.wire import BadMessage

FEWEST, MOST = 2, 10
MOST_HANDS: Final = 1_000_000
HANDS: Final = 1000
"""Number of hands where the older dialect does not say how many."""
LONGEST_NAME: Final = 60
_ROOMS: Final = range(-(2**63), 2**63)
_DIGITS: Final = re.compile(r"\s*[+-]?\d{1,19}\s*", re.ASCII)

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """Holds what the first program to come fixes for a room."""

    players: int
    house: tuple[str, ...]
    """Names of house bots."""
    hands: int
    duplicate: bool = False


def room_of(message: Message) -> int:
    """Return the number of the room, which may come as a text or with a fraction, which is dropped."""
    number: Any = message.get("room_id")
    is_digits = isinstance(number, str) and _DIGITS.fullmatch(number) is not None
    if is_digits or (isinstance(number, float) and math.isfinite(number)):
        number = int(number)
    return _whole({"room_id": number}, "room_id", _ROOMS)


def name_of(message: Message) -> str:
    """Return the player's name; a number is as good as its digits."""
    name = message.get("name")
    if type(name) in (int, float):
        name = str(name)
    if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
        raise BadMessage(f"name: a text of 1 to {LONGEST_NAME} characters.")
    if any(unicodedata.category(sign)[0] == "C" or sign in "\u2028\u2029" for sign in name):
        raise BadMessage("name: without control characters.")
    return name.strip()


def is_older(message: Message) -> bool:
    """Tell whether this dialect is asked whether it is ready, and says `start` where the newer one says `ready`."""
    return "game_number" not in message


def plan_of(message: Message) -> Plan:
    """Read what a `connect` asks for. Its sender sits down too: of bots that fill every seat, the last stays out."""
    plan = _plan(message, duplicate=False)
    if len(plan.house) > plan.players:
        raise BadMessage("bots: at most as many as there are players.")
    return replace(plan, house=plan.house[: plan.players - 1])


def plan_of_house(message: Message) -> Plan:
    """Read what an `ai_vs_ai` asks for: house bots take every seat."""
    plan = _plan(message, duplicate=True)
    if len(plan.house) != plan.players:
        raise BadMessage("bots: as many as there are players.")
    return plan


def _plan(message: Message, *, duplicate: bool) -> Plan:
    players = _whole(message, "room_number", range(FEWEST, MOST + 1), otherwise=FEWEST)
    hands = _whole(message, "game_number", range(1, MOST_HANDS + 1), otherwise=HANDS)
    house = message.get("bots", [])
    if not isinstance(house, list) or len(house) > MOST or not all(isinstance(name, str) for name in house):
        raise BadMessage(f"bots: a list of at most {MOST} names.")
    unknown = next((name for name in house if name not in HOUSE), None)
    if unknown is not None:
        raise BadMessage(f"There is no house bot {unknown[:LONGEST_NAME]!r}; there are {', '.join(HOUSE)}.")
    return Plan(players, tuple(house), hands, duplicate)


def _whole(message: Message, field: str, allowed: range, *, otherwise: int | None = None) -> int:
    value = message.get(field, otherwise)
    if type(value) is not int or value not in allowed:
        raise BadMessage(f"{field}: a whole number from {allowed[0]} to {allowed[-1]}.")
    return value
