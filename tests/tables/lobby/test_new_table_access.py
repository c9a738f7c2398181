"""Test who may open tables, and who finds and joins them."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.models import Table
from tables.play import lifecycle
from tests.tables.lobby.test_new_table import LEAST

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


class TestAccess:
    def test_too_many_tables_are_refused_in_words(self, host: Client, alice: User) -> None:
        for _ in range(lifecycle.MOST_OPEN_TABLES):
            lifecycle.open_table(alice, name="x", rulebook="cash", options={}, buy_in_least=1, buy_in_most=2)
        answer = host.post(reverse("new_table"), LEAST)
        assert answer.status_code == 422
        assert "You have 10 open tables. Close one first." in answer.content.decode()

    def test_login_is_needed(self, client: Client) -> None:
        for answer in (client.get(reverse("new_table")), client.post(reverse("new_table"), LEAST)):
            assert answer["Location"].startswith(reverse("account_login"))
        assert not Table.objects.exists()

    def test_form_needs_the_csrf_token(self, alice: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice)
        assert client.post(reverse("new_table"), LEAST).status_code == 403
        assert not Table.objects.exists()

    def test_get_request_opens_nothing(self, host: Client) -> None:
        assert host.get(reverse("new_table"), LEAST).status_code == 200
        assert not Table.objects.exists()
