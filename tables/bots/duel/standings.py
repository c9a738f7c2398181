"""Compare who plays better: each player against all others, and two against each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum

from accounts.models import User
from accounts.selectors import shown_name
from tables.bots.duel.play import BIG_BLIND
from tables.formats.scoring import Score
from tables.models import ArenaPlayer

MOST: Final = 100
_WHO: Final = ("name", "user_id", "house")
_OTHER: Final = ("other_name", "other_user_id", "other_house")
_SUMS: Final = {f"sum_{field}": Sum(field) for field in ("hands", "net", "deals", "net_squares")}


@dataclass(frozen=True)
class PlayerIdentity:
    name: str
    house: bool
    bot_id: int | None
    """The id of the account, where there is one."""


@dataclass(frozen=True)
class Standing:
    who: PlayerIdentity
    score: Score
    matches: int
    other: PlayerIdentity | None = None

    @property
    def record(self) -> "Standing":
        """Return this standing, as a bot's page asks for `record`."""
        return self

    @property
    def mbb_per_hand(self) -> int | None:
        return self.mbb

    @property
    def net(self) -> int:
        return self.score.net

    @property
    def hands(self) -> int:
        return self.score.hands

    @property
    def mbb(self) -> int | None:
        mean = self.score.mbb_per_hand(BIG_BLIND)
        return None if mean is None else round(mean)

    @property
    def interval(self) -> int | None:
        half = self.score.interval(BIG_BLIND)
        return None if half is None else round(half)


def overall() -> list[Standing]:
    """Rank players over all their matches except those against themselves, the best first."""
    rows = _against_others().values(*_WHO).annotate(matches=Count("match", distinct=True), **_SUMS)
    people = _names(rows)
    found = [Standing(_who(row, _WHO, people), _score(row), row["matches"]) for row in rows]
    return sorted(found, key=_best_first)[:MOST]


def pairs() -> list[Standing]:
    """Rank the pairs of matches of two: each pair once, named from the side that is ahead."""
    others = ArenaPlayer.objects.filter(~Q(place=OuterRef("place")), match=OuterRef("match"))
    third = ArenaPlayer.objects.filter(match=OuterRef("match"), place=2)
    named = {f"other_{field}": Subquery(others.values(field)[:1]) for field in _WHO}
    rows = _against_others().filter(~Exists(third)).annotate(**named).values(*_WHO, *_OTHER)
    rows = rows.annotate(matches=Count("match", distinct=True), **_SUMS)
    people = _names(rows)
    found = [
        Standing(_who(row, _WHO, people), _score(row), row["matches"], _who(row, _OTHER, people))
        for row in rows
        if _is_ahead(row)
    ]
    return sorted(found, key=_best_first)[:MOST]


def of_account(user_id: int) -> Standing | None:
    """Return an account's standing over all matches against others."""
    rows = _against_others().filter(user=user_id).values(*_WHO).annotate(matches=Count("match", distinct=True), **_SUMS)
    found = [Standing(_who(row, _WHO, {}), _score(row), row["matches"]) for row in rows]
    return found[0] if found else None


def of_player(player: ArenaPlayer) -> Standing:
    """Return a player's standing in its match."""
    score = Score(player.hands, player.net, int(player.net_squares), player.deals)
    return Standing(who_of(player), score, 1)


def who_of(player: ArenaPlayer) -> PlayerIdentity:
    name = shown_name(player.user) if player.user else player.name
    return PlayerIdentity(name, player.house, player.user_id)


def _against_others() -> QuerySet[ArenaPlayer, Any]:
    """Leave out matches of a player against itself, which wins what it loses."""
    other_account = Q(user__isnull=False) & ~Q(user=OuterRef("user"))
    somebody_else = ArenaPlayer.objects.filter(
        ~Q(name=OuterRef("name")) | ~Q(house=OuterRef("house")) | other_account, match=OuterRef("match")
    )
    return ArenaPlayer.objects.filter(Exists(somebody_else), hands__gt=0).order_by()


def _is_ahead(row: Mapping[str, Any]) -> bool:
    """Tell whether to show this row: both sides of a pair have one, and of equals one is shown."""
    net = row["sum_net"]
    own, other = ((row[name], row[house], row[user_id] or 0) for name, user_id, house in (_WHO, _OTHER))
    return net > 0 or (net == 0 and own < other)


def _score(row: Mapping[str, Any]) -> Score:
    return Score(row["sum_hands"], row["sum_net"], int(row["sum_net_squares"]), row["sum_deals"])


def _best_first(standing: Standing) -> tuple[float, str]:
    return -(standing.score.mbb_per_hand(BIG_BLIND) or 0.0), standing.who.name


def _names(rows: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Return the names that accounts have now."""
    found = [row.get(field) for row in rows for field in ("user_id", "other_user_id")]
    wanted = {user_id for user_id in found if user_id is not None}
    return {user.pk: shown_name(user) for user in User.objects.filter(pk__in=wanted)}


def _who(row: Mapping[str, Any], fields: Sequence[str], people: Mapping[int, str]) -> PlayerIdentity:
    name, user_id, house = (row[field] for field in fields)
    return PlayerIdentity(people.get(user_id, name), house, user_id)
