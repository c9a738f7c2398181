"""Reads: who does not want to hear whom (mute), and who has nothing to do with whom (block)."""

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import Aside, User

BLOCK = Aside.Kind.BLOCK


def hidden_from(user: User) -> set[int]:
    """Whose words `user` does not read: whom they mute, and across a block from either side."""
    mine_or_block = Q(by=user) | Q(whom=user, kind=BLOCK)
    pairs = Aside.objects.filter(mine_or_block).values_list("by_id", "whom_id")
    return {whom if by == user.pk else by for by, whom in pairs}


def blocks_between(one: User, other: User) -> bool:
    """Whichever of the two it comes from."""
    either = Q(by=one, whom=other) | Q(by=other, whom=one)
    return Aside.objects.filter(either, kind=BLOCK).exists()


def has_blocked(by: User, whom: User) -> bool:
    return Aside.objects.filter(by=by, whom=whom, kind=BLOCK).exists()


def blockers_of(user: User, among: Iterable[int]) -> set[int]:
    """Who of these has blocked `user`."""
    return set(Aside.objects.filter(by__in=set(among), whom=user, kind=BLOCK).values_list("by_id", flat=True))


def asides_of(user: User) -> list[Aside]:
    """With the people, for a list of them."""
    return list(Aside.objects.filter(by=user).select_related("whom").order_by("whom__display_name"))
