"""Open a practice table within two clicks: house bots, and chips that count nowhere else."""

from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from tables.core.lock_order import account_lock
from tables.formats.practice import new_stack
from tables.hosting.house_bots import seat_bot
from tables.models import Seat, Table
from tables.play import lifecycle, seating

RULEBOOK: Final = "cash"
STRATEGY: Final = "practice"
OPTIONS: Final = {"players_most": 6}
BUY_IN: Final = (4_000, 20_000)
STYLES: Final = (Seat.House.CALLER, Seat.House.TIGHT, Seat.House.LOOSE)


def practice(user: User) -> Table:
    """Return the practice table that is still open, or a new one, with the user in a seat."""
    with account_lock(user):
        table = _open_one(user)
        if table is None:
            return _new_one(user)
        taken = set(table.seated.exclude(user=user).values_list("number", flat=True))
        free = [number for number in range(1, OPTIONS["players_most"] + 1) if number not in taken]
        seat = table.seated.filter(user=user).exclude(state=Seat.State.HELD).first()
        if seat is None and free:
            _sit(table, user, free[0])
        elif seat is not None and (seat.state != Seat.State.PLAYING or seat.leaves):
            seating.come_back(table.pk, user, posts=True)
        return table


def _open_one(user: User) -> Table | None:
    """Find the user's open practice table; people they invited may sit there too."""
    mine = Table.objects.filter(owner=user, strategy=STRATEGY, state=Table.State.OPEN, closes_after_hand=False)
    return mine.order_by("-pk").first()


def _new_one(user: User) -> Table:
    table = lifecycle.open_table(
        user,
        name=_("Practice"),
        rulebook=RULEBOOK,
        options=dict(OPTIONS),
        buy_in_least=BUY_IN[0],
        buy_in_most=BUY_IN[1],
        found_by=Table.FoundBy.LINK,
        strategy=STRATEGY,
    )
    _sit(table, user, number=1)
    for style in STYLES:
        seat_bot(table.pk, style)
    return table


def _sit(table: Table, user: User, number: int) -> None:
    seating.sit_down(table.pk, user, number=number, chips=new_stack(table))
    if table.hands_dealt:
        seating.come_back(table.pk, user, posts=True)  # posts at once: nobody practises waiting
