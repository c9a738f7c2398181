"""Show who won what at a table, to those who played there, as long as all of them agree."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Sum

from accounts.models import User
from accounts.selectors import shown_name
from tables.formats.scoring import Score
from tables.models import BoardConsent, Sitting, Table
from tables.records.figures import THOUSAND


class BoardRow(NamedTuple):
    rank: int
    user_id: int
    name: str
    own: bool
    hands: int
    net: int
    per_100: float


@dataclass(frozen=True)
class Board:
    """Tells only how many agree until everybody does, never who does not."""

    people: int
    agreed: int
    mine: bool
    """True if the viewer agrees."""
    places: tuple[BoardRow, ...]

    @property
    def is_open(self) -> bool:
        return self.agreed == self.people > 1


def circle_of(table: Table) -> dict[int, User]:
    """Return the people who played a hand there. Bots have nothing to agree to, and deleted accounts are gone."""
    ids = Sitting.objects.filter(table=table).order_by().values("user").distinct()
    return User.objects.filter(deleted_at=None, is_bot=False).in_bulk(list(ids.values_list("user", flat=True)))


def board_of(table: Table, user: User) -> Board | None:
    """Return the board of the table; None for a user who never played there."""
    circle = circle_of(table)
    if user.pk not in circle:
        return None
    agreed = {*BoardConsent.objects.filter(table=table, user__in=circle).values_list("user", flat=True)}
    open_to_all = len(agreed) == len(circle) > 1
    return Board(len(circle), len(agreed), user.pk in agreed, _places(table, circle, user) if open_to_all else ())


def _places(table: Table, circle: dict[int, User], user: User) -> tuple[BoardRow, ...]:
    sums = Sitting.objects.filter(table=table, user__in=circle).order_by().values("user")
    rows = list(sums.annotate(Sum("hands"), Sum("net"), Sum("mbb")))
    nets = sorted((int(row["net__sum"]) for row in rows), reverse=True)
    places = [
        BoardRow(
            rank=nets.index(int(row["net__sum"])) + 1,
            user_id=row["user"],
            name=shown_name(circle[row["user"]]),
            own=row["user"] == user.pk,
            hands=row["hands__sum"],
            net=int(row["net__sum"]),
            per_100=(Score(row["hands__sum"], int(row["mbb__sum"])).mbb_per_hand(THOUSAND) or 0) / 10,
        )
        for row in rows
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.name.casefold())))
