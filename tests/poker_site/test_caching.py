"""Caches must not store pages of users who are signed in."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["home", "account", "hands", "friends", "new_table"])
def test_a_page_of_a_signed_in_user_may_not_be_stored(logged_in: Client, name: str) -> None:
    answer = logged_in.get(reverse(name))
    assert answer.status_code == 200
    assert {"private", "no-store"} <= set(answer["Cache-Control"].replace(" ", "").split(","))


def test_a_page_for_everybody_may_be_stored(client: Client) -> None:
    assert "no-store" not in client.get(reverse("rules")).headers.get("Cache-Control", "")
