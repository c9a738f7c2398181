"""List where a program may sit down, and what it has won and lost."""

from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q

from accounts.models import User
from accounts.selectors import shown_name
from tables.access.permissions import needs_password, open_personal_invitations, ties_with
from tables.bots.api.state import about, blinds, game
from tables.core.deadlines import now
from tables.formats import standings
from tables.formats.scoring import Score
from tables.models import Game, Guest, Hand, HandPlayer, Seat, Table, TableBan
from tables.records.figures import THOUSAND, in_mbb

MOST_LISTED: Final = 200
MOST_HANDS: Final = 100
Plain = dict[str, Any]


def tables_for(user: User) -> list[Plain]:
    """List the tables where this bot may sit down, and those where it sits."""
    tied: Any = {"table": OuterRef("pk"), "user": user}
    invited = Exists(Guest.objects.filter(**tied, invited=True)) | Exists(
        open_personal_invitations(now()).filter(**tied)
    )
    may_come = Q(admits_bots=True) & (Q(found_by=Table.FoundBy.LOBBY) | Q(invited))
    sits, banned = Exists(Seat.objects.filter(**tied)), Exists(TableBan.objects.filter(**tied))
    found = Table.objects.exclude(state=Table.State.CLOSED).filter(Q(sits) | may_come & ~Q(banned))
    chosen = found.annotate(taken=Count("seated"), sits=sits).select_related("owner", "game").order_by("-opened_at")
    listed = list(chosen[:MOST_LISTED])
    ties = ties_with(user, [table.pk for table in listed]) if listed else {}
    return [
        {
            **about(table),
            "host": shown_name(table.owner),
            "blinds": blinds(table.rules),
            "seats": table.played_by.players_most,
            "taken": table.taken,
            "password": needs_password(table, user, ties[table.pk]),
            "approval": table.approves,
            "seated": table.sits,
            "game": game(getattr(table, "game", None)),
        }
        for table in listed
    ]


def results_of(table: Table, user: User) -> Plain:
    """Sum up the finished hands, each in the big blind it was played for; rank the game too if the bot is in it."""
    played = HandPlayer.objects.filter(hand__table=table, hand__state=Hand.State.OVER, user=user, net__isnull=False)
    rows = list(played.order_by("-hand__number").values_list("hand__number", "net", "hand__rules__big_blind"))
    in_blinds = Score.of(in_mbb((net or 0) * THOUSAND, big_blind) for _, net, big_blind in rows)
    return {
        "table": table.code,
        "hands": len(rows),
        "net": sum(net or 0 for _, net, _ in rows),
        "mbb_per_hand": in_blinds.mbb_per_hand(THOUSAND),
        "interval": in_blinds.interval(THOUSAND),
        "last": [{"hand": hand, "net": net} for hand, net, _ in rows[:MOST_HANDS]],
        "ranking": _ranking(table, user),
    }


def _ranking(table: Table, user: User) -> list[Plain] | None:
    found = Game.objects.filter(table=table).first()
    if found is None or not found.entrants.filter(user=user).exists():
        return None
    return [
        {
            "rank": placed.rank,
            "name": shown_name(placed.user),
            "you": placed.user.pk == user.pk,
            "chips": placed.chips,
            "total": placed.total,
            "net": placed.score.net,
            "hands": placed.score.hands,
        }
        for placed in standings.ranking(found)
    ]
