"""Test that link previews have a title, a sentence and an image, and tell nothing about invite-only tables."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from tables.hosting import invitations
from tables.models import Table
from tests.tables.helpers import Clock, open_table

pytestmark = pytest.mark.django_db


def preview(path: str, client: Client | None = None) -> dict[str, str]:
    page = (client or Client()).get(path, follow=True, headers={"accept-language": "en"}).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="(og:[^"]+|description)" content="([^"]*)"', page))


@pytest.mark.parametrize("path", ["/", "/rules/", "/watch/", "/account/signup/"])
def test_pages_of_the_site_have_its_preview(path: str) -> None:
    shown = preview(path)
    assert shown["og:title"] == "A poker room for people who know each other"
    assert shown["og:description"] == shown["description"] != ""


def test_preview_image_is_local_and_exists(table: Table) -> None:
    address = preview(f"/t/{table.code}/")["og:image"]
    assert address.startswith("http://testserver/static/img/preview")
    assert finders.find("img/preview.jpg")


def test_a_table_is_previewed_with_name_host_game_and_start(alice: User, clock: Clock) -> None:
    table = open_table(alice, name="Friday <night>", starts_at=datetime(2030, 1, 4, 20, 0, tzinfo=UTC))
    link = invitations.make_link(table.pk, alice)
    for path in (f"/t/{table.code}/", f"/i/{link.code}/"):
        shown = preview(path)
        assert shown["og:title"] == "Friday &lt;night&gt;"
        told = "Alice hosts. No-limit hold&#x27;em 50/100. Starts Fri, Jan 4, 8:00 PM (UTC)."
        assert shown["og:description"] == told


def test_a_table_by_invitation_is_not_revealed(alice: User) -> None:
    table = open_table(alice, name="Secret den", found_by=Table.FoundBy.INVITATION)
    link = invitations.make_link(table.pk, alice)
    for path in (f"/t/{table.code}/", f"/i/{link.code}/", f"/t/{'0' * 13}/"):
        told = " ".join(preview(path).values())
        assert "Secret den" not in told
        assert "Alice" not in told
        assert "50/100" not in told
    assert preview(f"/t/{table.code}/") == preview(f"/t/{'0' * 13}/")


def test_logged_in_users_get_no_preview(table: Table, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    assert preview("/", client) == {}
