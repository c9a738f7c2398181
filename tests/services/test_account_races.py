"""Row locks decide between two requests at once, on a database that runs them side by side."""

import contextlib
import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.models import Preferences, Sanction, User
from accounts.services import deletion, profile, recovery, sanctions
from poker_site.web.refusals import Refused
from tests.conftest import PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions: Callable[[], object]) -> list[Exception]:
    """Run all actions on threads of their own that start together; return what they refused."""
    barrier = threading.Barrier(len(actions))
    refused: list[Exception] = []

    def run(action: Callable[[], object]) -> None:
        barrier.wait(PATIENCE_SECONDS)
        try:
            action()
        except (ValidationError, PermissionDenied, Refused) as error:
            refused.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    return refused


def test_one_of_two_administrators_who_leave_at_once_stays(
    admin: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = User.objects.create_superuser(username="Second")
    together = threading.Barrier(2)
    real = deletion.refuse_without_administrator

    def meet_after_the_check(user: User) -> None:
        """Meet at the worst moment, when neither was found to be the last; with the lock they cannot meet here."""
        real(user)
        with contextlib.suppress(threading.BrokenBarrierError):
            together.wait(0.5)

    monkeypatch.setattr(deletion, "refuse_without_administrator", meet_after_the_check)
    refused = at_once(lambda: deletion.delete_account(admin), lambda: deletion.delete_account(second))
    assert len(refused) == 1
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1


def stale(user: User) -> User:
    return User.objects.get(pk=user.pk)


VERBS: dict[str, Callable[[User], object]] = {
    "password": lambda user: AccountAdapter().set_password(user, "battery staple"),
    "display name": lambda user: profile.change_display_name(user, "Phoenix"),
    "recovery codes": recovery.make_codes,
}


@pytest.mark.parametrize("verb", VERBS)
def test_a_request_that_began_before_the_deletion_undoes_nothing(alice: User, verb: str) -> None:
    earlier = stale(alice)
    deletion.delete_account(alice)
    assert len(at_once(lambda: VERBS[verb](earlier))) == 1
    gone = stale(alice)
    assert (gone.is_active, gone.display_name, gone.has_usable_password()) == (False, "", False)
    assert not gone.recovery_codes.exists()
    assert not Preferences.objects.filter(user=gone).exists()


def test_a_request_that_began_before_the_demotion_undoes_nothing(admin: User, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    earlier = stale(alice)
    User.objects.filter(pk=alice.pk).update(is_staff=False, is_superuser=False, session_epoch=5)
    AccountAdapter().set_password(earlier, "battery staple")
    now = stale(alice)
    assert (now.is_staff, now.is_superuser, now.session_epoch) == (False, False, 5)
    assert now.check_password("battery staple")


def test_banning_and_leaving_at_once_do_not_deadlock(admin: User, alice: User) -> None:
    second = User.objects.create_superuser(username="Second")
    refused = at_once(
        lambda: deletion.delete_account(second),
        lambda: sanctions.impose(second, kind=Sanction.Kind.BAN, reason="x", until=None, by=admin),
    )
    assert refused == []
    assert not stale(second).is_active


def test_one_of_two_administrators_who_ban_each_other_at_once_succeeds(admin: User) -> None:
    second = User.objects.create_superuser(username="Second")
    ban = Sanction.Kind.BAN
    refused = at_once(
        lambda: sanctions.impose(second, kind=ban, reason="x", until=None, by=admin),
        lambda: sanctions.impose(admin, kind=ban, reason="x", until=None, by=second),
    )
    assert len(refused) == 1
    assert Sanction.objects.count() == 1


def test_using_a_code_and_making_new_ones_at_once_do_not_deadlock(alice: User) -> None:
    code = recovery.make_codes(alice)[0]
    refused = at_once(
        lambda: recovery.recover(stale(alice), code=code, new_password="battery staple"),
        lambda: recovery.make_codes(stale(alice)),
    )
    assert refused == []


def test_link_that_is_used_twice_at_once_sets_one_password(alice: User, moderator: User) -> None:
    link = recovery.one_time_link(alice, by=moderator)
    clients = [Client(), Client()]
    paths = [str(client.get(link, follow=True).request["PATH_INFO"]) for client in clients]
    statuses: list[int] = []

    def use(client: Client, path: str, password: str) -> None:
        statuses.append(client.post(path, {"password1": password}).status_code)

    at_once(
        *(partial(use, client, path, f"battery staple {path}") for client, path in zip(clients, paths, strict=True))
    )
    assert statuses.count(302) == 1
