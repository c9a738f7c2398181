"""Test language, time zone and the other preferences: they come from the browser until the user sets them."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.choices import THEME_COOKIE
from accounts.models import Preferences, User
from accounts.viewer import TIME_ZONE_COOKIE
from tables.lobby.views import greeting

pytestmark = pytest.mark.django_db
ALL = {"language": "", "time_zone": "", "theme": "light", "deck": "four", "amounts": "bb", "sounds": "on"}


def html(client: Client, path: str = "/") -> str:
    return client.get(path, headers={"accept-language": "en"}).content.decode()


def test_preferences_are_saved(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("account_preferences"), ALL | {"time_zone": "Asia/Shanghai"})
    saved = Preferences.objects.get(user=alice)
    assert (saved.theme, saved.deck, saved.amounts, saved.time_zone) == ("light", "four", "bb", "Asia/Shanghai")
    assert (saved.sounds, saved.animations, saved.hand_name, saved.confirm_all_in) == (True, False, False, False)
    page = html(client)
    assert 'data-theme="light"' in page
    assert 'data-deck="four"' in page
    assert 'data-motion="off"' in page


@pytest.mark.parametrize("wrong", [{"theme": "pink"}, {"time_zone": "Mars/Base"}, {"language": "tlh"}, {"deck": ""}])
def test_wrong_choices_change_nothing(client: Client, alice: User, wrong: dict[str, str]) -> None:
    client.force_login(alice)
    response = client.post(reverse("account_preferences"), ALL | wrong)
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert Preferences.objects.get(user=alice).theme == "dark"


def test_opening_a_forms_address_leads_to_the_forms_page(client: Client, alice: User) -> None:
    """The browser asks for that address after a refused form, a login or a change of language."""
    client.force_login(alice)
    for name in ("account_name", "account_preferences"):
        assert client.get(reverse(name))["Location"] == reverse("account")


def test_saving_is_confirmed(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.post(reverse("account_preferences"), ALL, follow=True)
    assert "Saved." in page.content.decode()


def test_preferences_ask_for_a_login(client: Client) -> None:
    for name in ("account", "account_preferences", "account_name"):
        assert client.post(reverse(name), ALL).status_code == 302


class TestLanguage:
    def test_language_is_the_browsers_at_first(self, client: Client) -> None:
        chinese = client.get("/", headers={"accept-language": "zh-CN,zh;q=0.9"}).content.decode()
        assert '<html lang="zh-Hans"' in chinese
        assert "登录" in chinese
        assert '<html lang="en"' in html(client)

    def test_a_visitor_changes_it_and_returns_to_the_page(self, client: Client) -> None:
        form = {"language": "zh-hans", "next": "/account/login/?next=/account/"}
        assert client.post(reverse("choose_language"), form)["Location"] == form["next"]
        assert "登录" in html(client)

    def test_an_account_keeps_it_on_every_device(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        client.post(reverse("choose_language"), {"language": "zh-hans"})
        elsewhere = Client()
        elsewhere.force_login(alice)
        assert "大厅" in html(elsewhere)

    def test_same_as_browser_forgets_the_choice(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        client.post(reverse("choose_language"), {"language": "zh-hans"})
        client.post(reverse("account_preferences"), ALL)
        assert '<html lang="en"' in html(client)

    @pytest.mark.parametrize("form", [{}, {"language": "tlh"}, {"language": "en", "next": "https://evil.example/"}])
    def test_a_wrong_choice_leads_to_the_front_page(self, client: Client, form: dict[str, str]) -> None:
        assert client.post(reverse("choose_language"), form)["Location"] == "/"

    def test_language_changes_only_by_post(self, client: Client) -> None:
        assert client.get(reverse("choose_language"), {"language": "zh-hans"})["Location"] == "/"
        assert '<html lang="en"' in html(client)


class TestTheme:
    def test_theme_is_dark_until_changed(self, client: Client) -> None:
        assert 'data-theme="dark"' in html(client)
        client.post(reverse("choose_theme"), {"theme": "auto"})
        assert 'data-theme="auto"' in html(client)

    def test_a_visitors_choice_becomes_the_new_accounts(self, client: Client, bob: User) -> None:
        client.post(reverse("choose_theme"), {"theme": "light"})
        client.post(reverse("account_signup"), {"username": "Alice", "password1": "correct horse"})
        assert Preferences.objects.get(user__username="alice").theme == "light"

    def test_a_forged_cookie_is_ignored(self, client: Client) -> None:
        client.cookies[THEME_COOKIE] = '"><script>'
        assert 'data-theme="dark"' in html(client)


class TestTimeZone:
    def greeting_at_noon_utc(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> str:
        noon = datetime(2026, 1, 15, 12, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: noon)
        return html(client)

    def test_time_zone_comes_from_the_browser(
        self, client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.force_login(alice)
        client.cookies[TIME_ZONE_COOKIE] = "Asia%2FTokyo"
        assert "Good evening" in self.greeting_at_noon_utc(client, monkeypatch)

    def test_the_preference_overrides_the_browser(
        self, client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.force_login(alice)
        Preferences.objects.filter(user=alice).update(time_zone="America/New_York")
        client.cookies[TIME_ZONE_COOKIE] = "Asia%2FTokyo"
        assert "Good morning" in self.greeting_at_noon_utc(client, monkeypatch)

    @pytest.mark.parametrize(
        "cookie", ["Mars/Base", "../../etc/passwd", "", "\x00", "/etc/localtime", "Europe", "x" * 5000]
    )
    def test_a_forged_cookie_is_ignored(
        self, client: Client, alice: User, monkeypatch: pytest.MonkeyPatch, cookie: str
    ) -> None:
        client.force_login(alice)
        client.cookies[TIME_ZONE_COOKIE] = cookie
        assert "Good afternoon" in self.greeting_at_noon_utc(client, monkeypatch)


@pytest.mark.parametrize(
    ("hour", "words"),
    [(4, "Good evening"), (5, "Good morning"), (11, "Good morning"), (12, "Good afternoon"), (18, "Good evening")],
)
def test_the_greeting_follows_the_hour(hour: int, words: str) -> None:
    assert greeting(hour).startswith(words)


def test_a_new_display_name_is_shown(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("account_name"), {"display_name": "Queen of Spades"})
    assert "Queen of Spades" in html(client)
    assert User.objects.get(pk=alice.pk).username == "alice"


@pytest.mark.parametrize("name", ["", "x", "BOB", "a<b"])
def test_a_bad_display_name_is_explained_and_changes_nothing(client: Client, alice: User, bob: User, name: str) -> None:
    client.force_login(alice)
    response = client.post(reverse("account_name"), {"display_name": name})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert User.objects.get(pk=alice.pk).display_name.lower() == "alice"
