"""Every page has the security headers and no inline code, and errors have friendly pages."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from pytest_django import Settings

from accounts.models import User
from poker_site.environment import BASE_DIR
from poker_site.urls import urlpatterns as real_urlpatterns
from tables.urls import urlpatterns as tables_urls
from tests.pages import anonymous_paths, logged_in_paths, table_paths

pytestmark = pytest.mark.django_db
INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)


@pytest.fixture(autouse=True)
def _with_mail(settings: Settings) -> None:
    """Switch on the pages about e-mail."""
    settings.MAIL_CONFIGURED = True


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def bad(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation


def broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def missing(request: HttpRequest) -> HttpResponse:
    raise Http404


urlpatterns = [
    *real_urlpatterns,
    path("test/403/", forbidden),
    path("test/400/", bad),
    path("test/500/", broken),
    path("test/404/", missing),
]
handler400 = "poker_site.web.error_pages.bad_request"
handler500 = "poker_site.web.error_pages.server_error"


class Page(NamedTuple):
    status: int
    headers: Mapping[str, str]
    html: str
    leads: Mapping[str, int]
    """Maps each target of its links and forms to the status that a member gets there."""


_crawled: dict[str, Page] = {}


@pytest.fixture
def pages(alice: User, bob: User) -> Mapping[str, Page]:
    """Return every page as a visitor or Alice gets it; pages do not change meanwhile, so each is requested once."""
    if not _crawled:
        _crawled.update(crawl(alice, bob))
    return _crawled


def crawl(alice: User, bob: User) -> dict[str, Page]:
    visitor, member = Client(), Client()
    member.force_login(alice)
    wanted = [("visitor", visitor, url) for url in anonymous_paths()]
    wanted += [("member", member, url) for url in (*logged_in_paths(), *table_paths(bob, alice))]
    answers = {f"{who} {url}": client.get(url) for who, client, url in wanted}

    @cache
    def asked(target: str) -> int:
        return member.get(target).status_code

    def page_of(answer: Any) -> Page:
        html = answer.content.decode()
        targets = set(re.findall(r'(?:href|action)="(/[^"#?]*)', html))
        leads = {one: asked(one) for one in targets if not one.startswith("/static/") and "nowhere" not in one}
        return Page(answer.status_code, answer.headers, html, leads)

    return {where: page_of(answer) for where, answer in answers.items()}


def test_every_page_is_there(pages: Mapping[str, Page]) -> None:
    for where, page in pages.items():
        assert page.status == (404 if "nowhere" in where else 200), where


def test_every_page_carries_the_security_headers(pages: Mapping[str, Page]) -> None:
    for where, page in pages.items():
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, where
        assert "unsafe" not in policy, where
        assert page.headers["X-Frame-Options"] == "DENY", where
        assert page.headers["Referrer-Policy"] == "same-origin", where
        assert page.headers["X-Content-Type-Options"] == "nosniff", where


def test_no_page_has_inline_script_style_or_handlers(pages: Mapping[str, Page]) -> None:
    for where, page in pages.items():
        found = INLINE.search(page.html)
        assert found is None, (where, found)


def test_inline_code_is_recognised() -> None:
    for text in ('<p style="x">', "<script>1</script>", '<a onclick="x">', '<a href="javascript:x">'):
        assert INLINE.search(text)
    assert not INLINE.search('<script src="/x.js" defer></script>')


def test_every_link_and_form_on_a_page_leads_somewhere(pages: Mapping[str, Page]) -> None:
    for where, page in pages.items():
        for target, status in page.leads.items():
            assert status in (200, 302, 422), (where, target)  # 422: a form wants its fields


def test_personal_pages_need_a_login() -> None:
    for url in logged_in_paths():
        if url not in (reverse("home"), reverse("account_logout"), "/nowhere/"):
            assert Client().get(url)["Location"].startswith(reverse("account_login")), url


@pytest.mark.urls("tests.poker_site.test_pages")
class TestErrorPages:
    @pytest.mark.parametrize(
        ("status", "words"),
        [
            (400, "did not understand"),
            (403, "have permission to do this"),
            (404, "nothing here"),
            (500, "It is our fault"),
        ],
    )
    def test_every_error_has_a_friendly_page(self, client: Client, status: int, words: str) -> None:
        client.raise_request_exception = False
        response = client.get(f"/test/{status}/", headers={"accept-language": "en"})
        assert response.status_code == status
        assert words in response.content.decode()

    @pytest.mark.parametrize("status", [400, 403, 404, 500])
    def test_every_error_page_is_in_the_readers_language(self, client: Client, status: int) -> None:
        client.raise_request_exception = False
        page = client.get(f"/test/{status}/", headers={"accept-language": "zh-CN"}).content.decode()
        assert '<html lang="zh-Hans"' in page

    def test_an_unknown_host_gets_a_page_too(self, client: Client) -> None:
        response = client.get("/", headers={"host": "evil.example"})
        assert response.status_code == 400
        assert "did not understand" in response.content.decode()

    def test_a_form_without_its_token_is_explained(self) -> None:
        client = Client(enforce_csrf_checks=True)
        response = client.post(reverse("account_login"), {"login": "x", "password": "y"})
        assert response.status_code == 403
        assert "send that again" in response.content.decode()


def test_scripts_of_others_have_the_recorded_checksums() -> None:
    folder = BASE_DIR / "static" / "vendor"
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    assert len(lines) == 2
    for line in lines:
        digest, name = line.split()
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_favicon_leads_to_an_icon(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith(".svg")


@pytest.mark.parametrize(
    "pattern", [str(one.pattern) for one in tables_urls if re.search("<(int|key):", str(one.pattern))]
)
@pytest.mark.differs_on_services("PostgreSQL refuses numbers that are too large")
def test_a_number_too_large_for_a_row_is_no_server_error(pattern: str, client: Client, alice: User) -> None:
    client.force_login(alice)
    for number in (2**63, 10**30, 10**18 - 1):
        address = "/" + re.sub("<(int|key):[^>]+>", str(number), pattern)
        assert client.get(address).status_code < 500, address
        assert client.post(address).status_code < 500, address
