"""Test that a page of the administration runs the same few queries for any number of rows, and counts no huge table."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, SeenAddress, User
from poker_site.web.administration import MOST_COUNTED
from tables.engine.rulebooks import rules_for
from tables.models import (
    ArenaMatch,
    ArenaPlayer,
    ChatMessage,
    Entrant,
    Game,
    Hand,
    HandPlayer,
    LedgerEntry,
    Move,
    Report,
    Seat,
    Table,
    TableEvent,
)
from tests.tables.moderation import CHANGELISTS, client_of, page_of

pytestmark = pytest.mark.django_db


def fill(count: int, moderator: User) -> None:
    """Add this many rows of everything: at a table each and all at one, of a user each and all of one."""
    start = User.objects.count()
    users = User.objects.bulk_create(
        User(username=f"number{n}", display_name=f"Number {n}") for n in range(start, start + count)
    )
    _open_tables(users)
    hub = Table.objects.get(code="HUB") if Table.objects.filter(code="HUB").exists() else _hub(users[0])
    hands = _play(hub, users)
    messages = ChatMessage.objects.bulk_create(
        ChatMessage(table=hub, user=user, room="players", text="A number.") for user in users
    )
    Report.objects.bulk_create(
        Report(by=users[0], whom=user, table=hub, message=message, hand=hands[0], words="number")
        for user, message in zip(users, messages, strict=True)
    )
    _enter_games(users)
    TableEvent.objects.bulk_create(TableEvent(table=hub, by=user, whom=user, verb="ban") for user in users)
    _judge(users, moderator)


def _hub(owner: User) -> Table:
    return Table.objects.create(
        name="Number one", owner=owner, rules=rules(), buy_in_least=1, buy_in_most=9_000, code="HUB"
    )


def _open_tables(owners: list[User]) -> None:
    tables = Table.objects.bulk_create(
        Table(name=f"{owner}", owner=owner, rules=rules(), buy_in_least=1, buy_in_most=2) for owner in owners
    )
    places = list(zip(owners, tables, strict=True))
    LedgerEntry.objects.bulk_create(
        LedgerEntry(kind="buy_in", user=user, table=place, to_purse=-5, to_seat=5) for user, place in places
    )
    Seat.objects.bulk_create(Seat(table=place, number=1, user=user, stack=5, state="playing") for user, place in places)


def _enter_games(users: list[User]) -> None:
    """Open a game at each user's table and a match for each, with two users in all of them."""
    tables = Table.objects.filter(owner__in=users, game=None)
    games = Game.objects.bulk_create(Game(table=table, stack=5) for table in tables)
    matches = ArenaMatch.objects.bulk_create(ArenaMatch(room=n, hands_wanted=5) for n in range(len(users)))
    for n, user in enumerate(users[:2]):
        Entrant.objects.bulk_create(Entrant(game=game, user=user, seat=n + 1) for game in games)
        ArenaPlayer.objects.bulk_create(
            ArenaPlayer(match=match, place=n, name="number", user=user) for match in matches
        )


def _play(table: Table, users: list[User]) -> list[Hand]:
    """Play a hand of each user against the one before; the second folds."""
    first, at = table.hands.count() + 1, timezone.now()
    hands = Hand.objects.bulk_create(hand(table, number, at) for number in range(first, first + len(users)))
    HandPlayer.objects.bulk_create(
        HandPlayer(hand=played, seat=seat, user=users[n - seat], stack=100, net=10 if seat == 1 else -10)
        for n, played in enumerate(hands)
        for seat in (1, 2)
    )
    for sequence, (seat, verb) in enumerate(((1, "bet"), (2, "fold"))):
        Move.objects.bulk_create(Move(hand=played, sequence=sequence, seat=seat, verb=verb, at=at) for played in hands)
    return hands


def _judge(users: list[User], moderator: User) -> None:
    one = User.objects.get(username="number9")
    for whom in ([*users], [one] * len(users)):
        Sanction.objects.bulk_create(
            Sanction(user=user, kind="mute", reason="A number.", imposed_by=by, lifted_by=by)
            for user, by in zip(whom, users, strict=True)
        )
    AuditEntry.objects.bulk_create(AuditEntry(by=moderator, verb="mute", whom=user, words="number") for user in users)
    SeenAddress.objects.bulk_create(SeenAddress(user=user, address="192.0.2.1") for user in users)


def rules() -> dict[str, Any]:
    return rules_for("cash").to_json()


def hand(table: Table, number: int, at: Any) -> Hand:
    ended = at - timedelta(minutes=number)
    return Hand(
        table=table, number=number, state="over", rules=table.rules, button=1, sealed={}, root="", cut=3, ended_at=ended
    )


def pages() -> list[str]:
    lists = [reverse(f"admin:{model}_changelist") for model in CHANGELISTS]
    rows = [Table.objects.get(code="HUB"), User.objects.get(username="number9")]
    more = [ChatMessage.objects.earliest("pk"), Report.objects.earliest("pk"), LedgerEntry.objects.earliest("pk")]
    views = [reverse("admin:tables_pairs"), reverse("admin:accounts_addresses"), reverse("admin:index")]
    found = [*lists, *(f"{address}?q=number" for address in lists), *map(page_of, [*rows, *more]), *views]
    return [*found, f"{reverse('admin:tables_table_changelist')}?player={rows[1].pk}", f"{views[0]}?user={rows[1].pk}"]


def asked(client: Any, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return [query["sql"] for query in queries]


def test_queries_do_not_grow_from_fifty_rows_to_five_hundred(moderator: User) -> None:
    fill(50, moderator)
    client = client_of(moderator)
    for address in pages():  # so that each process has asked what it asks only once
        asked(client, address)
    few = {address: len(asked(client, address)) for address in pages()}
    fill(450, moderator)
    many = {address: asked(client, address) for address in few}
    assert {address: len(queries) for address, queries in many.items()} == few
    assert max(few.values()) < 30


@pytest.mark.differs_on_services("PostgreSQL joins and counts in its own way")
def test_lists_count_up_to_a_limit_only(moderator: User) -> None:
    fill(10, moderator)
    client = client_of(moderator)
    for model in CHANGELISTS:
        counting = [sql for sql in asked(client, reverse(f"admin:{model}_changelist")) if "COUNT(*)" in sql]
        assert all(f"LIMIT {MOST_COUNTED}" in sql or "GROUP BY" in sql for sql in counting), model
