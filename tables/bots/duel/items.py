"""Define what the store has to keep, and the same as lines of the journal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tables.bots.duel.messages import Plan
from tables.bots.duel.records import Person, Played, Record


class HandFinished(NamedTuple):
    """Holds a finished hand; its lists are JSON already."""

    record: Record
    number: int
    deal: int
    order: str
    deck: str
    moves: str
    nets: str
    at: datetime


class MatchEnded(NamedTuple):
    record: Record
    why: str
    at: datetime


@dataclass(slots=True, eq=False)
class MatchBegun:
    record: Record


Item = MatchBegun | HandFinished | MatchEnded


def finished(record: Record, played: Played, at: datetime) -> HandFinished:
    moves = '["' + '","'.join(played.actions) + '"]'
    order, nets = _list(played.order), _list(played.nets)
    return HandFinished(record, played.number, played.deal, order, played.deck, moves, nets, at)


def _list(numbers: Sequence[int]) -> str:
    return f"[{','.join(map(str, numbers))}]"


def line_of(item: Item) -> list[Any]:
    record = item.record
    whose = [record.room, record.began.isoformat()]
    match item:
        case MatchBegun():
            plan = record.plan
            return ["begun", *whose, plan.players, plan.hands, plan.duplicate, record.players]
        case HandFinished():
            return ["hand", *whose, *item[1:7], item.at.isoformat()]
        case MatchEnded():
            return ["ended", *whose, item.why, item.at.isoformat()]


def items_of(lines: Iterable[list[Any]], records: dict[tuple[int, str], Record]) -> Iterator[Item]:
    """Yield the items of these lines; `records` gathers the matches that they are about."""
    for kind, room, began, *rest in lines:
        record = records.get((room, began))
        if kind == "begun":
            players, hands, duplicate, people = rest
            plan = Plan(players, (), hands, duplicate)
            record = Record(room, plan, [Person(*person) for person in people], datetime.fromisoformat(began))
            records[room, began] = record
            yield MatchBegun(record)
            continue
        if record is None:
            record = Record(room, Plan(0, (), 0), [], datetime.fromisoformat(began))
            records[room, began] = record
        if kind == "hand":
            number, deal, order, deck, moves, nets, at = rest
            yield HandFinished(record, number, deal, order, deck, moves, nets, datetime.fromisoformat(at))
        elif kind == "ended":
            yield MatchEnded(record, rest[0], datetime.fromisoformat(rest[1]))
