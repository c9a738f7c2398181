"""Test finding accounts that come from the same addresses, by what is kept of visits and sessions."""

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.models import SeenAddress, User
from accounts.services.addresses import MOST_PEOPLE, Sharing, shared_addresses, shared_with

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("raw SQL with window functions")]


def seen(user: User, *addresses: str) -> None:
    SeenAddress.objects.bulk_create(SeenAddress(user=user, address=address) for address in addresses)


def session(user: User, address: str) -> None:
    UserSession.objects.create(user=user, ip=address, session_key=f"{user.pk}-{address}")


def test_the_most_shared_addresses_come_first(alice: User, bob: User, carol: User) -> None:
    seen(alice, "192.0.2.1", "192.0.2.2", "2001:db8::1")
    seen(bob, "192.0.2.2", "192.0.2.3")
    seen(carol, "192.0.2.2", "2001:db8::1")
    assert list(shared_addresses().items()) == [
        ("192.0.2.2", Sharing(3, [alice, bob, carol])),
        ("2001:db8::1", Sharing(2, [alice, carol])),
    ]


def test_many_users_of_one_address_are_all_counted_and_the_first_are_listed() -> None:
    people = [User.objects.create_user(username=f"Pupil {number}") for number in range(MOST_PEOPLE + 3)]
    for person in people:
        seen(person, "192.0.2.9")
    assert shared_addresses() == {"192.0.2.9": Sharing(MOST_PEOPLE + 3, people[:MOST_PEOPLE])}


def test_sessions_count_as_visits_do_but_not_twice(alice: User, bob: User) -> None:
    seen(alice, "192.0.2.1")
    session(alice, "192.0.2.1")
    assert shared_addresses() == {}
    session(bob, "192.0.2.1")
    assert shared_addresses() == {"192.0.2.1": Sharing(2, [alice, bob])}


def test_shared_addresses_of_one_account(alice: User, bob: User, carol: User) -> None:
    seen(alice, "192.0.2.1", "192.0.2.2")
    seen(bob, "192.0.2.2")
    session(carol, "192.0.2.3")
    assert shared_with(alice) == {"192.0.2.2": Sharing(2, [alice, bob])}
    assert shared_with(carol) == {}


@pytest.mark.parametrize("query", ["", "?user=1", "?user=x", "?user=" + "9" * 40])
def test_the_page_is_for_moderators(moderator: User, alice: User, bob: User, query: str) -> None:
    seen(alice, "192.0.2.1")
    seen(bob, "192.0.2.1")
    address = reverse("admin:accounts_addresses") + query
    client = Client()
    for user, status in ((alice, 302), (moderator, 200)):
        client.force_login(user)
        assert client.get(address).status_code == status
    assert "192.0.2.1" in client.get(reverse("admin:accounts_addresses")).content.decode()
