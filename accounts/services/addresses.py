"""Find accounts that come from the same addresses: a household, a class, or one person with two names."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from allauth.usersessions.models import UserSession
from django.db import connection

from accounts.models import SeenAddress, User

MOST: Final = 100
MOST_PEOPLE: Final = 20
"""Limits the users listed per address: a school may have hundreds."""

_SEEN: Final = f"""
    SELECT address, user_id FROM {SeenAddress._meta.db_table}
    UNION SELECT ip, user_id FROM {UserSession._meta.db_table}
"""  # noqa: S608  names of our own
_SHARED: Final = f"""
    SELECT address FROM ({_SEEN}) AS seen
    GROUP BY address HAVING COUNT(*) > 1 ORDER BY COUNT(*) DESC, address LIMIT %s
"""  # noqa: S608
_PEOPLE: Final = f"""
    SELECT address, user_id, number FROM (
        SELECT address, user_id, COUNT(*) OVER (PARTITION BY address) AS number,
            ROW_NUMBER() OVER (PARTITION BY address ORDER BY user_id) AS place
        FROM ({_SEEN}) AS seen WHERE address IN (%s)
    ) AS counted WHERE place <= {MOST_PEOPLE} ORDER BY address, user_id
"""  # noqa: S608


@dataclass
class Sharing:
    """Counts the accounts that use one address."""

    number: int = 0
    people: list[User] = field(default_factory=list)
    """Holds the first few of them."""


def shared_by(users: Collection[int]) -> dict[int, set[str]]:
    """Return the addresses that each of these users has come from."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for user, address in SeenAddress.objects.filter(user__in=users).values_list("user", "address"):
        found[user].add(address)
    for user, address in UserSession.objects.filter(user__in=users).values_list("user", "ip"):
        found[user].add(address)
    return found


def shared_addresses() -> dict[str, Sharing]:
    """Return the most shared addresses first, with the users who came from there."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED, [MOST])
        addresses = [str(address) for [address] in cursor.fetchall()]
    return _with_people(addresses)


def shared_with(user: User) -> dict[str, Sharing]:
    """Return the addresses that this account shares with others."""
    found = _with_people(sorted(shared_by([user.pk])[user.pk])[:MOST])
    return {address: sharing for address, sharing in found.items() if sharing.number > 1}


def _with_people(addresses: Iterable[str]) -> dict[str, Sharing]:
    found = {address: Sharing() for address in addresses}
    if not found:
        return found
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE % ", ".join(["%s"] * len(found)), list(found))
        rows = cursor.fetchall()
    people = User.objects.in_bulk({user for _address, user, _number in rows})
    for address, user, number in rows:
        sharing = found[str(address)]
        sharing.number = number
        sharing.people.append(people[user])
    return found
