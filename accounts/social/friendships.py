"""Read a user's friends, requests in both directions, and blocks."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts import names
from accounts.models import Aside, Friendship, User
from accounts.selectors import shown_name


@dataclass(frozen=True)
class FriendLists:
    """Lists users by name, with their preferences loaded."""

    friends: tuple[User, ...] = ()
    asking: tuple[User, ...] = ()
    asked: tuple[User, ...] = ()
    blocked: tuple[User, ...] = ()

    def __contains__(self, user_id: int) -> bool:
        everybody = (self.friends, self.asking, self.asked, self.blocked)
        return any(user.pk == user_id for users in everybody for user in users)


def friend_lists_of(user: User) -> FriendLists:
    """Read the circle in two queries. A user who was blocked still sees their own request as unanswered."""
    asides = Aside.objects.filter(by=user, kind=Aside.Kind.BLOCK).select_related("whom")
    blocked = {aside.whom_id: aside.whom for aside in asides}
    friends, asking, asked = [], [], []
    for friendship in _friendships(user).select_related("by__preferences", "to__preferences"):
        other = friendship.to if friendship.by_id == user.pk else friendship.by
        if friendship.agreed_at:
            friends.append(other)
        elif friendship.by_id == user.pk:
            asked.append(other)
        elif other.pk not in blocked:
            asking.append(other)
    return FriendLists(*(_by_name(users) for users in (friends, asking, asked, blocked.values())))


def asking(user: User) -> tuple[User, ...]:
    """Return the users who wait for an answer of `user`."""
    blocked = Aside.objects.filter(by=user, kind=Aside.Kind.BLOCK).values("whom")
    asked = Friendship.objects.filter(to=user, agreed_at=None).exclude(by__in=blocked).select_related("by")
    return _by_name(friendship.by for friendship in asked)


def are_friends(one: User, other: User) -> bool:
    return _friendships(one).filter(Q(by=other) | Q(to=other), agreed_at__isnull=False).exists()


def find(name: str) -> User | None:
    """Find the person or player's bot shown under this name, in any case."""
    tidy = names.tidy(name)
    if len(tidy) > names.LONGEST or not tidy.isprintable():
        return None
    claimed = User.objects.filter(name_claims__key__in=names.look_alikes(tidy), is_active=True)
    found = (user for user in claimed.distinct() if user.display_name.casefold() == tidy.casefold())
    return next((user for user in found if not user.is_house), None)


def _friendships(user: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(by=user) | Q(to=user))


def _by_name(users: Iterable[User]) -> tuple[User, ...]:
    return tuple(sorted(users, key=lambda user: shown_name(user).casefold()))
