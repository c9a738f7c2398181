"""Look at a knock-out's table as programs of the contest see it."""

import re
from typing import Final

from accounts.models import User
from accounts.selectors import shown_name
from tables.bots.contest.events import Cards, ContestTable, Person, texts
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.rules import Rules
from tables.engine.view import view
from tables.models import Entrant, Game, Hand, HandPlayer, Seat
from tables.page.snapshot import Snapshot

_MD5: Final = re.compile("[0-9a-f]{32}")
"""Matches the names under which programs of the older dialect are shown."""


def stage_of(snapshot: Snapshot, game: Game, first_hand: int) -> ContestTable:
    table = snapshot.table
    rules = Rules.from_json(table.rules)
    return ContestTable(
        code=table.code,
        status=game.state,
        stack=game.stack,
        reloads_most=game.reloads_most,
        blinds=(rules.small_blind, rules.big_blind),
        people=_people(snapshot),
        first_hand=first_hand,
        older=any(_MD5.fullmatch(seat.known_as) for seat in snapshot.seats.values()),
    )


def first_hand_of(game: Game) -> int:
    """Return the number that the game's first hand has at the table; 0 if none was dealt yet."""
    if game.started_at is None:
        return 0
    found = Hand.objects.filter(table=game.pk, began_at__gte=game.started_at).order_by("number")
    return found.values_list("number", flat=True).first() or 0


def was_stopped(snapshot: Snapshot) -> bool:
    """Tell whether the host ended the game; otherwise it ran out of players."""
    for event in reversed(snapshot.events):
        if event.verb in ("game_prepared", "game_stopped"):
            return event.verb == "game_stopped"
    return False


def reloaded(stage: ContestTable, hand: Hand, play: HandState) -> set[int]:
    """Return the seats of those who lost everything in this hand and play on: they got new chips at once."""
    if not play.over:
        return set()
    broke = {seat for seat, stack in zip(play.seats, play.stacks, strict=True) if not stack}
    lost = [person for person in stage.people if person.seat in broke]
    return {person.seat for person in lost if not person.out or _was_dealt_in_later(hand, person.seat)}


def _was_dealt_in_later(hand: Hand, seat: int) -> bool:
    return HandPlayer.objects.filter(hand__table=hand.table_id, hand__number__gt=hand.number, seat=seat).exists()


def _people(snapshot: Snapshot) -> tuple[Person, ...]:
    """Return those who began the game, or until it begins those who have signed up."""
    entrants = sorted((placed.entrant for placed in snapshot.standings), key=lambda entrant: entrant.seat)
    if entrants:
        return tuple(_person(snapshot, one.seat, one.user, one) for one in entrants)
    signed_up = [seat for _, seat in sorted(snapshot.seats.items()) if seat.state != Seat.State.HELD]
    return tuple(_person(snapshot, seat.number, seat.user, None) for seat in signed_up)


def _person(snapshot: Snapshot, number: int, user: User, entrant: Entrant | None) -> Person:
    seat = snapshot.seats.get(number)
    sits = seat is not None and seat.user_id == user.pk
    return Person(
        seat=number,
        name=(seat.known_as if seat and sits else "") or shown_name(user),
        user_id=user.pk,
        online=bool(seat and sits and seat.house) or user.pk in snapshot.present,
        human=not user.is_bot,
        reloads=entrant.reloads_used if entrant else 0,
        chips=seat.stack if seat and sits else entrant.chips if entrant else 0,
        out=entrant is not None and entrant.out_after is not None,
    )


def seat_of(stage: ContestTable, user_id: int) -> int | None:
    return next((person.seat for person in stage.people if user_id and person.user_id == user_id), None)


def cards_for(snapshot: Snapshot, number: int, play: HandState, seat: int | None) -> Cards:
    """Return the cards that this receiver may know, by seat."""
    key = (number, len(play.events))
    if key not in snapshot.watched:
        snapshot.watched[key] = view(play, None)
    watched = snapshot.watched[key]
    seen = watched if seat is None or seat not in play.seats else view(play, SeatNumber(seat), watched=watched)
    return {one.seat: texts(one.cards) for one in seen.seats if one.cards}
