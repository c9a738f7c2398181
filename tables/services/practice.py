"""A hand within two clicks: a table of one's own with house bots."""

from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.models import Seat, Table
from tables.services import hosting, seating
from tables.services.house_bots import seat_bot
from tables.services.order import alone

RULEBOOK: Final = "cash"
OPTIONS: Final = {"players_most": 6}
BUY_IN: Final = (4_000, 20_000)
STYLES: Final = (Seat.House.CALLER, Seat.House.TIGHT, Seat.House.LOOSE)


def practice(user: User) -> Table:
    """The one that is still open, or a new one; with the user in a seat. Whoever cannot pay leaves nothing behind."""
    with alone(user):
        table = _open_one(user)
        if table is None:
            return _new_one(user)
        taken = set(table.seated.exclude(user=user).values_list("number", flat=True))
        free = [number for number in range(1, OPTIONS["players_most"] + 1) if number not in taken]
        seated = table.seated.filter(user=user).exclude(state=Seat.State.HELD).exists()
        if free and not seated:
            _sit(table, user, free[0])
        return table


def _open_one(user: User) -> Table | None:
    """Nothing but its rules and its bots tells a practice table from others; people whom one asked in are welcome."""
    rules = rules_for(RULEBOOK, **OPTIONS).to_json()
    mine = Table.objects.filter(
        owner=user, found_by=Table.FoundBy.LINK, state=Table.State.OPEN, closes_after_hand=False
    )
    with_bots = mine.filter(buy_in_least=BUY_IN[0], buy_in_most=BUY_IN[1], seated__house__in=STYLES)
    return next((table for table in with_bots.distinct().order_by("-pk") if table.rules == rules), None)


def _new_one(user: User) -> Table:
    table = hosting.open_table(
        user,
        name=_("Practice"),
        rulebook=RULEBOOK,
        options=dict(OPTIONS),
        buy_in_least=BUY_IN[0],
        buy_in_most=BUY_IN[1],
        found_by=Table.FoundBy.LINK,
        stays_open=False,
    )
    _sit(table, user, number=1)
    for style in STYLES:
        seat_bot(table.pk, style)
    return table


def _sit(table: Table, user: User, number: int) -> None:
    least, most = seating.buy_in_bounds(table, user)
    chips = min(max(RULEBOOKS[RULEBOOK].stack, least), most)
    seating.sit_down(table.pk, user, number=number, chips=chips)
    if table.hands_dealt:
        seating.come_back(table.pk, user, posts=True)  # nobody practises waiting
