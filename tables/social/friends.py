"""Build the page of friends: who is online and where, requests, and recent opponents."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, Max, OuterRef, Q

from accounts.models import User
from accounts.selectors import shown_name
from accounts.social import friendships
from accounts.social.friendships import FriendLists
from accounts.social.online import online_among
from poker_site.web.fragments import Fragment, ViewModel, view_model
from poker_site.web.rows import Rows
from tables.access.permissions import follows_to_new_address, may_see, ties_with
from tables.core.deadlines import now
from tables.models import Cohost, HandPlayer, Presence, Table

LATELY: Final = timedelta(days=30)
HANDS_LOOKED_AT: Final = 300
MOST_LATELY: Final = 12


@view_model
class Person(ViewModel):
    id: int
    name: str


@view_model
class TableLink(ViewModel):
    """Names a table and its code."""

    code: str
    name: str


@view_model
class Friend(ViewModel):
    id: int
    name: str
    online: bool
    at: tuple[TableLink, ...]
    """Holds the tables that the friend has open, as far as the reader may see them."""
    inviting: bool
    """True if the reader has tables to invite the friend to."""
    only_table: str
    """Names that table if it is the only one."""


@view_model
class Heading(ViewModel):
    """Heads the list of friends, and lets the reader choose the table to invite them to."""

    online: int
    tables: tuple[TableLink, ...]


@view_model
class Others(ViewModel):
    asked: tuple[Person, ...]
    lately: tuple[Person, ...]
    blocked: tuple[Person, ...]
    seen: bool
    """True if the reader lets friends see where they are."""


@view_model
class FriendsPage(ViewModel):
    asking: Rows
    heading: Fragment
    friends: Rows
    """Lists friends at a table first, then others who are online."""
    others: Fragment


def friends_page(user: User) -> FriendsPage:
    """Read and build the page of this reader, whose language must be active."""
    circle, at = friendships.friend_lists_of(user), now()
    tables = _own_tables(user)
    found = sorted(_friends(circle.friends, user, tables, at), key=lambda friend: (not friend.at, not friend.online))
    heading = Heading(online=sum(friend.online for friend in found), tables=tables if found else ())
    others = Others(
        asked=_people(circle.asked),
        lately=_people(_lately(user, circle, at)),
        blocked=_people(circle.blocked),
        seen=user.preferences.seen_by_friends,
    )
    return FriendsPage(
        asking=Rows("friends-asking", tuple(_row("asking", person) for person in _people(circle.asking))),
        heading=Fragment("friends-heading", "tables/friends/heading.html", heading),
        friends=Rows("friends-all", tuple(_row("friend", friend) for friend in found)),
        others=Fragment("people", "tables/friends/others.html", others),
    )


def _people(users: Iterable[User]) -> tuple[Person, ...]:
    return tuple(Person(id=user.pk, name=shown_name(user)) for user in users)


def _row(kind: str, person: Person | Friend) -> Fragment:
    return Fragment(f"{kind}-{person.id}", f"tables/friends/{kind}.html", person)


def _friends(friends: Sequence[User], user: User, tables: tuple[TableLink, ...], at: datetime) -> list[Friend]:
    """Describe the friends. Presence is mutual: a reader who hides it does not see that of others either."""
    shown = {friend.pk for friend in friends if friend.preferences.seen_by_friends and user.preferences.seen_by_friends}
    where = _where(shown, at)
    online = online_among(shown) | where.keys()
    visible = _visible({table.pk: table for found in where.values() for table in found}, user)
    return [
        Friend(
            id=friend.pk,
            name=shown_name(friend),
            online=friend.pk in online,
            at=tuple(_place(table) for table in where.get(friend.pk, ()) if table.pk in visible),
            inviting=bool(tables),
            only_table=tables[0].name if len(tables) == 1 else "",
        )
        for friend in friends
    ]


def _place(table: Table) -> TableLink:
    return TableLink(code=table.code, name=table.name)


def _where(user_ids: Collection[int], at: datetime) -> Mapping[int, list[Table]]:
    found: defaultdict[int, list[Table]] = defaultdict(list)
    here_now = Presence.objects.filter(user__in=user_ids, until__gt=at).exclude(table__state=Table.State.CLOSED)
    for presence in here_now.select_related("table").order_by("table"):
        if presence.table not in found[presence.user_id]:  # it may be open in two processes
            found[presence.user_id].append(presence.table)
    return found


def _visible(tables: Mapping[int, Table], user: User) -> set[int]:
    """Leave out tables found by a link that this reader was never given: a friend's presence must not reveal it."""
    ties = ties_with(user, tables.keys()) if tables else {}
    return {
        pk
        for pk, table in tables.items()
        if may_see(table, user, ties[pk]) and follows_to_new_address(table, user, ties[pk])
    }


def _own_tables(user: User) -> tuple[TableLink, ...]:
    """Find the open tables that this user hosts or co-hosts."""
    hosted = Q(owner=user) | Exists(Cohost.objects.filter(table=OuterRef("pk"), user=user))
    return tuple(map(_place, Table.objects.filter(hosted).exclude(state=Table.State.CLOSED).order_by("-opened_at")))


def _lately(user: User, circle: FriendLists, at: datetime) -> tuple[User, ...]:
    """Find opponents of the user's recent hands, latest first, without friends, open requests and blocks."""
    own = HandPlayer.objects.filter(user=user, hand__began_at__gt=at - LATELY).order_by("-hand")
    hands = list(own.values_list("hand", flat=True)[:HANDS_LOOKED_AT])
    met = HandPlayer.objects.filter(hand__in=hands, user__is_bot=False, user__is_active=True).exclude(user=user)
    order = met.order_by().values_list("user").annotate(last=Max("hand")).order_by("-last")
    chosen = [user_id for user_id, _last in order if user_id not in circle][:MOST_LATELY]
    found = User.objects.in_bulk(chosen)
    return tuple(found[user_id] for user_id in chosen)
