"""Let hosts deal with people at the table: those in a hand play it out first."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.sessions import note_change
from poker_site.runtime.commits import after_commit
from tables.access.permissions import open_invitations
from tables.core.deadlines import now
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed
from tables.core.refusals import Refused
from tables.formats import strategy_of
from tables.models import Seat, Table, TableBan
from tables.play import leaving, seating, waiting_list
from tables.play.lifecycle import refuse_unless_host


def sit_out(table_id: int, by: User, whom: User) -> None:
    """Make a player sit out from the next hand on; they come back when they want to."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        seat = _people(table).exclude(state=Seat.State.HELD).filter(user=whom).first()
        if seat is None:
            raise Refused(_("This player does not sit here."))
        if seat.state != Seat.State.OUT and not seat.sits_out_next:
            seating.sit_out(table.pk, whom)
            log_event(table, by, "sit_out", whom)


def remove(table_id: int, by: User, whom: User) -> None:
    """Remove a player at once, or when the hand is over; their chips go back to them."""
    with locked(table_id) as table:
        _refuse_unless_may_remove(table, by, whom)
        if not _take_away(table, whom):
            raise Refused(_("This player does not sit here."))
        log_event(table, by, "remove", whom)


def ban(table_id: int, by: User, whom: User) -> None:
    """Ban a player from this table until it is lifted; this also removes them and revokes a co-host's invitations."""
    with locked(table_id) as table:
        _refuse_unless_may_remove(table, by, whom)
        if TableBan.objects.get_or_create(table=table, user=whom, defaults={"by": by, "at": now()})[1]:
            table.cohosts.filter(user=whom).delete()
            _end_invitations(table, whom)
            _take_away(table, whom)
            log_event(table, by, "ban", whom)
            _tell_at_home(whom)


def _end_invitations(table: Table, whom: User) -> None:
    """Revoke the invitations to them, and those they made as a co-host."""
    ended = open_invitations(now()).filter(Q(user=whom) | Q(by=whom), table=table)
    for letter in ended.select_related("user"):
        if letter.user:
            _tell_at_home(letter.user)
    ended.update(revoked_at=now())


def lift_ban(table_id: int, by: User, whom: User) -> None:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if not table.bans.filter(user=whom).delete()[0]:
            raise Refused(_("This player is not banned from here."))
        log_event(table, by, "lift_ban", whom)
        _tell_at_home(whom)


def _tell_at_home(whom: User) -> None:
    """Update the user's lobby, which lists the table no more, or again, once the table's lock is released."""
    after_commit(note_change, whom.pk)


def _people(table: Table) -> QuerySet[Seat]:
    return table.seated.filter(house=Seat.House.NOBODY)


def _refuse_unless_may_remove(table: Table, by: User, whom: User) -> None:
    refuse_unless_host(table, by)
    if whom.pk in (by.pk, table.owner_id):
        raise Refused(_("The host stays. Hand the table over first."))
    if whom.is_house:
        raise Refused(_("House bots are sent away, not banned."))
    if by.pk != table.owner_id and table.cohosts.filter(user=whom).exists():
        raise PermissionDenied(_("Only the host can do this to a co-host."))


def _take_away(table: Table, whom: User) -> bool:
    """Take the player's seat, held seat, place in the waiting list and wish; return whether there was any."""
    waited = table.waiting.filter(user=whom).delete()[0] + table.wishes.filter(user=whom).delete()[0]
    seat = _people(table).filter(user=whom).first()
    if seat is None:
        mark_changed(table)
        return bool(waited)
    if seat.state == Seat.State.HELD:
        seating.give_up_hold(table.pk, whom)
    elif leaving.is_dealt_in(table, seat) or strategy_of(table).keeps_seats(table):
        seat.leaves = seat.sent_away = True  # nothing else: the cards are still theirs to play
        seat.save(update_fields=["leaves", "sent_away"])
        mark_changed(table)
    else:
        leaving.leave(table, seat)
        waiting_list.offer_free_seats(table)
    return True
