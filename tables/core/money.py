"""Move chips between purses and stacks, and write the ledger: no other code moves a chip."""

from datetime import timedelta

from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import audit
from accounts.services.rights import refuse_unless_may
from accounts.services.sessions import note_change
from poker_site.web.idempotency import REPEAT_WINDOW
from tables.core.deadlines import now
from tables.core.lock_order import account_lock, two_account_locks
from tables.core.refusals import Refused
from tables.models import LedgerEntry, Purse, Seat, Table

FIRST_CHIPS = 100_000
REFILL_EVERY = timedelta(hours=24)
Kind = LedgerEntry.Kind


def locked_purse(user: User) -> Purse:
    """Lock the purse, inside a transaction and after the table. A new account gets its first chips."""
    purse, new = Purse.objects.get_or_create(user=user)
    purse = Purse.objects.select_for_update(no_key=True).get(pk=user.pk)
    if new:
        _to_purse(purse, FIRST_CHIPS, Kind.GRANT)
    return purse


def _to_purse(purse: Purse, chips: int, kind: LedgerEntry.Kind) -> None:
    purse.chips += chips
    purse.save(update_fields=["chips"])
    LedgerEntry.objects.create(kind=kind, user_id=purse.pk, to_purse=chips, at=now())


def pay_in(table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind) -> None:
    """Move chips from the purse to the seat; a house bot's chips come from the house."""
    if seat.house:
        _move(table, seat, chips, Kind.HOUSE)
        return
    purse = locked_purse(seat.user)
    if purse.chips < chips:
        raise Refused(_("You have %(chips)s chips left, and need %(needed)s."), chips=purse.chips, needed=chips)
    purse.chips -= chips
    purse.save(update_fields=["chips"])
    _move(table, seat, chips, kind)


def top_up(table: Table, seat: Seat, chips: int) -> None:
    """Add chips that were ordered during a hand, as many as the purse has and the table allows.

    A player who has lost everything meanwhile needs a whole buy-in.
    """
    chips = min(chips, table.buy_in_most - seat.stack, locked_purse(seat.user).chips)
    if chips >= (1 if seat.stack else table.buy_in_least):
        pay_in(table, seat, chips, Kind.TOP_UP)


def pay_out(table: Table, seat: Seat) -> None:
    """Move all chips of the seat to the purse; a house bot's go to the house."""
    if seat.house:
        _move(table, seat, -seat.stack, Kind.HOUSE)
        return
    purse = locked_purse(seat.user)
    purse.chips += seat.stack
    purse.save(update_fields=["chips"])
    _move(table, seat, -seat.stack, Kind.CASH_OUT)


def move_counters(table: Table, seat: Seat, chips: int) -> None:
    """Add or remove counters of a game: they come from no purse and are worth nothing elsewhere."""
    if chips:
        _move(table, seat, chips, Kind.COUNTERS)


def _move(table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind) -> None:
    seat.stack += chips
    seat.save(update_fields=["stack"])
    LedgerEntry.objects.create(
        kind=kind,
        user_id=seat.user_id,
        table=table,
        to_purse=0 if kind in (Kind.HOUSE, Kind.COUNTERS) else -chips,
        to_seat=chips,
        at=now(),
    )


def refill(user: User) -> Purse:
    """Fill up to the first chips, once a day, for a user who has less in the purse and at tables together."""
    with account_lock(user):
        purse, at = locked_purse(user), now()
        seats = Seat.objects.filter(user=user, table__strategy="ring")  # elsewhere chips come from no purse
        held = purse.chips + (seats.aggregate(chips=Sum("stack"))["chips"] or 0)
        if held >= FIRST_CHIPS:
            if purse.refilled_at and at < purse.refilled_at + REPEAT_WINDOW:
                return purse  # the button was pressed twice
            raise Refused(
                _("You have %(chips)s chips: a refill is for whoever has fewer than %(first)s."),
                chips=held,
                first=FIRST_CHIPS,
            )
        if purse.refilled_at and at < purse.refilled_at + REFILL_EVERY:
            left = purse.refilled_at + REFILL_EVERY - at
            raise Refused(_("The next refill is possible in %(hours)s hours."), hours=-(-left // timedelta(hours=1)))
        purse.refilled_at = at
        purse.save(update_fields=["refilled_at"])
        _to_purse(purse, FIRST_CHIPS - held, Kind.REFILL)
        note_change(user.pk)
        return purse


def reverse(entry_id: int, by: User, words: str) -> LedgerEntry:
    """Put a wrong entry right with its opposite; what the wrong one moved to or from a seat stays where it is."""
    wrong = LedgerEntry.objects.select_related("user").get(pk=entry_id)
    with two_account_locks(by, wrong.user) as (by, user):
        refuse_unless_may(by, "tables.moderate", user)
        if not wrong.to_purse:
            raise Refused(_("This entry moved nothing to or from a purse."))
        purse = locked_purse(user)
        if LedgerEntry.objects.filter(reverses=wrong).exists():
            raise Refused(_("This entry was put right already."))
        if purse.chips < wrong.to_purse:
            raise Refused(
                _("%(needed)s chips would have to go, and only %(chips)s are in the purse."),
                needed=wrong.to_purse,
                chips=purse.chips,
            )
        purse.chips -= wrong.to_purse
        purse.save(update_fields=["chips"])
        entry = LedgerEntry.objects.create(
            kind=Kind.REVERSAL, user=user, table=wrong.table, to_purse=-wrong.to_purse, reverses=wrong, at=now()
        )
        audit.record(by, "reverse", user, f"entry {wrong.pk}", words)
        note_change(user.pk)
        return entry
