"""Test that codes in addresses are read as people type them: small letters, o for 0, l for 1, spaces, hyphens."""

from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from poker_site.web import typed_codes
from tables.hosting import invitations
from tables.models import Table
from tests.tables.helpers import open_table

pytestmark = pytest.mark.django_db
CODE: Final = "A0B1C2D3E4F5G"
TYPED: Final = [
    "a0b1c2d3e4f5g",
    "AOBlC2D3E4F5G",
    "aobic2d3e4f5g",
    "A0B1-C2D3-E4F5G",
    " a0b1 c2d3\u00a0e4f5g ",
    "A0B1\u2011C2D3E4F5G",
]


@pytest.mark.parametrize("typed", TYPED)
def test_a_code_is_read_in_any_spelling(typed: str) -> None:
    assert typed_codes.normalised(typed) == CODE


@pytest.mark.parametrize("typed", TYPED)
def test_the_address_of_a_table_is_found_in_any_spelling(client: Client, alice: User, typed: str) -> None:
    open_table(alice)
    Table.objects.update(code=CODE)
    client.force_login(alice)
    answer = client.get(f"/t/{typed}/")
    assert (answer.status_code, CODE in answer.content.decode()) == (200, True)


def test_an_invitation_is_found_in_any_spelling(client: Client, alice: User) -> None:
    link = invitations.make_link(open_table(alice).pk, alice)
    answer = client.get(reverse("invitation", args=[link.code]).lower())
    assert "Alice invites you to play" in answer.content.decode()
