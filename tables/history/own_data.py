"""Collect what tables keep about a user, for that user, as plain values. The only cards in it are their own."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from accounts.models import User
from tables.core import hand_cache
from tables.engine.cards import card_text
from tables.engine.hand import HandState
from tables.models import (
    BoardConsent,
    ChatMessage,
    Entrant,
    Hand,
    LedgerEntry,
    Purse,
    Report,
    Seat,
    SharedHand,
    Sitting,
    StudyHand,
    Table,
)

_AT_A_TIME = 200


def data_of(user: User) -> dict[str, Any]:
    seats, ledger = Seat.objects.filter(user=user), LedgerEntry.objects.filter(user=user).order_by("pk")
    said = ChatMessage.objects.filter(user=user).order_by("pk")
    return {
        "purse": Purse.objects.filter(user=user).values("chips", "refilled_at").first(),
        "seats": list(seats.order_by("since").values("number", "stack", "since", at_table=F("table__name"))),
        "tables": list(Table.objects.filter(owner=user).order_by("pk").values("name", "opened_at", "closed_at")),
        "ledger": list(
            ledger.values("at", "kind", "to_purse", "to_seat", at_table=F("table__name"), in_hand=F("hand__number"))
        ),
        "games": list(
            Entrant.objects.filter(user=user)
            .order_by("pk")
            .values("rank", "chips", "net", "hands", at_table=F("game__table__name"), began=F("game__started_at"))
        ),
        "chat": list(said.values("at", "text", "removed_at", at_table=F("table__name"))),
        "reports": list(
            Report.objects.filter(by=user).order_by("pk").values("at", "words", "closed_at", at_table=F("table__name"))
        ),
        "hands": list(_hands(user)),
        "results": list(_sessions(user)),
        "agreed_to_leaderboards": list(
            BoardConsent.objects.filter(user=user).order_by("pk").values("at", at_table=F("table__name"))
        ),
        "shared_hands": list(
            SharedHand.objects.filter(maker=user)
            .order_by("pk")
            .values("made_at", "revoked_at", "hides_names", at_table=F("hand__table__name"), number=F("hand__number"))
        ),
        "study_shelf": list(StudyHand.objects.filter(owner=user).order_by("pk").values("title", "added_at", "source")),
    }


def _sessions(user: User) -> Iterator[dict[str, Any]]:
    """Yield the user's sessions, as they are counted."""
    hidden = {"id", "user", "table"}
    fields = [field.name for field in Sitting._meta.concrete_fields if field.name not in hidden]
    found = Sitting.objects.filter(user=user).order_by("began_at")
    yield from found.values(*fields, at_table=F("table__name")).iterator(_AT_A_TIME)


def _hands(user: User) -> Iterator[dict[str, Any]]:
    """Yield the user's hands that have ended."""
    played = Hand.objects.filter(players__user=user, ended_at__isnull=False).select_related("table").order_by("pk")
    for hand in played.prefetch_related("players").iterator(_AT_A_TIME):
        own = next(player for player in hand.players.all() if player.user_id == user.pk)
        yield {
            "at_table": hand.table.name,
            "number": hand.number,
            "began_at": hand.began_at,
            "ended_at": hand.ended_at,
            "state": hand.state,
            "seat": own.seat,
            "chips": own.stack,
            "cards": _cards(hand, own.seat),
            "won_or_lost": own.net,
        }


def _cards(hand: Hand, seat: int) -> list[str] | None:
    """Return the user's cards; None if the hand was void before it was dealt, or if nobody can read it any more."""
    try:
        return [card_text(card) for card in HandState.deal(hand_cache.opening_of(hand)).hole(seat)]
    except ValueError:
        return None
