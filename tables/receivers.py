"""React to what happens to accounts: give out data, end seats and invitations, clear what was kept."""

from typing import Any

from django.dispatch import receiver

from accounts.hooks import account_deleted, data_wanted, user_blocked
from accounts.models import User
from tables.access import ended_invitations
from tables.history import study_shelf
from tables.history.own_data import data_of
from tables.hosting import shared_results
from tables.play import account_deletion


@receiver(data_wanted)
def tell_data(user: User, **_: Any) -> dict[str, Any]:
    return data_of(user)


@receiver(account_deleted)
def leave_tables_of_deleted_account(user: User, **_: Any) -> None:
    account_deletion.leave_all(user)
    ended_invitations.end_invitations_of(user)


@receiver(account_deleted)
def clear_shelf(user: User, **_: Any) -> None:
    study_shelf.clear(user)


@receiver(account_deleted)
def leave_boards(user: User, **_: Any) -> None:
    shared_results.forget(user)


@receiver(user_blocked)
def revoke_invitations_after_block(by: User, whom: User, **_: Any) -> None:
    ended_invitations.revoke_invitations_between(by, whom)
