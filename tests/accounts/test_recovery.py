"""Test ways back in without mail: recovery codes, and a one-time link from a moderator."""

import math

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import RecoveryCode, User
from accounts.services import recovery
from accounts.services.deletion import delete_account
from poker_site.web import typed_codes

pytestmark = pytest.mark.django_db
NEW = "battery staple"


def recover(client: Client, name: str, code: str, password: str = NEW) -> str:
    answer = client.post(reverse("recover"), {"name": name, "code": code, "password": password})
    return answer.content.decode()


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_code_sets_a_new_password_once(client: Client, alice: User) -> None:
    code, *_others = recovery.make_codes(alice)
    recover(client, "ALICE", code.lower().replace("-", " "))
    assert client.get(reverse("account")).status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    again = Client()
    assert "Wrong name or recovery code" in recover(again, "alice", code, "yet another one")
    assert not logged_in(again)


def test_a_code_ends_every_other_session(client: Client, alice: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(alice)
    recover(client, "alice", recovery.make_codes(alice)[0])
    assert elsewhere.get(reverse("account")).status_code == 302


def test_codes_are_stored_as_digests_only(alice: User) -> None:
    typed_codes = recovery.make_codes(alice)
    assert len(set(typed_codes)) == recovery.HOW_MANY
    kept = RecoveryCode.objects.values_list("digest", flat=True)
    assert not any(code.replace("-", "") in digest for code in typed_codes for digest in kept)


def test_codes_have_enough_random_bits_for_a_plain_hash(alice: User) -> None:
    """ASVS 6.5.2 wants the slow hash of passwords below 112 bits."""
    for code in recovery.make_codes(alice):
        assert len(typed_codes.normalised(code)) * math.log2(len(typed_codes.ALPHABET)) >= 112
        assert len(code) <= 40, "longer than the field for it"


@pytest.mark.differs_on_services("row locks")
def test_new_codes_replace_the_old_ones(client: Client, alice: User) -> None:
    old, *_others = recovery.make_codes(alice)
    recovery.make_codes(alice)
    recover(client, "alice", old)
    assert not logged_in(client)


@pytest.mark.parametrize(
    ("name", "code"), [("bob", None), ("alice", "0000-0000-0000-0000"), ("nobody", None), ("", "")]
)
def test_a_code_works_for_its_owner_only(client: Client, alice: User, bob: User, name: str, code: str | None) -> None:
    recover(client, name, recovery.make_codes(alice)[0] if code is None else code)
    assert not logged_in(client)


def test_a_weak_new_password_does_not_spend_the_code(client: Client, alice: User) -> None:
    code = recovery.make_codes(alice)[0]
    assert "too short" in recover(client, "alice", code, "short")
    recover(client, "alice", code)
    assert logged_in(client)


@pytest.mark.differs_on_services("counted in Redis")
def test_guesses_at_codes_are_limited_however_the_name_is_written(client: Client, alice: User) -> None:
    code = recovery.make_codes(alice)[0]
    for number in range(10):
        recover(client, " " * number + "Ａlice", "00000-00000")
    recover(client, "alice", code)
    assert not logged_in(client)


def test_codes_still_work_with_a_new_secret_key(client: Client, alice: User, settings: Settings) -> None:
    code = recovery.make_codes(alice)[0]
    settings.SECRET_KEY = "another one, as after moving to a new machine"
    recover(client, "alice", code)
    assert logged_in(client)


def test_wrong_passwords_for_new_codes_are_limited(client: Client, alice: User) -> None:
    client.force_login(alice)
    for _ in range(10):
        client.post(reverse("recovery_codes"), {"password": "wrong horse"})
    assert client.post(reverse("recovery_codes"), {"password": "correct horse"}).status_code == 429
    assert client.post(reverse("account_delete"), {"password": "correct horse"}).status_code == 429


def test_a_closed_account_gets_no_codes(alice: User) -> None:
    delete_account(User.objects.get(pk=alice.pk))
    with pytest.raises(PermissionDenied):
        recovery.make_codes(alice)


@pytest.mark.differs_on_services("row locks")
def test_a_code_is_spent_once(alice: User) -> None:
    code = recovery.make_codes(alice)[0]
    assert recovery.recover(alice, code=code, new_password=NEW)
    assert not recovery.recover(alice, code=code, new_password="another one")
    assert User.objects.get(pk=alice.pk).check_password(NEW)


def test_the_same_form_sent_twice_does_not_void_the_codes_just_written_down(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"password": "correct horse", "latest": "0"}
    client.post(reverse("recovery_codes"), form)
    kept = set(RecoveryCode.objects.values_list("digest", flat=True))
    page = client.post(reverse("recovery_codes"), form)
    assert "made already" in page.content.decode()
    assert set(RecoveryCode.objects.values_list("digest", flat=True)) == kept
    client.post(reverse("recovery_codes"), form | {"latest": str(recovery.latest(alice))})
    assert not kept & set(RecoveryCode.objects.values_list("digest", flat=True))


def test_codes_are_shown_only_after_the_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("recovery_codes"), {"password": "wrong horse"})
    assert not RecoveryCode.objects.exists()
    page = client.post(reverse("recovery_codes"), {"password": "correct horse"})
    assert page.content.decode().count("<li>") >= recovery.HOW_MANY, page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_codes_ask_for_a_login(client: Client) -> None:
    assert client.get(reverse("recovery_codes")).status_code == 302


class TestOneTimeLink:
    def use(self, client: Client, link: str) -> bool:
        page = client.get(link, follow=True)
        client.post(page.request["PATH_INFO"], {"password1": NEW})
        return logged_in(client)

    def test_link_sets_a_password_once(self, client: Client, alice: User, moderator: User) -> None:
        link = recovery.one_time_link(alice, by=moderator)
        assert self.use(client, link)
        assert User.objects.get(pk=alice.pk).check_password(NEW)
        assert not self.use(Client(), link)

    def test_link_expires_with_a_login(self, client: Client, alice: User, moderator: User) -> None:
        link = recovery.one_time_link(alice, by=moderator)
        client.post(reverse("account_login"), {"login": "alice", "password": "correct horse"})
        assert not self.use(Client(), link)

    @pytest.mark.parametrize("change", [{"is_staff": True}, {"is_superuser": True}, {"session_epoch": 1}])
    def test_link_expires_with_a_promotion_and_with_logging_out_everywhere(
        self, client: Client, alice: User, moderator: User, change: dict[str, int]
    ) -> None:
        link = recovery.one_time_link(alice, by=moderator)
        User.objects.filter(pk=alice.pk).update(**change)
        assert not self.use(client, link)

    def test_no_link_for_bots_and_closed_accounts(self, alice: User, moderator: User) -> None:
        bot = User.objects.create_user(username="Pip", is_bot=True)
        User.objects.filter(pk=alice.pk).update(is_active=False)
        alice.refresh_from_db()
        for user in (bot, alice):
            with pytest.raises(PermissionDenied):
                recovery.one_time_link(user, by=moderator)

    def test_link_expires_after_a_day(self, alice: User, moderator: User, monkeypatch: pytest.MonkeyPatch) -> None:
        from datetime import datetime, timedelta

        link = recovery.one_time_link(alice, by=moderator)
        later = datetime.now() + timedelta(hours=25)  # noqa: DTZ005  the token generator's clock is naive
        monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda self: later)
        assert not self.use(Client(), link)

    def test_a_moderator_cannot_take_over_an_administrator(self, moderator: User, admin: User, alice: User) -> None:
        for user, by in ((admin, moderator), (moderator, moderator), (moderator, alice)):
            with pytest.raises(PermissionDenied):
                recovery.one_time_link(user, by=by)

    def test_link_does_not_revive_a_deleted_account(self, client: Client, alice: User, moderator: User) -> None:
        link = recovery.one_time_link(alice, by=moderator)
        delete_account(alice)
        assert not self.use(client, link)
        assert not User.objects.get(pk=alice.pk).has_usable_password()


@pytest.mark.differs_on_services("row locks")
def test_looking_up_a_code_takes_a_bounded_number_of_queries(
    alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    code = recovery.make_codes(alice)[0]
    with django_assert_max_num_queries(2):
        assert recovery.find_by_code(name="alice", code=code) == alice


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_the_new_password_alone_does_not_log_in_here(alice: User) -> None:
    """Guesses at it are counted at the login form only."""
    spent, other, *_ = recovery.make_codes(alice)
    recover(Client(), "Alice", spent)
    RecoveryCode.objects.all().delete()
    for code, password in ((other, NEW), ("", NEW), ("\0", NEW), ("0000-0000-0000-0000", NEW), (spent, "wrong horse")):
        client = Client()
        recover(client, "Alice", code, password)
        assert not logged_in(client), code
    assert "Null characters" in recover(Client(), "Ali\0ce", spent)


def test_a_repeated_form_is_refused_after_a_minute(alice: User) -> None:
    code = recovery.make_codes(alice)[0]
    recover(Client(), "Alice", code)
    cache.clear()  # the cache forgets by itself after a minute
    client = Client()
    recover(client, "Alice", code)
    assert not logged_in(client)


@pytest.mark.differs_on_services("counted in Redis")
def test_a_form_sent_twice_logs_in(alice: User) -> None:
    """The first answer was lost, or a second click came after it."""
    code = recovery.make_codes(alice)[0]
    for client in (Client(), Client()):
        recover(client, "Alice", code)
        assert logged_in(client)
    assert RecoveryCode.objects.count() == recovery.HOW_MANY - 1
