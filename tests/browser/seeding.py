"""Prepare the server's database for browser tests.

These functions run inside the server, called by name through `seeded_server.py`: arguments and answers are plain
values. They use the services, as requests do, so open pages are sent every change and clocks start.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Preferences, Sanction, User
from accounts.services import friends, sanctions, signup
from tables.hosting import house_bots, invitations
from tables.lobby.new_table_form import NewTableForm
from tables.models import Seat, Sitting, Table
from tables.play import games, lifecycle, seating
from tests.epochs import begin_epoch
from tests.past import play_hands, record_hands

PASSWORD = "correct horse"
STAKES: dict[str, Any] = {"options": {}, "buy_in_least": 4_000, "buy_in_most": 20_000}


@cache
def _hashed_password() -> str:
    """Return the hash that all accounts share, because hashing takes a tenth of a second."""
    return make_password(PASSWORD)


def make_account(name: str, *, administrates: bool = False, **preferences: Any) -> str:
    """Open an account and log it in; return the key of the session."""
    user = signup.open_account(User(password=_hashed_password()), name=name, proved_owner=administrates)
    if preferences:
        Preferences.objects.filter(user=user).update(**preferences)
    return make_session(name)


def make_session(name: str) -> str:
    client = Client()
    client.force_login(_user(name))
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def befriend(one: str, other: str) -> None:
    friends.ask(_user(one), _user(other))
    friends.accept(_user(other), _user(one))


def open_table(
    host: str,
    *,
    seated: Sequence[str] = (),
    bots: Sequence[str] = (),
    pace: int = 100,
    time_bank_ms: int | None = None,
    **fields: str,
) -> str:
    """Open a table as the form for a new one does; return its code.

    A ring game with people in the seats 1, 2, 3 and so on, or with house bots of these styles, waits for `resume`.
    """
    form = NewTableForm({"rulebook": "cash", "found_by": "lobby", **fields}, host=_user(host))
    assert form.is_valid(), form.errors
    table = form.open(_user(host))
    set_pace(table.code, pace)
    if table.strategy == "ring" and (seated or bots):
        lifecycle.pause(table.pk, _user(host))
    for number, name in enumerate(seated, start=1):
        sit_down(table.code, name, number=number)
    for style in bots:
        house_bots.add_bot(table.pk, _user(host), style)
    if time_bank_ms is not None:
        Seat.objects.filter(table=table).update(time_bank_ms=time_bank_ms)
    return table.code


def sit_down(code: str, name: str, *, number: int) -> None:
    table, user = _table(code), _user(name)
    if table.strategy != "ring":
        games.enter(table.pk, user, number)
        return
    least, most = seating.buy_in_bounds(table, user)
    chips = min(max(100 * table.played_by.big_blind, least), most)
    seating.sit_down(table.pk, user, number=number, chips=chips)


def set_pace(code: str, pace: int) -> None:
    Table.objects.filter(code=code).update(pace=pace)


def resume(code: str) -> None:
    lifecycle.resume(_table(code).pk, _table(code).owner)


def ban(name: str, reason: str, *, by: str) -> None:
    sanctions.impose(_user(name), kind=Sanction.Kind.BAN, reason=reason, until=None, by=_user(by))


def play_past_hands(names: Sequence[str], count: int, tables: Mapping[str, str]) -> None:
    """Play this many hands at each of these tables, which are given by name and rulebook."""
    users = [_user(name) for name in names]
    for name, rulebook in tables.items():
        play_hands(lifecycle.open_table(users[0], rulebook=rulebook, name=name, **STAKES), users, count)


def record_sittings(names: Sequence[str], nets: Sequence[int], tables: Mapping[str, str]) -> None:
    """Record a session a week, every third at the second table; what the first person wins, the second loses."""
    users = [_user(name) for name in names]
    opened = [
        lifecycle.open_table(users[0], rulebook=rulebook, name=name, **STAKES) for name, rulebook in tables.items()
    ]
    for number, net in enumerate(nets):
        table = opened[number % 3 == 2]
        began = timezone.now() - timedelta(days=7 * (len(nets) - number), minutes=90)
        for user, won in zip(users, (net, -net), strict=False):
            Sitting.objects.create(
                user=user,
                table=table,
                rulebook=table.rulebook,
                began_at=began,
                ended_at=began + timedelta(minutes=75),
                hands=80 + 7 * number,
                net=won,
                mbb=won * 10,
                mbb_squares=9e8,
                luck=won * 300,
                luck_mbb=won * 3,
                vpip=21,
                pfr=15,
                three_bet_chances=30,
                three_bets=3,
                flops=30,
                showdowns=9,
                showdowns_won=5,
            )
        hands = _hands_that_bring(net, 80 + 7 * number, Random(number))
        signs = dict(zip(users, (1, -1), strict=False))
        won_by = {user: [sign * won for won in hands] for user, sign in signs.items()}
        record_hands(table, won_by, began=began, apart=timedelta(minutes=75) / len(hands))


def _hands_that_bring(net: int, count: int, chance: Random) -> list[int]:
    """Split a net result over this many hands, more or less at random."""
    hands = [chance.choice((-300, -100, -100, -50, -50, 0, 75, 150, 400)) for _ in range(count - 1)]
    return [*hands, net - sum(hands)]


def make_link(code: str, *, revoked: bool = False) -> str:
    """Make an invitation to this table by its owner; return its path."""
    table = _table(code)
    invitation = invitations.make_link(table.pk, table.owner, hours=24, most_uses=5)
    if revoked:
        invitations.revoke(table.pk, table.owner, invitation.pk)
    return reverse("invitation", args=[invitation.code])


def last_hand(code: str) -> int:
    hand = _table(code).hand_id
    assert hand is not None
    return hand


def restore_past(name: str, display_name: str) -> None:
    """Change a name and begin an epoch, as if a backup had been restored: no version tells of the change."""
    User.objects.filter(username=name.lower()).update(display_name=display_name)
    begin_epoch()


def _user(name: str) -> User:
    return User.objects.get(username=name.lower())


def _table(code: str) -> Table:
    return Table.objects.get(code=code)
