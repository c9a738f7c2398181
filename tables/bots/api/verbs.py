"""Do what a program may ask for, one service for each verb; messages have passed the schema before."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from poker_site.web.refusals import Refused
from tables.access.permissions import may_come_in, table_at
from tables.bots.api.listing import results_of, tables_for
from tables.core import money
from tables.core.lock_order import account_lock
from tables.engine.rulebooks import RULEBOOKS
from tables.hosting import admission
from tables.models import Departure, Game, HandPlayer, Seat, Table
from tables.page.verbs.parse import moment
from tables.play import acting, games, seating

Values = Mapping[str, Any]


class NoSuchTable(Refused):
    code = "no_such_table"

    def __init__(self) -> None:
        super().__init__(_("There is no such table."))


class Forbidden(Refused):
    code = "forbidden"


class Failed(Refused):
    code = "failed"

    def __init__(self) -> None:
        super().__init__(_("Something went wrong here. Try again."))


class NotHere(Refused):
    code = "not_here"

    def __init__(self) -> None:
        super().__init__(_("You are not sitting at this table."))


def find(user: User, code: str) -> Table:
    """Find a table; one that the bot may not come to looks like one that does not exist."""
    table = table_at(code)
    if table is None or not (may_come_in(table, user) or _was_there(table, user)):
        raise NoSuchTable
    return table


def _was_there(table: Table, user: User) -> bool:
    departed = Departure.objects.filter(table=table, user=user)
    return departed.exists() or HandPlayer.objects.filter(hand__table=table, user=user).exists()


def join(table: Table, user: User, values: Values, *, address: str) -> None:
    """Sit down unless the bot sits there already: coming back after a lost connection is joining again."""
    if Seat.objects.filter(table=table, user=user).exclude(state=Seat.State.HELD).exists():
        return
    if "password" in values:
        admission.give_password(table.pk, user, values["password"], address=address)
    with account_lock(user):  # hold the limit of tables even if several connections of the bot ask at once
        _sit_down(table, user, values)


def _sit_down(table: Table, user: User, values: Values) -> None:
    number = values.get("seat")
    if Game.objects.filter(table=table).exists():
        games.enter(table.pk, user, number)
        return
    chips = values.get("chips") or _usual_chips(table, user)
    if number is None:
        seating.sit_anywhere(table.pk, user, chips=chips)
    else:
        seating.sit_down(table.pk, user, number=number, chips=chips)


def _usual_chips(table: Table, user: User) -> int:
    least, most = seating.buy_in_bounds(table, user)
    book = RULEBOOKS[table.rulebook]
    return min(max(book.stack // book.rules.big_blind * table.played_by.big_blind, least), most)


def leave(table: Table, user: User, values: Values) -> None:
    if Seat.objects.filter(table=table, user=user, state=Seat.State.HELD).exists():
        seating.give_up_hold(table.pk, user)
    else:
        seating.stand_up(table.pk, user, after_hand=values.get("after_hand", False))


def _act(table: Table, user: User, values: Values) -> None:
    acting.act(table.pk, user, moment=_moment(values), verb=values["action"], amount=values.get("amount"))


def _moment(values: Values) -> acting.Moment:
    return moment({"moment": values["version"]})


def do(table: Table, user: User, values: Values, *, address: str) -> None:
    """Do what a message asks for at a table."""
    if values["type"] == JOIN:
        join(table, user, values, address=address)
    else:
        AT_A_TABLE[values["type"]](table, user, values)


JOIN: Final = "join"
"""The one verb that needs the program's address: guesses at a table's password are counted by it."""

AT_A_TABLE: Final[Mapping[str, Callable[[Table, User, Values], object]]] = {
    "leave": leave,
    "act": _act,
    "show": lambda table, user, values: acting.show(table.pk, user, moment=_moment(values)),
    "sit_out": lambda table, user, values: seating.sit_out(table.pk, user),
    "back": lambda table, user, values: seating.come_back(table.pk, user, posts=values.get("post", False)),
    "top_up": lambda table, user, values: seating.top_up(table.pk, user, values["chips"]),
    "reload": lambda table, user, values: games.ask_reload(table.pk, user),
}
"""Verbs at a table: each is answered by `done`, and what it changed comes as a state."""

ASKED: Final[Mapping[str, Callable[[User, Values], Mapping[str, Any]]]] = {
    "list": lambda user, values: {"type": "tables", "tables": tables_for(user)},
    "results": lambda user, values: {"type": "results", **results_of(find(user, values["table"]), user)},
    "refill": lambda user, values: {"type": "done", "did": "refill", "chips": money.refill(user).chips},
    "ping": lambda user, values: {"type": "pong"},
}
"""Verbs that are answered at once."""
