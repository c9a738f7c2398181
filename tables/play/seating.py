"""Sit down, top up, sit out, come back and stand up."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.access import ended_invitations, neighbours, permissions
from tables.access.same_owner import refuse_second_of_owner
from tables.core import money
from tables.core.deadlines import now, plan_first_deal
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.formats import strategy_of
from tables.models import Departure, LedgerEntry, Seat, Table, Wish
from tables.play import leaving
from tables.play.dealing import is_in_hand
from tables.play.waiting_list import HOLD, offer_free_seats, release_holds

RETURN_WITHIN = timedelta(minutes=30)
HOLD_FOR_WISH = timedelta(minutes=5)
Kind = LedgerEntry.Kind


def hold_seat(table_id: int, user: User, number: int) -> None:
    """Keep the seat from others while this player gives the table's password and chooses a buy-in."""
    with locked(table_id) as table:
        _refuse_seat(table, user, number, permissions.reason_not_to_hold_seat)
        _hold(table, user, number)


def _refuse_seat(table: Table, user: User, number: int, refusal: Callable[[Table, User], Any | None]) -> None:
    if sentence := refusal(table, user):
        raise Refused(sentence)
    neighbours.refuse_beside_blocker(table, user, number)


def _hold(table: Table, user: User, number: int) -> Seat:
    """Hold a seat. Choosing again, or another seat, gives no more time: others may be waiting for one."""
    release_holds(table)
    if sentence := strategy_of(table).refuses_entry(table):
        raise Refused(sentence)
    if not 1 <= number <= table.played_by.players_most:
        raise Refused(_("There is no such seat."))
    refuse_second_of_owner(table, user)
    own = table.seated.filter(user=user).first()
    if own and own.state != Seat.State.HELD:
        raise Refused(_("You sit at this table already."))
    if table.seated.filter(number=number).exclude(user=user).exists():
        raise Refused(_("This seat is taken."))
    until = now() + HOLD
    if own is None:
        own = Seat(table=table, user=user, held_until=until)
    own.number, own.held_until = number, min(own.held_until or until, until)
    own.save()
    table.waiting.filter(user=user).delete()
    if table.approves:
        table.wishes.filter(user=user).delete()
    mark_changed_for_lobby(table)
    return own


def give_up_hold(table_id: int, user: User) -> None:
    with locked(table_id) as table:
        if table.seated.filter(user=user, state=Seat.State.HELD).delete()[0]:
            table.wishes.filter(user=user).delete()
            mark_changed_for_lobby(table)
            offer_free_seats(table)


def buy_in_bounds(table: Table, user: User) -> tuple[int, int]:
    """Return the least and the most to bring. A player who is back within half an hour brings what they took away."""
    if strategy_of(table).counters:
        return table.buy_in_least, table.buy_in_most
    left = Departure.objects.filter(table=table, user=user, at__gt=now() - RETURN_WITHIN).first()
    took = left.chips if left else 0
    return max(table.buy_in_least, took), max(table.buy_in_most, took)


def sit_down(table_id: int, user: User, *, number: int, chips: int, house: str = "", approved: bool = False) -> None:
    """Sit down in a held or free seat; where the host approves who plays, only ask for it."""
    with locked(table_id) as table:
        if not house:
            _refuse_seat(table, user, number, permissions.reason_not_to_sit)
        least, most = buy_in_bounds(table, user)
        if not least <= chips <= most:
            raise Refused(_("Bring from %(least)s to %(most)s chips."), least=least, most=most)
        seat = _hold(table, user, number)
        if not (house or approved) and permissions.needs_approval(table, user):
            seat.held_until = now() + HOLD_FOR_WISH
            seat.save(update_fields=["held_until"])
            _wish(table, user, Wish.Kind.SIT, chips, number)
            return
        seat.state, seat.held_until, seat.house = Seat.State.PLAYING, None, house
        seat.must_wait = is_in_hand(table) or table.hands_dealt > 0
        seat.since = now()
        seat.save()
        strategy_of(table).bring(table, seat, chips)
        if not house:
            ended_invitations.accept_by_sitting(table, user)
        schedule_deal_if_idle(table)
        strategy_of(table).sat(table)


def sit_anywhere(table_id: int, user: User, *, chips: int) -> None:
    """Sit down in the first free seat that is not beside a player who blocks this one."""
    with locked(table_id) as table:
        sit_down(table.pk, user, number=_free_seat(table, user), chips=chips)


def propose_seat(table_id: int, user: User) -> None:
    """Hold a seat for a user who has just come to play; where that is refused, they choose one themselves."""
    with suppress(Refused), locked(table_id) as table:
        sits_at_once = strategy_of(table).counters or not permissions.may_see(table, user)
        if not sits_at_once and not table.seated.filter(user=user).exists():
            hold_seat(table.pk, user, _free_seat(table, user))


def _free_seat(table: Table, user: User) -> int:
    release_holds(table)
    taken = set(table.seated.exclude(user=user).values_list("number", flat=True))
    free = [number for number in range(1, table.played_by.players_most + 1) if number not in taken]
    if not free:
        raise Refused(_("Every seat is taken."))
    return next((number for number in free if not neighbours.is_beside_blocker(table, user, number)), free[0])


def _wish(table: Table, user: User, kind: Wish.Kind, chips: int, number: int | None = None) -> None:
    """Ask the host to say yes or no. Refuse at once what the purse does not allow: the host need not be asked."""
    if not strategy_of(table).counters:
        refuse_more_than_purse(user, chips)
    wish = {"kind": kind, "chips": chips, "number": number, "at": now()}
    Wish.objects.update_or_create(table=table, user=user, defaults=wish)
    mark_changed(table)


def refuse_more_than_purse(user: User, chips: int) -> None:
    purse = money.locked_purse(user)
    if purse.chips < chips:
        raise Refused(_("You have %(chips)s chips left."), chips=purse.chips)


def schedule_deal_if_idle(table: Table) -> None:
    """Plan a deal if the table is open, no hand runs, no deal is planned and its format deals now."""
    sleeps = not is_in_hand(table) and table.due != Table.Due.DEAL
    if table.state == Table.State.OPEN and sleeps and strategy_of(table).deals(table):
        plan_first_deal(table)


def own_seat(table: Table, user: User) -> Seat:
    seat = table.seated.filter(user=user).first()
    if seat is None or seat.state == Seat.State.HELD:
        raise Refused(_("You are not sitting at this table."))
    return seat


def top_up(table_id: int, user: User, chips: int, *, approved: bool = False, beside: int | None = None) -> None:
    """Add chips within the limits, during a hand once it is over. A player with no chips left buys in anew.

    `beside` is the stack that the player saw: a form that is sent twice is refused the second time.
    """
    with locked(table_id) as table:
        _refuse_in_game(table)
        seat = own_seat(table, user)
        if beside not in (None, seat.stack):
            raise Refused(_("You have %(stack)s chips here by now. Nothing was added."), stack=seat.stack)
        room = table.buy_in_most - seat.stack
        least = least_top_up(table, seat)
        if not least <= chips <= room:
            raise Refused(_("You can add from %(least)s to %(room)s chips."), least=least, room=max(room, 0))
        if not approved and permissions.needs_approval(table, user):
            _wish(table, user, Wish.Kind.TOP_UP, chips)
            return
        if leaving.is_dealt_in(table, seat):
            if not strategy_of(table).counters:
                refuse_more_than_purse(user, chips)
            seat.top_up = chips
            seat.save(update_fields=["top_up"])
        else:
            was_broke = seat.state == Seat.State.OUT and not seat.stack
            strategy_of(table).bring(table, seat, chips, Kind.TOP_UP)
            if was_broke:
                come_back(table_id, user)  # those chips are there to play on
            schedule_deal_if_idle(table)
        mark_changed_for_lobby(table)


def least_top_up(table: Table, seat: Seat) -> int:
    return 1 if seat.stack else table.buy_in_least


def _refuse_in_game(table: Table) -> None:
    if strategy_of(table).same_chips:
        raise Refused(_("In this game everybody plays with the same chips, and plays every hand."))


def sit_out(table_id: int, user: User) -> None:
    """Sit out from the next hand on."""
    with locked(table_id) as table:
        _refuse_in_game(table)
        seat = own_seat(table, user)
        if leaving.is_dealt_in(table, seat):
            seat.sits_out_next = True
        else:
            seat.state = Seat.State.OUT
        seat.save(update_fields=["sits_out_next", "state"])
        mark_changed(table)


def come_back(table_id: int, user: User, *, posts: bool = False) -> None:
    """Play again. A player who missed the blinds waits for the big blind, or posts one."""
    with locked(table_id) as table:
        seat = own_seat(table, user)
        if sentence := strategy_of(table).refuses_return(table, seat):
            raise Refused(sentence)
        if seat.state != Seat.State.PLAYING:  # the host may have forbidden it since they sat down
            refuse_second_of_owner(table, user)
        seat.state, seat.sits_out_next, seat.leaves, seat.hands_away = Seat.State.PLAYING, False, seat.sent_away, 0
        seat.posts = posts
        seat.save(update_fields=["state", "sits_out_next", "leaves", "hands_away", "posts"])
        mark_changed(table)
        schedule_deal_if_idle(table)


def stand_up(table_id: int, user: User, *, after_hand: bool = False) -> None:
    """Leave at once. In a hand check or fold whenever it is this player's turn, unless the hand is to be played out."""
    from tables.play.acting import leave_hand

    with locked(table_id) as table:
        seat = own_seat(table, user)
        if leaving.is_dealt_in(table, seat):
            seat.leaves = True
            if not after_hand:
                seat.state = Seat.State.OUT
            seat.save(update_fields=["leaves", "state"])
            mark_changed(table)
            if not after_hand:
                leave_hand(table, seat)
        else:
            leaving.leave(table, seat)
            offer_free_seats(table)
