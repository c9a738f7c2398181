"""Test bans and mutes: who may impose them on whom, and what a ban does at once."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEntry, Bot, Sanction, User
from accounts.selectors import ban_in_force
from accounts.services import recovery, sanctions

pytestmark = pytest.mark.django_db
TOMORROW = timedelta(days=1)


def ban(user: User, by: User, *, hours: int | None = None, reason: str = "Called somebody names.") -> Sanction:
    until = timezone.now() + timedelta(hours=hours) if hours else None
    return sanctions.impose(user, kind=Sanction.Kind.BAN, reason=reason, until=until, by=by)


def try_login(client: Client) -> str:
    form = {"login": "alice", "password": "correct horse"}
    return client.post(reverse("account_login"), form, follow=True).content.decode()


def test_a_ban_ends_every_session(client: Client, alice: User, moderator: User) -> None:
    client.force_login(alice)
    ban(alice, moderator)
    assert client.get(reverse("account")).status_code == 302


def test_a_banned_user_reads_why_and_until_when(client: Client, alice: User, moderator: User) -> None:
    imposed = ban(alice, moderator, hours=48)
    page = try_login(client)
    assert "Called somebody names." in page
    assert imposed.until is not None
    assert str(imposed.until.year) in page
    assert "_auth_user_id" not in client.session


def test_a_permanent_ban_says_so(client: Client, alice: User, moderator: User) -> None:
    ban(alice, moderator)
    assert "permanently" in try_login(client)


def test_a_wrong_password_does_not_reveal_a_ban(client: Client, alice: User, moderator: User) -> None:
    ban(alice, moderator)
    page = client.post(reverse("account_login"), {"login": "alice", "password": "wrong horse"}).content.decode()
    assert "Called somebody names." not in page


def test_a_recovery_code_does_not_let_a_banned_user_in(client: Client, alice: User, moderator: User) -> None:
    code = recovery.make_codes(alice)[0]
    ban(alice, moderator)
    client.post(reverse("recover"), {"name": "alice", "code": code, "password": "battery staple"})
    assert "_auth_user_id" not in client.session


def test_a_reason_is_escaped(client: Client, alice: User, moderator: User) -> None:
    ban(alice, moderator, reason="<b>bold</b>")
    assert "&lt;b&gt;bold" in try_login(client)


def test_a_lifted_ban_lets_in(client: Client, alice: User, moderator: User) -> None:
    sanctions.lift(ban(alice, moderator), by=moderator)
    try_login(client)
    assert "_auth_user_id" in client.session


@pytest.mark.differs_on_services("the database's clock decides")
def test_a_ban_that_is_over_lets_in(client: Client, alice: User, moderator: User) -> None:
    imposed = ban(alice, moderator, hours=1)
    past = timezone.now() - timedelta(hours=2)
    Sanction.objects.filter(pk=imposed.pk).update(imposed_at=past, until=past + timedelta(hours=1))
    try_login(client)
    assert "_auth_user_id" in client.session


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last")
def test_the_longest_of_several_bans_is_shown(alice: User, moderator: User) -> None:
    ban(alice, moderator, hours=1)
    longest = ban(alice, moderator)
    ban(alice, moderator, hours=3)
    assert ban_in_force(alice.pk) == longest


def test_a_mute_leaves_the_session_alone(client: Client, alice: User, moderator: User) -> None:
    client.force_login(alice)
    sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Shouting.", until=None, by=moderator)
    assert client.get(reverse("account")).status_code == 200


def test_a_muted_user_reads_why_on_the_account_page(client: Client, alice: User, moderator: User) -> None:
    sanctions.impose(alice, kind=Sanction.Kind.MUTE, reason="Shouting <b>.", until=None, by=moderator)
    client.force_login(alice)
    page = client.get(reverse("account")).content.decode()
    assert "You are muted." in page
    assert "Shouting &lt;b&gt;." in page


def test_a_banned_moderator_cannot_ban(alice: User, moderator: User, admin: User) -> None:
    ban(moderator, admin)
    with pytest.raises(PermissionDenied):
        ban(alice, moderator)


def test_only_superusers_sanction_moderators(alice: User, moderator: User, admin: User) -> None:
    for user, by in ((admin, moderator), (moderator, moderator), (admin, admin)):
        with pytest.raises(PermissionDenied):
            ban(user, by)
    imposed = ban(moderator, admin)
    assert not User.objects.get(pk=admin.pk).sanctions.exists()
    with pytest.raises(PermissionDenied):
        sanctions.lift(imposed, by=moderator)


def test_a_moderator_cannot_sanction_their_own_bots(bob: User, moderator: User, admin: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    bot = Bot.objects.create(owner=moderator, user=User.objects.get(pk=bob.pk)).user
    with pytest.raises(PermissionDenied, match="your own account"):
        ban(bot, moderator)
    with pytest.raises(PermissionDenied, match="your own account"):
        sanctions.lift(ban(bot, admin), by=moderator)


def test_players_cannot_impose_or_lift_sanctions(alice: User, bob: User, moderator: User) -> None:
    with pytest.raises(PermissionDenied):
        ban(bob, alice)
    imposed = ban(bob, moderator)
    with pytest.raises(PermissionDenied):
        sanctions.lift(imposed, by=alice)


def test_a_ban_without_ended_sessions_still_keeps_the_user_out(client: Client, alice: User, moderator: User) -> None:
    client.force_login(alice)
    Sanction.objects.create(user=alice, kind=Sanction.Kind.BAN, reason="x", imposed_by=moderator)
    assert client.get(reverse("account")).status_code == 302


@pytest.mark.differs_on_services("row locks")
def test_lifting_twice_keeps_the_first_moderators_name(alice: User, moderator: User, admin: User) -> None:
    imposed = ban(alice, moderator)
    sanctions.lift(imposed, by=admin)
    sanctions.lift(imposed, by=moderator)
    imposed.refresh_from_db()
    assert imposed.lifted_by == admin


@pytest.mark.parametrize("days", [-1, 0, 4000, 2_900_000])
def test_an_end_must_be_in_the_future_and_within_ten_years(alice: User, moderator: User, days: int) -> None:
    with pytest.raises(ValidationError):
        ban(alice, moderator, hours=days * 24) if days else sanctions.refuse_wrong_end(timezone.now())


@pytest.mark.differs_on_services("a constraint of the database")
def test_the_database_refuses_an_end_before_the_beginning(alice: User) -> None:
    with pytest.raises(IntegrityError):
        Sanction.objects.create(user=alice, kind=Sanction.Kind.BAN, reason="x", until=timezone.now() - TOMORROW)


@pytest.mark.parametrize("hours", [None, 1])
@pytest.mark.differs_on_services("row locks")
def test_a_second_click_imposes_no_second_ban(alice: User, moderator: User, hours: int | None) -> None:
    assert ban(alice, moderator, hours=hours) == ban(alice, moderator, hours=hours)
    assert AuditEntry.objects.filter(verb="ban").count() == 1


def test_a_lifted_ban_can_be_imposed_again(alice: User, moderator: User) -> None:
    sanctions.lift(ban(alice, moderator), by=moderator)
    assert ban(alice, moderator) == ban_in_force(alice.pk)
