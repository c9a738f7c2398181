"""Ask for, accept, decline and end friendships. Both accounts are locked, so two who ask each other become friends."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Friendship, User
from accounts.services.rights import lock
from accounts.services.sessions import note_change
from accounts.social import blocks, friendships
from poker_site.web import limits
from poker_site.web.refusals import Refused


class NoSuchPlayer(Refused):
    def __init__(self) -> None:
        super().__init__(_("Nobody here is called that."))


def ask_by_name(by: User, name: str) -> User:
    """Ask the user with this name; unknown names count towards the limit too, so that names cannot be tried out."""
    limits.allow("friend_request", by.pk)
    to = friendships.find(name)
    if to is None:
        raise NoSuchPlayer
    _ask(by, to)
    return to


def ask(by: User, to: User) -> None:
    limits.allow("friend_request", by.pk)
    _ask(by, to)


@transaction.atomic
def _ask(by: User, to: User) -> None:
    """Ask, or agree if the other has asked. A block stays secret: the request is kept, but not shown to the blocker."""
    if by.pk == to.pk:
        raise Refused(_("That is your own name."))
    by, to = lock(by, to)
    if not to.is_active or to.is_bot or not by.is_active:
        raise NoSuchPlayer
    if blocks.has_blocked(by, to):
        raise Refused(_("You have blocked this player. Unblock them first."))
    before = _between(by, to).first()
    if before is None:
        Friendship.objects.create(by=by, to=to)
    elif before.agreed_at:
        raise Refused(_("You are friends already."))
    elif before.by_id == by.pk:
        raise Refused(_("You have asked already. Wait for the answer."))
    else:
        _agree(before)
    _tell(by, to)


@transaction.atomic
def accept(user: User, by: User) -> None:
    """Accept a request; doing it twice is harmless."""
    user, by = lock(user, by)
    if _are_friends(user, by):
        return
    _agree(_request(user, by))
    _tell(user, by)


@transaction.atomic
def decline(user: User, by: User) -> None:
    """Decline a request, which may be made again (blocking prevents that); doing it twice is harmless."""
    user, by = lock(user, by)
    if _are_friends(user, by):
        raise Refused(_("You are friends already."))
    if _between(user, by).exists():
        _request(user, by).delete()
        _tell(user, by)


@transaction.atomic
def end(user: User, other: User) -> None:
    """End a friendship, or withdraw one's own request; doing it twice is harmless."""
    user, other = lock(user, other)
    mine = Q(agreed_at__isnull=False) | Q(by=user)
    if _between(user, other).filter(mine).delete()[0]:
        _tell(user, other)


def _are_friends(one: User, other: User) -> bool:
    return _between(one, other).filter(agreed_at__isnull=False).exists()


def _between(one: User, other: User) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(by=one, to=other) | Q(by=other, to=one))


def _request(user: User, by: User) -> Friendship:
    found = Friendship.objects.filter(by=by, to=user, agreed_at=None).first()
    if found is None or blocks.has_blocked(user, by):
        raise Refused(_("This request was withdrawn."))
    return found


def _agree(friendship: Friendship) -> None:
    friendship.agreed_at = timezone.now()
    friendship.save(update_fields=["agreed_at"])


def _tell(*users: User) -> None:
    for user in users:
        note_change(user.pk)
