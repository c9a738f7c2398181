"""Show the arena's pages: how programs stand, their matches, and the hands to download."""

from dataclasses import dataclass
from typing import Final

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest, is_number
from tables.bots.addresses import address_of
from tables.bots.duel import reasons, standings
from tables.bots.duel.download import hands_of
from tables.bots.duel.play import replay
from tables.core import words
from tables.engine.cards import Card, parse_cards
from tables.models import ArenaHand, ArenaMatch, ArenaPlayer

LISTED: Final = 30
LAST_HANDS: Final = 20
LARGEST: Final = 2**63 - 1


@dataclass(frozen=True)
class Listed:
    match: ArenaMatch
    who: list[standings.PlayerIdentity]
    played: int


@dataclass(frozen=True)
class Shown:
    """Holds a finished hand as the page of its match shows it."""

    number: int
    board: str
    nets: list[int]
    """Chips won or lost, by place."""


@login_required
@require_safe
def page(request: SignedInRequest) -> HttpResponse:
    matches = _matches().order_by("-began_at", "-pk")
    running = matches.filter(state=ArenaMatch.State.RUNNING)[:LISTED]
    over = matches.exclude(state=ArenaMatch.State.RUNNING)
    before = request.GET.get("before", "")
    if is_number(before) and int(before) <= LARGEST:
        over = over.filter(pk__lt=int(before)).order_by("-pk")
    listed = [_listed(match) for match in over[: LISTED + 1]]
    context = {
        "overall": standings.overall(),
        "pairs": standings.pairs(),
        "running": [_listed(match) for match in running],
        "matches": listed[:LISTED],
        "older": listed[LISTED - 1].match.pk if len(listed) > LISTED else None,
        "address": address_of("duel", request),
    }
    return render(request, "tables/bots/duel/page.html", context)


@login_required
@require_safe
def match(request: SignedInRequest, match_id: int) -> HttpResponse:
    found = _found(match_id)
    players = list(found.players.all())
    hands = ArenaHand.objects.filter(match=found).order_by("-number")[:LAST_HANDS]
    context = {
        "match": found,
        "why": reasons.read(found.why),
        "listed": _listed(found),
        "standings": sorted(map(standings.of_player, players), key=lambda one: -one.net),
        "places": [standings.who_of(player) for player in players],
        "hands": [_shown(hand) for hand in hands],
    }
    return render(request, "tables/bots/duel/match.html", context)


@login_required
@require_safe
def download(request: SignedInRequest, match_id: int) -> StreamingHttpResponse:
    found = _found(match_id)
    response = StreamingHttpResponse(hands_of(found), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="match-{found.pk}.phhs"'
    return response


def _matches() -> QuerySet[ArenaMatch]:
    players = Prefetch("players", ArenaPlayer.objects.select_related("user").order_by("place"))
    return ArenaMatch.objects.prefetch_related(players)


def _found(match_id: int) -> ArenaMatch:
    found = _matches().filter(pk=match_id).first() if match_id <= LARGEST else None
    if found is None:
        raise Http404
    return found


def _listed(match: ArenaMatch) -> Listed:
    players = list(match.players.all())
    return Listed(
        match, [standings.who_of(player) for player in players], max([one.hands for one in players], default=0)
    )


def _shown(hand: ArenaHand) -> Shown:
    played = replay(len(hand.order), parse_cards(hand.deck), hand.moves)
    return Shown(hand.number + 1, " ".join(map(_in_text, played.board)), hand.nets)


def _in_text(card: Card) -> str:
    return words.rank_letter(card) + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[words.suit_letter(card)]
