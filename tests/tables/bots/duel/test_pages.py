"""Test the arena's pages and the file of a match."""

from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import bots
from poker_site.environment import ENV
from tables.bots import addresses
from tables.engine.phh_reading import from_phh
from tables.models import ArenaHand, ArenaMatch
from tests.tables.bots.duel.matches import half_played, stored

pytestmark = pytest.mark.django_db(transaction=True)


def html(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def reader(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_the_pages_need_a_login(client: Client) -> None:
    [match] = stored(("CallAgent", "RandomAgent"))
    for path in (
        reverse("arena"),
        reverse("arena_match", args=[match.pk]),
        reverse("arena_file", args=[match.pk]),
    ):
        response = client.get(path)
        assert response.status_code == 302
        assert reverse("account_login") in response["Location"]


def test_an_empty_arena_says_so(reader: Client) -> None:
    assert "No match" in html(reader, reverse("arena"))


@pytest.mark.differs_on_services("grouped sums and subqueries")
def test_the_page_lists_standings_pairs_and_matches(reader: Client) -> None:
    stored(("CallAgent", "RandomAgent"), ("TightPassive", "CallAgent"))
    page = html(reader, reverse("arena"))
    assert page.count("TightPassive") >= 3
    assert "House bot" in page
    assert "±" in page
    assert "Being played now" not in page


def test_running_matches_are_listed_apart(reader: Client) -> None:
    match = half_played(broken=False)
    page = html(reader, reverse("arena"))
    assert "Being played now" in page
    assert "2 of 9" in page
    assert "being played now" in html(reader, reverse("arena_match", args=[match.pk]))


def test_older_matches_are_on_the_next_page(reader: Client) -> None:
    matches = stored(*[("CallAgent", "RandomAgent")] * 32, hands=1)
    page = html(reader, reverse("arena"))
    assert reverse("arena_match", args=[matches[-1].pk]) in page
    assert reverse("arena_match", args=[matches[0].pk]) not in page
    older = html(reader, f"{reverse('arena')}?before={matches[2].pk}")
    assert reverse("arena_match", args=[matches[0].pk]) in older
    assert reverse("arena_match", args=[matches[2].pk]) not in older


@pytest.mark.parametrize("before", ["", "x", "-1", "9" * 40, "٣", "1.5"])
def test_rubbish_in_the_address_is_no_error(reader: Client, before: str) -> None:
    html(reader, f"{reverse('arena')}?before={before}")


def test_a_match_shows_result_and_latest_hands(reader: Client) -> None:
    [match] = stored(("CallAgent", "RandomAgent", "TightPassive"), hands=30)
    page = html(reader, reverse("arena_match", args=[match.pk]))
    assert "30 of 30 hands" in page
    assert "the same cards for every seat" in page
    assert page.count('<th scope="row">30</th>') == 1
    assert '<th scope="row">10</th>' not in page


def test_a_broken_match_says_why(reader: Client) -> None:
    match = half_played(broken=True)
    path = reverse("arena_match", args=[match.pk])
    assert "P0 is disconnected." in html(reader, path)
    chinese = reader.get(path, headers={"accept-language": "zh-CN"}).content.decode()
    assert "P0 断开了连接。" in chinese
    assert "disconnected" not in chinese


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", 18888, "They connect to 127.0.0.1:18888."),
        ("0.0.0.0", 18888, "They connect to testserver:18888."),
        ("127.0.0.1", 0, ""),
    ],
)
def test_the_page_says_where_programs_connect(
    reader: Client, monkeypatch: pytest.MonkeyPatch, host: str, port: int, says: str
) -> None:
    monkeypatch.setattr(addresses, "ENV", replace(ENV, duel_host=host, duel_port=port))
    page = html(reader, reverse("arena"))
    assert says in page
    assert ("They connect to" in page) == bool(says)


@pytest.mark.differs_on_services("grouped sums and subqueries")
def test_a_bot_of_a_player_has_its_own_name_and_page(reader: Client, alice: User) -> None:
    bot, _key = bots.open_bot(alice, "Deep Thought")
    match = half_played(broken=True, user=bot.user)
    page = html(reader, reverse("arena_match", args=[match.pk]))
    assert "Deep Thought" in page
    assert "In the arena" in html(reader, reverse("bot", args=[bot.pk]))
    assert reverse("bot", args=[bot.pk]) in page


@pytest.mark.parametrize("number", [0, 999_999, 10**30])
@pytest.mark.differs_on_services("PostgreSQL refuses numbers that are too large")
def test_an_unknown_match_is_not_found(reader: Client, number: int) -> None:
    assert reader.get(f"/arena/{number}/").status_code == 404
    assert reader.get(f"/arena/{number}.phh").status_code == 404


def test_names_of_programs_are_escaped(reader: Client) -> None:
    match = half_played(broken=True)
    match.players.filter(place=0).update(name="<script>alert(1)</script>")
    for path in (reverse("arena"), reverse("arena_match", args=[match.pk])):
        assert "<script>alert" not in html(reader, path)


def test_the_number_of_queries_does_not_grow_with_matches(reader: Client) -> None:
    counts = []
    html(reader, reverse("arena"))
    for matches in (1, 20):
        [match, *_] = stored(*[("CallAgent", "RandomAgent")] * matches, hands=2)
        with CaptureQueriesContext(connection) as asked:
            html(reader, reverse("arena"))
            html(reader, reverse("arena_match", args=[match.pk]))
        counts.append(len(asked))
    assert counts[0] == counts[1]


async def _downloaded(user: User, match: ArenaMatch) -> str:
    client = AsyncClient()
    await client.aforce_login(user)
    response: Any = await client.get(reverse("arena_file", args=[match.pk]))
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="match-{match.pk}.phhs"'
    return "".join([piece.decode() async for piece in response.streaming_content])


async def test_every_hand_of_the_file_can_be_played_again(alice: User) -> None:
    match = await _stored_aside()
    text = await _downloaded(alice, match)
    hands = [hand async for hand in ArenaHand.objects.filter(match=match).order_by("number")]
    files = _hands_in(text)
    assert len(files) == len(hands) == 230
    for file, hand in zip(files, hands, strict=True):
        assert sorted(from_phh(file).net) == sorted(hand.nets)


def _hands_in(text: str) -> list[str]:
    """Split a file into hands; each begins with a line that is nothing but its number in brackets."""
    hands: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("[") and line.rstrip("]").lstrip("[").isdigit():
            hands.append([])
        else:
            hands[-1].append(line)
    return ["\n".join(lines) for lines in hands]


async def _stored_aside() -> ArenaMatch:
    [match] = await sync_to_async(stored)(("CallAgent", "TightPassive", "RandomAgent"), hands=230)
    return match


async def test_the_file_hides_cards_that_were_not_shown(alice: User) -> None:
    text = await _downloaded(alice, await _stored_aside())
    assert "????" in text
