"""Which accounts come from the same addresses: a household, a class, or somebody with two names."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final

from allauth.usersessions.models import UserSession
from django.db import connection

from accounts.models import SeenAddress, User

MOST: Final = 100

_SHARED: Final = f"""
    SELECT address FROM (
        SELECT address, user_id FROM {SeenAddress._meta.db_table}
        UNION SELECT ip, user_id FROM {UserSession._meta.db_table}
    ) AS seen GROUP BY address HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, address LIMIT %s
"""  # noqa: S608  names of our own


def shared_by(users: Collection[int]) -> dict[int, set[str]]:
    """The addresses that each of these has come from."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for user, address in SeenAddress.objects.filter(user__in=users).values_list("user", "address"):
        found[user].add(address)
    for user, address in UserSession.objects.filter(user__in=users).values_list("user", "ip"):
        found[user].add(address)
    return found


def shared_addresses() -> dict[str, list[User]]:
    """The most shared first, with everybody who came from there."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED, [MOST])
        addresses = [str(address) for [address] in cursor.fetchall()]
    return _with_people(addresses)


def shared_with(user: User) -> dict[str, list[User]]:
    """The addresses that this account shares with others."""
    found = _with_people(sorted(shared_by([user.pk])[user.pk])[:MOST])
    return {address: people for address, people in found.items() if len(people) > 1}


def _with_people(addresses: Iterable[str]) -> dict[str, list[User]]:
    addresses = list(addresses)
    pairs = set(SeenAddress.objects.filter(address__in=addresses).values_list("address", "user"))
    pairs |= set(UserSession.objects.filter(ip__in=addresses).values_list("ip", "user"))
    people = User.objects.in_bulk({user for _address, user in pairs})
    found: dict[str, list[User]] = {address: [] for address in addresses}
    for address, user in sorted(pairs):
        found[address].append(people[user])
    return found
