"""Show the page around the list of tables: its actions, and the refill."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.core import money
from tables.models import Purse, Table
from tables.play import lifecycle, seating
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def open_table(owner: User) -> Table:
    return lifecycle.open_table(
        owner, name="Thursday Club", rulebook="cash", options={}, buy_in_least=1_000, buy_in_most=20_000
    )


class TestThePage:
    def test_offers_practice_a_new_table_and_the_open_tables(self, client: Client, alice: User, bob: User) -> None:
        table = open_table(bob)
        client.force_login(alice)
        page = client.get("/").content.decode()
        assert re.search(r'action="/practice/".*?>Practice now</button>', page, re.DOTALL)
        assert f'href="{reverse("new_table")}"' in page
        assert f'href="{reverse("table", args=[table.code])}"' in page

    def test_shows_first_chips_to_a_user_who_never_played(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        page = client.get("/").content.decode()
        assert '<p class="sum">100,000</p>' in page
        assert "Refill" not in page
        assert not Purse.objects.exists()

    def test_visitors_see_no_lobby(self, client: Client, bob: User) -> None:
        open_table(bob)
        assert "Thursday Club" not in client.get("/").content.decode()

    def test_reminds_of_recovery_codes(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        assert "Make recovery codes" in client.get("/").content.decode()


class TestRefill:
    def test_refill_brings_back_the_first_chips(self, client: Client, alice: User) -> None:
        Purse.objects.create(user=alice, chips=100)
        client.force_login(alice)
        assert "Refill" in client.get("/").content.decode()
        page = client.post(reverse("refill"), follow=True).content.decode()
        assert Purse.objects.get(user=alice).chips == money.FIRST_CHIPS
        assert "Refill" not in page

    def test_second_refill_within_a_day_is_refused(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        for _ in range(2):
            Purse.objects.update_or_create(user=alice, defaults={"chips": 100})
            page = client.post(reverse("refill"), follow=True).content.decode()
        assert "The next refill is possible in 24 hours." in page
        assert Purse.objects.get(user=alice).chips == 100

    def test_chips_at_tables_count_against_a_refill(self, client: Client, alice: User) -> None:
        seating.sit_down(open_table(alice).pk, alice, number=1, chips=5_000)
        client.force_login(alice)
        assert "Refill" not in client.get("/").content.decode()
        assert "a refill is for whoever has fewer" in client.post(reverse("refill"), follow=True).content.decode()

    def test_refill_asks_for_a_login(self, client: Client) -> None:
        assert client.post(reverse("refill"))["Location"].startswith(reverse("account_login"))

    def test_get_request_refills_nothing(self, client: Client, alice: User) -> None:
        Purse.objects.create(user=alice, chips=100)
        client.force_login(alice)
        assert client.get(reverse("refill"))["Location"] == reverse("home")
        assert Purse.objects.get(user=alice).chips == 100

    def test_refill_needs_the_csrf_token(self, alice: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.login(username="alice", password=PASSWORD)
        assert client.post(reverse("refill")).status_code == 403
