"""What tables have to do when something happens to an account."""

from typing import Any

from django.dispatch import receiver

from accounts.hooks import account_deleted, data_wanted, people_parted
from accounts.models import User
from tables.own_data import data_of
from tables.services import boards, farewell, parting, studying


@receiver(data_wanted)
def tell_data(user: User, **_: Any) -> dict[str, Any]:
    return data_of(user)


@receiver(account_deleted)
def leave(user: User, **_: Any) -> None:
    farewell.leave_all(user)
    parting.end_invitations_of(user)


@receiver(account_deleted)
def clear_shelf(user: User, **_: Any) -> None:
    studying.clear(user)


@receiver(account_deleted)
def leave_boards(user: User, **_: Any) -> None:
    boards.forget(user)


@receiver(people_parted)
def part(by: User, whom: User, **_: Any) -> None:
    parting.end_letters_between(by, whom)
