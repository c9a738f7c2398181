"""Test one's own sessions: listed, ended elsewhere, ended everywhere; addresses are forgotten after 90 days."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SeenAddress, User
from accounts.services import retention
from accounts.tasks import forget_addresses, forget_sessions

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("raw deletes and the database's clock")]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1"


def login(user_agent: str = FIREFOX, address: str = "192.0.2.7") -> Client:
    client = Client(headers={"user-agent": user_agent}, REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": "alice", "password": "correct horse"})
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("account")).status_code == 200


def test_every_device_is_listed_by_name(alice: User) -> None:
    here = login()
    login(IPHONE, "2001:db8::5")
    page = here.get(reverse("usersessions_list")).content.decode()
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert "192.0.2.7" in page
    assert "2001:db8::5" in page
    assert page.count("this device") == 1


def test_others_sessions_are_not_listed(alice: User, bob: User) -> None:
    login(IPHONE)
    client = Client()
    client.force_login(bob)
    assert "iPhone" not in client.get(reverse("usersessions_list")).content.decode()


def test_logging_out_everywhere_else_keeps_this_one(alice: User) -> None:
    here, there = login(), login(IPHONE)
    here.post(reverse("usersessions_list"))
    assert is_in(here)
    assert not is_in(there)


def test_logging_out_everywhere_ends_all(alice: User) -> None:
    here, there = login(), login(IPHONE)
    here.post(reverse("end_sessions"))
    assert not is_in(here)
    assert not is_in(there)
    assert not UserSession.objects.exists()


def test_sessions_without_a_note_of_ours_end_too(alice: User) -> None:
    here, there = login(), login()
    UserSession.objects.filter(session_key=there.session.session_key).delete()
    here.post(reverse("end_sessions"))
    assert not is_in(there)


def test_ending_sessions_asks_for_a_post_and_a_login(client: Client, alice: User) -> None:
    here = login()
    assert here.get(reverse("end_sessions"))["Location"] == reverse("usersessions_list")
    assert is_in(here)
    assert client.post(reverse("end_sessions")).status_code == 302


def test_a_visit_notes_the_address_once(alice: User) -> None:
    here = login()
    here.get("/")
    here.get("/")
    assert SeenAddress.objects.get().address == "192.0.2.7"


def test_addresses_are_forgotten_after_ninety_days(alice: User) -> None:
    login()
    SeenAddress.objects.create(user=alice, address="192.0.2.99", last_seen=timezone.now() - timedelta(days=89))
    assert retention.forget_addresses() == 0
    SeenAddress.objects.update(last_seen=timezone.now() - timedelta(days=91))
    UserSession.objects.update(last_seen_at=timezone.now() - timedelta(days=91))
    forget_addresses()
    forget_addresses()  # twice is harmless
    assert not SeenAddress.objects.exists()
    assert not UserSession.objects.exists()


def test_expired_sessions_are_deleted(alice: User) -> None:
    login()
    current = login()
    Session.objects.exclude(session_key=current.session.session_key).update(
        expire_date=timezone.now() - timedelta(minutes=1)
    )
    forget_sessions()
    assert is_in(current)
    assert Session.objects.count() == UserSession.objects.count() == 1
