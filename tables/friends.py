"""What the page of friends shows: who is here and where, who asks, whom one played with lately."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q

from accounts import here, people
from accounts.models import User
from accounts.people import Circle
from tables.access import follows, may_see, ties_with
from tables.models import Cohost, HandPlayer, Presence, Table
from tables.services.clock import now

LATELY: Final = timedelta(days=30)
HANDS_LOOKED_AT: Final = 300
MOST_LATELY: Final = 12


@dataclass(frozen=True)
class Friend:
    user: User
    online: bool
    at: tuple[Table, ...]
    """Of the tables they have open those that the reader may see."""


@dataclass(frozen=True)
class FriendsScene:
    circle: Circle
    friends: tuple[Friend, ...]
    """Those who are here first."""
    lately: tuple[User, ...]
    tables: tuple[Table, ...]
    """To which the reader may invite."""
    seen: bool
    """The reader shows friends where they are."""

    @property
    def online(self) -> int:
        return sum(friend.online for friend in self.friends)


def friends_of(user: User) -> FriendsScene:
    circle, at = people.circle_of(user), now()
    friends = _with_places(circle.friends, user, at)
    return FriendsScene(
        circle=circle,
        friends=tuple(sorted(friends, key=lambda friend: (not friend.at, not friend.online))),
        lately=_lately(user, circle, at),
        tables=_own_tables(user),
        seen=user.preferences.seen_by_friends,
    )


def _with_places(friends: Sequence[User], user: User, at: datetime) -> list[Friend]:
    """Only if both want it: whoever does not show where they are does not see it of others either."""
    shown = {friend.pk for friend in friends if friend.preferences.seen_by_friends and user.preferences.seen_by_friends}
    where = _where(shown, at)
    online = here.who_of(shown) | where.keys()
    visible = _visible({table.pk: table for tables in where.values() for table in tables}, user)
    return [
        Friend(friend, friend.pk in online, tuple(table for table in where.get(friend.pk, ()) if table.pk in visible))
        for friend in friends
    ]


def _where(user_ids: Collection[int], at: datetime) -> Mapping[int, list[Table]]:
    found: defaultdict[int, list[Table]] = defaultdict(list)
    here_now = Presence.objects.filter(user__in=user_ids, until__gt=at).exclude(table__state=Table.State.CLOSED)
    for presence in here_now.select_related("table").order_by("table"):
        if presence.table not in found[presence.user_id]:  # open in two processes
            found[presence.user_id].append(presence.table)
    return found


def _visible(tables: Mapping[int, Table], user: User) -> set[int]:
    """Not those that take a link which this reader was never given: it is not a friend's to hand on unasked."""
    ties = ties_with(user, tables.keys()) if tables else {}
    return {pk for pk, table in tables.items() if may_see(table, user, ties[pk]) and follows(table, user, ties[pk])}


def _own_tables(user: User) -> tuple[Table, ...]:
    """Where they are the host, or one of them."""
    hosted = Q(owner=user) | Exists(Cohost.objects.filter(table=OuterRef("pk"), user=user))
    return tuple(Table.objects.filter(hosted).exclude(state=Table.State.CLOSED).order_by("-opened_at"))


def _lately(user: User, circle: Circle, at: datetime) -> tuple[User, ...]:
    """The people of one's last hands, the last ones first, who are no friends yet and no strangers by choice."""
    own = HandPlayer.objects.filter(user=user, hand__began_at__gt=at - LATELY).order_by("-hand")
    hands = list(own.values_list("hand", flat=True)[:HANDS_LOOKED_AT])
    met = HandPlayer.objects.filter(hand__in=hands, user__is_bot=False, user__is_active=True).exclude(user=user)
    order = met.order_by().values_list("user").annotate(last=Max("hand")).order_by("-last")
    chosen = [user_id for user_id, _last in order if user_id not in circle][:MOST_LATELY]
    found = User.objects.in_bulk(chosen)
    return tuple(found[user_id] for user_id in chosen)
