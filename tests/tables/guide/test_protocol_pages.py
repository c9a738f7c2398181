"""Test the pages that tell programmers how programs play here."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from poker_site.environment import ENV
from tables.bots import addresses
from tables.guide.protocols.catalogue import Protocol, in_lines, recordings
from tables.guide.protocols.pages import ALL
from tables.templatetags.guide import coded

pytestmark = pytest.mark.django_db

PROTOCOLS = [pytest.param(protocol(), id=slug) for slug, protocol in ALL.items()]


def page(client: Client, path: str, **more: Any) -> str:
    return html.unescape(client.get(path, **more).content.decode())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_each_message_is_described_with_its_examples(client: Client, protocol: Protocol) -> None:
    shown = page(client, f"/protocols/{protocol.slug}/")
    assert len({message.id for message in protocol.messages}) == len(protocol.messages)
    for message in protocol.messages:
        assert f'id="{message.id}"' in shown
        assert all(example in shown for example in protocol.examples(message))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_recording_is_shown(protocol: Protocol) -> None:
    used = {name for message in protocol.messages for name in message.examples}
    assert set(recordings(protocol.slug)) - used <= {"__action check"}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_programs_are_shown_as_they_are_downloaded(client: Client, protocol: Protocol) -> None:
    shown = page(client, f"/protocols/{protocol.slug}/")
    for program in protocol.programs:
        assert program.source in shown
        assert client.get(f"/docs/{program.name}").content.decode() == program.source
        assert len(program.source.splitlines()) < 70


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_links_within_the_page_have_a_target(client: Client, protocol: Protocol) -> None:
    shown = page(client, f"/protocols/{protocol.slug}/")
    ids = re.findall(r'\bid="([^"]+)"', shown)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'href="#([^"]+)"', shown)) <= set(ids)


def test_limits_are_those_of_the_code(client: Client) -> None:
    assert "5 connections at a time, and 4 tables." in page(client, "/protocols/own/")
    assert "20 messages a second; 60 at once are fine." in page(client, "/protocols/own/")
    assert "within 60 seconds counts as disconnected" in page(client, "/protocols/duel/")


def test_socket_addresses_use_the_host_of_the_request(client: Client) -> None:
    shown = page(client, "/protocols/")
    assert "ws://testserver/ws/bot/v1/" in shown
    assert "wss://testserver/contest/" in page(client, "/protocols/", secure=True)


@pytest.mark.parametrize(
    ("host", "port", "address", "keys"),
    [
        ("127.0.0.1", 18_888, "127.0.0.1:18888", False),
        ("0.0.0.0", 9, "testserver:9", True),
        ("arena.example.org", 9, "arena.example.org:9", True),
        ("127.0.0.1", 0, "", True),
    ],
)
def test_arena_address_is_the_configured_one(
    client: Client, monkeypatch: pytest.MonkeyPatch, host: str, port: int, address: str, keys: bool
) -> None:
    monkeypatch.setattr(addresses, "ENV", replace(ENV, duel_host=host, duel_port=port))
    shown = page(client, "/protocols/duel/")
    assert ("does not offer it" in shown) == (not port)
    if port:
        assert f"<code>{address}</code>" in shown
        assert ("not needed on this machine" in shown) == (not keys)


def test_unknown_protocol_is_not_found(client: Client) -> None:
    assert client.get("/protocols/telnet/").status_code == 404
    assert client.post("/protocols/own/").status_code == 405


def test_code_in_sentences_is_escaped() -> None:
    assert coded("`<b>` & you") == "<code>&lt;b&gt;</code> &amp; you"


def test_json_is_wrapped_to_short_lines() -> None:
    for slug in ALL:
        for recorded in recordings(slug).values():
            text = in_lines(recorded)
            assert json.loads(text) == recorded
            assert max(map(len, text.splitlines())) <= 80
