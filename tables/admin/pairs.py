"""Show the flow of chips between pairs of accounts, the suspicious ones first."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import is_number
from accounts.services.addresses import shared_by
from tables.hosting.moderation import RIGHT
from tables.models import Hand, HandPlayer, Move

MOST_HANDS: Final = 5_000
MOST_PAIRS: Final = 100
DAYS: Final = (7, 30, 90)
AGGRESSIVE: Final = ("bet", "raise", "overbet", "all-in")
SHARED_WEIGHS: Final = 3
CHUNK: Final = 5_000

Pair = tuple[int, int]


@dataclass
class Flow:
    """Sums up the hands of two accounts: on balance, chips went from `giver` to `taker`."""

    giver: int
    taker: int
    hands: int
    net: int
    turnover: int
    """Counts the chips that went in both directions."""
    folds: int
    """Counts the hands that ended because the giver folded to the taker's bet."""
    back: int
    """Counts the hands that ended because the taker folded to the giver's bet."""
    addresses: list[str] = field(default_factory=list)
    people: dict[str, User] = field(default_factory=dict)

    @property
    def one_sided(self) -> float:
        """Return the net chips as a share of the turnover: 1 if nothing ever came back."""
        return self.net / self.turnover if self.turnover else 0.0

    @property
    def percent(self) -> int:
        return round(100 * self.one_sided)

    @property
    def suspicion(self) -> float:
        """Weigh the pair: many chips, in one direction, by folding and from the same address each raise it."""
        by_folding = 1 + max(0, self.folds - self.back) / self.hands
        return self.net * self.one_sided * by_folding * (SHARED_WEIGHS if self.addresses else 1)


def flows(days: int, user_id: int | None = None) -> list[Flow]:
    """Read the flows of the latest hands only, so that a busy room takes no longer."""
    since = timezone.now() - timedelta(days=days)
    hands = Hand.objects.filter(state=Hand.State.OVER, ended_at__gte=since)
    if user_id is not None:
        hands = hands.filter(players__user=user_id)
    latest = list(hands.order_by("-pk").values_list("pk", flat=True)[:MOST_HANDS])
    if not latest:
        return []
    wanted = hands.filter(pk__gte=latest[-1]).order_by().values("pk")
    played = _played(wanted)
    folded = _folds(wanted, played.seats)
    found = [_flow(pair, played, folded) for pair in _worth_a_look(played, folded, user_id)]
    return _marked(sorted(found, key=lambda flow: -flow.suspicion)[: 3 * MOST_PAIRS])


@dataclass
class Played:
    """Collects what one pass over the players of many hands finds."""

    seats: dict[int, dict[int, int]] = field(default_factory=dict)
    """Maps each hand to its seats and their users."""
    hands: defaultdict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Maps each user to their hands; house bots, who play for nobody, are left out."""
    paid: defaultdict[Pair, float] = field(default_factory=lambda: defaultdict(float))
    """Holds the chips that the first of a pair lost to the second: winners share each loss by what they won."""


def _played(wanted: Any) -> Played:
    played = Played()
    rows = HandPlayer.objects.filter(hand__in=wanted).order_by("hand")
    fields = rows.values_list("hand", "user", "seat", "net")
    house = {user.pk for user in User.objects.filter(is_bot=True) if user.is_house}
    for hand, group in groupby(fields.iterator(CHUNK), itemgetter(0)):
        players = list(group)
        played.seats[hand] = {seat: user for _hand, user, seat, _net in players}
        people = [(user, net or 0) for _hand, user, _seat, net in players if user not in house]
        won = sum(net for _hand, _user, _seat, net in players if net and net > 0)
        winners = [(user, net / won) for user, net in people if net > 0]
        for user, net in people:
            played.hands[user].add(hand)
            if net < 0:
                for winner, share in winners:
                    played.paid[user, winner] -= net * share
    return played


def _worth_a_look(played: Played, folded: Counter[Pair], user_id: int | None) -> set[Pair]:
    """Choose the pairs to weigh: all that one account met, or those that may come first (folding at most doubles)."""
    if user_id is not None:
        return {(user_id, other) for other in played.hands if other != user_id and user_id in played.hands}
    paid = played.paid
    directed = ((pair, chips, paid.get(pair[::-1], 0)) for pair, chips in paid.items())
    weights = {pair: (there - back) ** 2 / (there + back) for pair, there, back in directed if there >= back}
    least = min(nlargest(3 * MOST_PAIRS, weights.values()), default=0)
    return {pair for pair, weight in weights.items() if weight >= least or (2 * weight >= least and pair in folded)}


def _flow(pair: Pair, played: Played, folded: Counter[Pair]) -> Flow:
    hands = len(played.hands[pair[0]] & played.hands[pair[1]])
    there, back = (round(played.paid.get(way, 0)) for way in (pair, pair[::-1]))
    if there < back:
        pair, there, back = pair[::-1], back, there
    return Flow(*pair, hands, there - back, there + back, folded[pair], folded[pair[::-1]])


def _folds(wanted: Any, seats: dict[int, dict[int, int]]) -> Counter[Pair]:
    """Count hands that ended by a fold, by (who folded last, whose bet it was)."""
    count: Counter[Pair] = Counter()
    rows = Move.objects.filter(hand__in=wanted, verb__in=("fold", *AGGRESSIVE)).order_by("hand", "sequence")
    for hand, group in groupby(rows.values_list("hand", "seat", "verb").iterator(CHUNK), itemgetter(0)):
        moves = list(group)
        _hand, last, verb = moves[-1]
        bets = [seat for _hand, seat, verb in moves if verb != "fold"]
        folds = len(moves) - len(bets)
        if verb == "fold" and bets and folds == len(seats[hand]) - 1 and bets[-1] != last:
            count[seats[hand][last], seats[hand][bets[-1]]] += 1
    return count


def _marked(found: list[Flow]) -> list[Flow]:
    """Add names and shared addresses, and return the most suspicious first."""
    people = User.objects.in_bulk({user for flow in found for user in (flow.giver, flow.taker)})
    shared = shared_by(people)
    for flow in found:
        flow.people = {"giver": people[flow.giver], "taker": people[flow.taker]}
        flow.addresses = sorted(shared.get(flow.giver, set()) & shared.get(flow.taker, set()))
    return sorted(found, key=lambda flow: -flow.suspicion)[:MOST_PAIRS]


def page(admin: Any, request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied
    asked = request.GET.get("days", "")
    days = int(asked) if asked in map(str, DAYS) else DAYS[1]
    number = request.GET.get("user", "")
    user = User.objects.filter(pk=int(number)).first() if is_number(number) else None
    context = {
        **admin.admin_site.each_context(request),
        "opts": admin.opts,
        "title": _("Chip flow"),
        "flows": flows(days, user.pk if user else None),
        "days": days,
        "choices": DAYS,
        "about": user,
        "most": MOST_HANDS,
    }
    return TemplateResponse(request, "admin/moderation/pairs.html", context)
