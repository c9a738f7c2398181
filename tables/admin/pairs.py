"""Who loses to whom: the flow of chips between pairs of accounts, the suspicious ones first."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.addresses import shared_by
from tables.models import Hand, HandPlayer, Move
from tables.services.moderating import RIGHT

MOST_HANDS: Final = 5_000
MOST_PAIRS: Final = 100
DAYS: Final = (7, 30, 90)
AGGRESSIVE: Final = ("bet", "raise", "overbet", "all-in")
SHARED_WEIGHS: Final = 3

Pair = tuple[int, int]


@dataclass
class Flow:
    """Between two accounts: chips went from `giver` to `taker` on balance."""

    giver: int
    taker: int
    hands: int
    net: int
    turnover: int
    """In both directions."""
    folds: int
    """How often a hand ended because the giver folded to the taker's bet."""
    back: int
    """And the other way round."""
    addresses: list[str] = field(default_factory=list)
    people: dict[str, User] = field(default_factory=dict)

    @property
    def one_sided(self) -> float:
        """1: nothing ever came back."""
        return self.net / self.turnover if self.turnover else 0.0

    @property
    def percent(self) -> int:
        return round(100 * self.one_sided)

    @property
    def suspicion(self) -> float:
        """Much, in one direction, by folding, from the same address: each makes it worse."""
        by_folding = 1 + max(0, self.folds - self.back) / self.hands
        return self.net * self.one_sided * by_folding * (SHARED_WEIGHS if self.addresses else 1)


def flows(days: int, user_id: int | None = None) -> list[Flow]:
    """Of the latest hands only, so that it takes no longer in a busy room."""
    since = timezone.now() - timedelta(days=days)
    hands = Hand.objects.filter(state=Hand.State.OVER, ended_at__gte=since)
    if user_id is not None:
        hands = hands.filter(players__user=user_id)
    latest = list(hands.order_by("-pk").values_list("pk", flat=True)[:MOST_HANDS])
    if not latest:
        return []
    wanted = hands.filter(pk__gte=latest[-1]).order_by().values("pk")
    together, paid, seated = _chips(wanted, user_id)
    folded = _folds(wanted, seated)
    found = [_flow(pair, hands, paid, folded) for pair, hands in together.items()]
    return _marked(sorted(found, key=lambda flow: -flow.suspicion)[: 3 * MOST_PAIRS])


def _flow(pair: Pair, hands: int, paid: Counter[Pair], folded: Counter[Pair]) -> Flow:
    there, back = paid[pair], paid[pair[::-1]]
    if there < back:
        pair, there, back = (pair[1], pair[0]), back, there
    return Flow(*pair, hands, there - back, there + back, folded[pair], folded[pair[::-1]])


def _chips(wanted: Any, user_id: int | None) -> tuple[Counter[Pair], Counter[Pair], dict[tuple[int, int], int]]:
    """Hands together by pair; chips paid, losers' losses split by winners' shares; who sat where in which hand."""
    together: Counter[Pair] = Counter()
    paid: defaultdict[Pair, float] = defaultdict(float)
    seated: dict[tuple[int, int], int] = {}
    rows = HandPlayer.objects.filter(hand__in=wanted).order_by("hand", "user")
    for players in _by_hand(rows.values_list("hand", "user", "seat", "net")):
        seated.update({(hand, seat): user for hand, user, seat, _net in players})
        users = [(user, net or 0) for _hand, user, _seat, net in players]
        won = sum(net for _user, net in users if net > 0)
        for place, (user, net) in enumerate(users):
            for other, other_net in users[place + 1 :]:
                if user_id is not None and user_id not in (user, other):
                    continue
                together[user, other] += 1
                if net < 0 < other_net:
                    paid[user, other] -= net * other_net / won
                elif other_net < 0 < net:
                    paid[other, user] -= other_net * net / won
    return together, Counter({pair: round(chips) for pair, chips in paid.items()}), seated


def _folds(wanted: Any, seated: dict[tuple[int, int], int]) -> Counter[Pair]:
    """By (who folded last, whose bet it was) in hands that ended so."""
    count: Counter[Pair] = Counter()
    players = Counter(hand for hand, _seat in seated)
    rows = Move.objects.filter(hand__in=wanted, verb__in=("fold", *AGGRESSIVE)).order_by("hand", "sequence")
    for moves in _by_hand(rows.values_list("hand", "seat", "verb")):
        hand, last = moves[0][0], moves[-1]
        bets = [seat for _hand, seat, verb in moves if verb != "fold"]
        folds = len(moves) - len(bets)
        if last[2] == "fold" and bets and folds == players[hand] - 1 and bets[-1] != last[1]:
            count[seated[hand, last[1]], seated[hand, bets[-1]]] += 1
    return count


def _by_hand(rows: Any) -> Iterator[list[Any]]:
    """Rows that begin with the hand, in its order."""
    collected: list[Any] = []
    for row in rows.iterator(5_000):
        if collected and collected[0][0] != row[0]:
            yield collected
            collected = []
        collected.append(row)
    if collected:
        yield collected


def _marked(found: list[Flow]) -> list[Flow]:
    """With names and shared addresses; without house bots, who win and lose by themselves."""
    people = User.objects.in_bulk({user for flow in found for user in (flow.giver, flow.taker)})
    kept = [flow for flow in found if not people[flow.giver].is_bot and not people[flow.taker].is_bot]
    shared = shared_by({user for flow in kept for user in (flow.giver, flow.taker)})
    for flow in kept:
        flow.people = {"giver": people[flow.giver], "taker": people[flow.taker]}
        flow.addresses = sorted(shared.get(flow.giver, set()) & shared.get(flow.taker, set()))
    return sorted(kept, key=lambda flow: -flow.suspicion)[:MOST_PAIRS]


def page(admin: Any, request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm(RIGHT):
        raise PermissionDenied
    asked = request.GET.get("days", "")
    days = int(asked) if asked in map(str, DAYS) else DAYS[1]
    number = request.GET.get("user", "")
    user = User.objects.filter(pk=int(number)).first() if number.isascii() and number.isdecimal() else None
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
