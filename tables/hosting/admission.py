"""Let players come to a table: check its password, change its address, and turn away those no longer admitted."""

from django.contrib.auth.hashers import check_password
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.web import limits
from tables.access import permissions
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.models import Guest, Seat, Table, Waiting
from tables.models.table import new_code as draw_code
from tables.play import waiting_list
from tables.play.lifecycle import refuse_unless_host


def remove_unadmitted(table: Table) -> None:
    """Remove players from held seats and the waiting list who may no longer sit down; players who sit there stay."""
    ties = permissions.ties_of(table.pk)
    held = table.seated.filter(state=Seat.State.HELD).select_related("user")
    places: list[Seat | Waiting] = [*held, *table.waiting.select_related("user")]
    for place in places:
        if permissions.reason_not_to_sit(table, place.user, ties):
            table.wishes.filter(user=place.user).delete()
            place.delete()
            mark_changed_for_lobby(table)
    waiting_list.offer_free_seats(table)


class WrongPassword(Refused):
    code = "wrong_password"

    def __init__(self) -> None:
        super().__init__(_("The password is wrong."))


def give_password(table_id: int, user: User, password: str, *, address: str) -> None:
    """Let a user in who gives the right password; guesses count by account and by address.

    Hashing takes a while, so it is done before the table is locked.
    """
    table = Table.objects.get(pk=table_id)
    if not permissions.may_come_in(table, user):
        raise Refused(_("You may not come to this table any more."))
    limits.allow("password_guess", user.pk, table_id)
    limits.allow("password_guess_by_address", address, table_id)
    if not table.password or not check_password(password.strip(), table.password):
        raise WrongPassword
    limits.forget("password_guess", user.pk, table_id)
    limits.forget("password_guess_by_address", address, table_id)
    with locked(table_id) as fresh:
        if fresh.password != table.password:
            raise WrongPassword
        Guest.objects.update_or_create(table=fresh, user=user, defaults={"knows_password": True})
        mark_changed(fresh)


def new_code(table_id: int, by: User) -> None:
    """Give the table a new address: old links lead nowhere, but those who belong to the table are led to it."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        table.code = draw_code()
        mark_changed(table, "code")
        mark_changed_for_lobby(table)
        log_event(table, by, "new_code")
