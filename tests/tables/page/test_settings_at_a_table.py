"""Check the settings that a player changes without leaving the table: deck, amounts, sounds and so on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.choices import THEME_COOKIE
from accounts.models import Preferences, User
from tables.models import Table

pytestmark = pytest.mark.django_db
LOOKS = {"theme": "light", "deck": "four", "amounts": "bb", "sounds": "on"}


def address(table: Table) -> str:
    return reverse("table", args=[table.code])


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def form_at(table: Table, user: User) -> str:
    page = of(user).get(address(table)).content.decode()
    [form] = re.findall(rf'<form action="{reverse("account_looks")}" method="post">(.*?)</form>', page, re.DOTALL)
    return str(form)


def test_settings_are_saved_and_lead_back_to_the_table(dealt: Table, alice: User) -> None:
    client = of(alice)
    response = client.post(reverse("account_looks"), LOOKS | {"next": address(dealt)})
    assert (response.status_code, response["Location"]) == (302, address(dealt))
    saved = Preferences.objects.get(user=alice)
    assert (saved.theme, saved.deck, saved.amounts) == ("light", "four", "bb")
    assert (saved.sounds, saved.animations, saved.hand_name, saved.confirm_all_in) == (True, False, False, False)
    page = client.get(address(dealt)).content.decode()
    assert 'data-deck="four"' in page
    assert 'data-amounts="bb"' in page


def test_other_preferences_stay_as_they_are(dealt: Table, alice: User) -> None:
    others = {"language": "en", "time_zone": "Asia/Tokyo", "seen_by_friends": False}
    Preferences.objects.filter(user=alice).update(**others)
    of(alice).post(reverse("account_looks"), LOOKS | {"next": address(dealt), "language": "zh-hans"})
    assert Preferences.objects.filter(user=alice, deck="four", **others).exists()


def test_cookie_holds_the_theme_but_no_language(client: Client, alice: User) -> None:
    client.force_login(alice)
    response = client.post(reverse("account_looks"), LOOKS)
    assert {name: cookie.value for name, cookie in response.cookies.items()} == {THEME_COOKIE: "light"}


@pytest.mark.parametrize("wrong", [{"theme": "pink"}, {"deck": ""}, {"amounts": "gold"}])
def test_wrong_values_change_nothing_and_show_an_error_at_the_table(
    dealt: Table, alice: User, wrong: dict[str, str]
) -> None:
    response = of(alice).post(reverse("account_looks"), LOOKS | wrong | {"next": address(dealt)}, follow=True)
    assert response.redirect_chain == [(address(dealt), 302)]
    assert 'data-level="error"' in response.content.decode()
    saved = Preferences.objects.get(user=alice)
    assert (saved.theme, saved.deck, saved.amounts, saved.animations) == ("dark", "two", "chips", True)


def test_settings_require_login(client: Client, dealt: Table, alice: User) -> None:
    response = client.post(reverse("account_looks"), LOOKS | {"next": address(dealt)})
    assert response["Location"].startswith(reverse("account_login"))
    assert not Preferences.objects.filter(theme="light").exists()


@pytest.mark.parametrize("where", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_redirect_never_leads_to_another_site(client: Client, alice: User, where: str) -> None:
    client.force_login(alice)
    assert client.post(reverse("account_looks"), LOOKS | {"next": where})["Location"] == reverse("account")


def test_get_request_redirects_to_the_account(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_looks"))["Location"] == reverse("account")


def test_form_shows_the_saved_settings(dealt: Table, alice: User) -> None:
    Preferences.objects.filter(user=alice).update(deck="four", sounds=False)
    form = form_at(dealt, alice)
    assert '<option value="four" selected>' in form
    assert '<option value="chips" selected>' in form
    assert re.findall(r'<input type="checkbox" name="(\w+)"[^>]* checked', form) == [
        "animations",
        "hand_name",
        "confirm_all_in",
    ]
    assert f'name="next" value="{address(dealt)}"' in form
    assert "csrfmiddlewaretoken" in form


def test_watchers_have_the_form_too(dealt: Table, carol: User) -> None:
    assert 'name="deck"' in form_at(dealt, carol)


def test_ids_on_the_page_are_unique(dealt: Table, alice: User) -> None:
    page = of(alice).get(address(dealt)).content.decode()
    found = re.findall(r'\sid="([^"]+)"', page)
    assert len(found) == len(set(found))
    assert {"t-settings", "t-settings-deck", "t-settings-confirm_all_in"} <= set(found)
