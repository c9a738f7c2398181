"""Keep players from sitting beside another player who has blocked them."""

from django.utils.translation import gettext_lazy as _

from accounts.models import Aside, User
from tables.core.refusals import Refused
from tables.models import Table


def refuse_beside_blocker(table: Table, user: User, number: int) -> None:
    """Refuse a seat beside a player who has blocked `user`, at tables where one has to be let in."""
    if is_beside_blocker(table, user, number):
        raise Refused(_("This seat is not free for you. Take another one."))


def is_beside_blocker(table: Table, user: User, number: int) -> bool:
    if table.found_by == Table.FoundBy.LOBBY and not table.password:
        return False
    seats = table.played_by.players_most
    beside = [number % seats + 1, (number - 2) % seats + 1]
    neighbours = table.seated.filter(number__in=beside).exclude(user=user).values("user")
    return Aside.objects.filter(kind=Aside.Kind.BLOCK, by__in=neighbours, whom=user).exists()
