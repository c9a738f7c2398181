"""Deal the next hand: seal the deck, let the players cut it, deal."""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from functools import lru_cache
from typing import Final

from accounts.models import User
from poker_site.runtime.prepared_sql import Prepared, update
from tables.core import hand_cache
from tables.core.deadlines import clear_deadline, now, plan
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.engine.deck import SealedDeck, matches_commitment, seal
from tables.engine.rules import Rules
from tables.engine.seating import Deal, passes_by
from tables.formats import strategy_of
from tables.models import Hand, HandPlayer, Seat, Table
from tables.play import presence, unattended
from tables.play.acting import advance_to_next_decision, seats_of
from tables.play.settling import players_of

CUT_SECONDS = 1


def deal_next(table: Table) -> None:
    """Deal if the table is open and has players ready; otherwise it sleeps, and closes when nobody looks at it."""
    if is_in_hand(table):
        return
    _take_up_next_rules(table)
    if table.state != Table.State.OPEN:
        clear_deadline(table)
        return
    if not presence.anybody(table):
        unattended.plan_closing(table)
        return
    seats = list(table.seated.select_related("user"))
    strategy = strategy_of(table)
    strategy.before_deal(table, seats)
    deal = strategy.next_deal(table, seats)
    if deal is None:
        clear_deadline(table)
        return
    _begin(table, deal, {seat.number: seat for seat in seats})


def _take_up_next_rules(table: Table) -> None:
    """Put the blinds in force that the host has set during the last hand."""
    if table.next_rules is not None:
        table.rules, table.next_rules = table.next_rules, None
        mark_changed(table, "rules", "next_rules")
        mark_changed_for_lobby(table)


def is_in_hand(table: Table) -> bool:
    return table.hand is not None and table.hand.state in (Hand.State.CUTTING, Hand.State.RUNNING)


def _begin(table: Table, deal: Deal, seats: dict[int, Seat]) -> None:
    rules = strategy_of(table).begin(table, deal)
    sealed = _seal(deal, seats, rules)
    table.hands_dealt += 1
    table.hand = Hand.objects.create(
        table=table,
        number=table.hands_dealt,
        rules=rules.to_json(),
        button=deal.button,
        sealed=sealed.to_json(),
        root=sealed.root,
        began_at=now(),
    )
    HandPlayer.objects.bulk_create(_player(table.hand, deal, seats[number]) for number in sorted(deal.seats))
    _mark(seats, deal, table.big_blind)
    table.button, table.big_blind, table.moves_made = deal.button, deal.big_blind, 0
    mark_changed(table, "hand", "hands_dealt", "button", "big_blind", "moves_made")
    if not strategy_of(table).only_seats_change_between_hands:
        mark_changed(table)
    if any(sealed.commitments):
        plan(table, Table.Due.CUT, now() + timedelta(seconds=CUT_SECONDS))
    else:
        cut(table)


def _seal(deal: Deal, seats: dict[int, Seat], rules: Rules) -> SealedDeck:
    first = deal.seats.index(deal.button) + 1
    order = (*deal.seats[first:], *deal.seats[:first])
    return seal(
        commitments={number: seats[number].commitment or None for number in order},
        burns=rules.burns,
        below=secrets.randbelow,
        token=secrets.token_bytes,
    )


def _player(hand: Hand, deal: Deal, seat: Seat) -> HandPlayer:
    post = deal.posts.get(seat.number, 0)
    return HandPlayer(hand=hand, seat=seat.number, user_id=seat.user_id, stack=seat.stack, post=post)


def _mark(seats: dict[int, Seat], deal: Deal, last_big_blind: int | None) -> None:
    """Clear the waits of those who are dealt in; players whom the big blind passed must wait for it or post."""
    for number, seat in seats.items():
        if number in deal.seats:
            seat.must_wait = seat.posts = False
            seat.commitment = ""
        elif last_big_blind is not None and passes_by(number, last_big_blind=last_big_blind, big_blind=deal.big_blind):
            seat.must_wait = True
        if number not in deal.seats and seat.state == Seat.State.AWAY:
            seat.hands_away += 1
    update(seats.values(), "must_wait", "posts", "commitment", "hands_away")


def commit(table_id: int, user: User, commitment: str) -> None:
    """Store the hash of the number with which this player will help to cut the next deck, without a new version."""
    with locked(table_id, even_closed=True):  # locked, because sealing a deck at the same time would wipe the hash out
        Seat.objects.filter(table_id=table_id, user=user).exclude(commitment=commitment).update(commitment=commitment)


def reveal(table_id: int, user: User, *, hand_number: int, number: str, next_commitment: str = "") -> None:
    """Take a player's number for the cut if it matches the commitment sealed with the deck; ignore any other.

    The deck is cut once all have come.
    """
    with locked(table_id) as table:
        if next_commitment:
            commit(table_id, user, next_commitment)
        hand = _CUTTING.one(table.hand_id or 0)
        if hand is None or hand.number != hand_number:
            return
        players, committed = players_of(hand), _committed(hand.root, hand.pk)
        player = next((player for player in players if player.user_id == user.pk and not player.number), None)
        if player is None or not matches_commitment(number, committed=committed[player.seat]):
            return
        player.number = number
        update([player], "number")
        if all(player.number for player in players if committed[player.seat]):
            cut(table)


_CUTTING: Final = Prepared(Hand, lambda hand: Hand.objects.defer("sealed").filter(pk=hand, state=Hand.State.CUTTING))


@lru_cache(500)
def _committed(root: str, hand_id: int) -> Mapping[int, str | None]:
    """Return the commitments by seat, cached: a sealed deck is large, never changes, and each reveal needs it."""
    sealed = SealedDeck.from_json(Hand.objects.values_list("sealed", flat=True).get(pk=hand_id))
    return dict(zip(sealed.seats, sealed.commitments, strict=True))


def cut(table: Table) -> None:
    """Cut the deck with the numbers that were revealed in time; then deal the cards."""
    hand = table.hand
    if hand is None or hand.state != Hand.State.CUTTING:
        return
    numbers = {player.seat: player.number for player in players_of(hand) if player.number}
    hand.cut = SealedDeck.from_json(hand.sealed).cut(numbers)
    hand.state = Hand.State.RUNNING
    update([hand], "cut", "state")
    mark_changed(table, "version")  # viewers who know that the deck was being cut must read the hand again
    advance_to_next_decision(table, hand, hand_cache.hand_state_of(hand, moves_made=0), seats_of(table), now())
