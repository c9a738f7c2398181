"""Let an owner and the owner's bots sit one at a time at tables where players bring chips of their own.

Together they would know each other's cards and could play against the others as one. In games with an end the chips
belong to the game, everybody begins with the same, and people enter several bots to compare them: there it is allowed.
"""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Bot, User
from accounts.selectors import marked_name
from tables.core.refusals import Refused
from tables.formats import strategy_of
from tables.models import Seat, Table


class SameOwnerSits(Refused):
    code = "same_owner_sits"

    def __init__(self, name: str) -> None:
        super().__init__(_("%(name)s sits here. An owner and their bots play at this table one at a time."), name=name)


def refuse_second_of_owner(table: Table, user: User) -> None:
    """Refuse the second player of one owner; call this under the table's lock, or two could sit down at once."""
    other = other_seat_of_owner(table, user)
    if other is not None:
        raise SameOwnerSits(marked_name(other.user))


def other_seat_of_owner(table: Table, user: User) -> Seat | None:
    """Return the seat of the user's owner, bot or another bot of the same owner; a held seat counts too."""
    if table.allows_same_owner or user.is_house or strategy_of(table).counters:
        return None
    bot = Bot.objects.filter(user=user).first() if user.is_bot else None
    owner_id = bot.owner_id if bot else user.pk
    others = table.seated.filter(Q(user=owner_id) | Q(user__bot__owner=owner_id)).exclude(user=user)
    return others.select_related("user").first()
