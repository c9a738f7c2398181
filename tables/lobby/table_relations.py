"""Find the tables that concern an account, and at which version its lobby shows them."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import F, Q, QuerySet, Value
from django.utils import timezone

from tables.access.permissions import open_personal_invitations
from tables.lobby.closed import SHOWN_FOR
from tables.models import Cohost, Departure, Guest, Seat, Table, TableBan


class TableRelation(StrEnum):
    """Says what a table has to do with an account."""

    SEAT = "seat"
    OWNER = "owner"
    WELCOME = "welcome"
    """They are a co-host, or a guest of a table that is not in the lobby."""
    BANNED = "banned"
    INVITED = "invited"
    """Their invitation waits for an answer."""
    LEFT = "left"
    """They played or were a host there, and the table closed lately."""


@dataclass(frozen=True)
class TableRelations:
    """Holds all bonds of one account; they are equal as long as none of these tables has changed for its lobby."""

    found: frozenset[tuple[str, int, int]] = frozenset()
    """Holds each bond with its table and version. With a seat every move counts, for it may be one's own turn."""

    @property
    def own(self) -> set[int]:
        """Return the tables that are listed as one's own."""
        return self._tables(TableRelation.SEAT, TableRelation.OWNER) | self._tables(TableRelation.WELCOME) - self.banned

    @property
    def banned(self) -> set[int]:
        return self._tables(TableRelation.BANNED)

    def _tables(self, *bonds: TableRelation) -> set[int]:
        return {table for bond, table, _version in self.found if bond in bonds}


def bonds_of(user_ids: Collection[int]) -> dict[int, TableRelations]:
    """Read the bonds of all these accounts in one query."""
    first, *others = (
        found.order_by().values_list(F("user" if table else "owner"), Value(bond.value), F(table or "pk"), F(version))
        for found, bond, table, version in _kinds(user_ids, timezone.now())
    )
    bonds: defaultdict[int, set[tuple[str, int, int]]] = defaultdict(set)
    for user_id, bond, table_id, version in first.union(*others, all=True):
        bonds[user_id].add((bond, table_id, version))
    return {user_id: TableRelations(frozenset(bonds[user_id])) for user_id in user_ids}


def _kinds(user_ids: Collection[int], at: datetime) -> Iterator[tuple[QuerySet[Any], TableRelation, str, str]]:
    theirs, opened = Q(user__in=user_ids), ~Q(table__state=Table.State.CLOSED)
    lately = Q(table__state=Table.State.CLOSED, table__closed_at__gt=at - SHOWN_FOR)
    hidden = ~Q(table__found_by=Table.FoundBy.LOBBY)
    owned = Table.objects.filter(owner__in=user_ids)
    shown = ("table", "table__lobby_version")
    yield Seat.objects.filter(theirs, opened), TableRelation.SEAT, "table", "table__version"
    yield owned.exclude(state=Table.State.CLOSED), TableRelation.OWNER, "", "lobby_version"
    yield Cohost.objects.filter(theirs, opened), TableRelation.WELCOME, *shown
    yield Guest.objects.filter(theirs, opened, hidden, invited=True), TableRelation.WELCOME, *shown
    yield TableBan.objects.filter(theirs, opened), TableRelation.BANNED, *shown
    yield open_personal_invitations(at).filter(theirs, opened), TableRelation.INVITED, *shown
    yield owned.filter(state=Table.State.CLOSED, closed_at__gt=at - SHOWN_FOR), TableRelation.LEFT, "", "lobby_version"
    yield Cohost.objects.filter(theirs, lately), TableRelation.LEFT, *shown
    yield Departure.objects.filter(theirs, lately), TableRelation.LEFT, *shown
