"""Test that no page of the administration shows a card of a hand that is not over, or of the deck what nobody saw."""

from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tables.engine.deck import SealedDeck
from tables.models import ChatMessage, Hand, Report, Table
from tables.play import dealing
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, play_of, to_act
from tests.tables.moderation import CHANGELISTS, addresses, client_of, do
from tests.tables.page.test_secrecy import Truth, texts, truth_of

pytestmark = pytest.mark.django_db


def secrets_of(hand: Hand) -> list[str]:
    """Return the whole secret part of the deck, piece by piece."""
    deck = SealedDeck.from_json(hand.sealed)
    return [*deck.salts, *deck.stand_ins]


def leaks(client: Client, rows: list[Any], truth: Truth, *, also: tuple[str, ...] = ()) -> list[str]:
    found: list[str] = []
    for address in [*addresses(rows), *also]:
        page = client.get(address, follow=True)
        found += [f"{address}: {leak}" for leak in truth.leaks(page.content.decode(), None)]
    return found


def searches(truth: Truth) -> tuple[str, ...]:
    """Return addresses that search for a secret; they must answer as for nonsense."""
    wanted = [next(iter(truth.salts), "x"), *next(iter(truth.own.values()), set())]
    places = [f"/admin/{model.replace('_', '/')}/" for model in CHANGELISTS]
    return tuple(f"{place}?sealed__contains={word}" for place in places for word in wanted[:2])


def test_nothing_leaks_while_a_hand_runs(everything: list[Any], dealt: Table, moderator: User, admin: User) -> None:
    for user in (moderator, admin):
        client = client_of(user)
        truth = truth_of(dealt)
        assert leaks(client, everything, truth, also=searches(truth)) == []
    act(dealt, to_act(dealt), "call")
    act(dealt, to_act(dealt), "check")
    truth = truth_of(dealt)
    assert truth.known  # the flop, which the table may see but the administration does not show
    for user in (moderator, admin):
        assert leaks(client_of(user), everything, truth) == []


def test_nothing_leaks_while_a_deck_is_cut(
    report: Report, seated: Table, alice: User, moderator: User, clock: Clock
) -> None:
    fold_out(seated)
    dealing.commit(seated.pk, alice, "a" * 64)
    clock.run_due(seated)
    assert hand_of(seated).state == Hand.State.CUTTING
    rows: list[Any] = [seated, hand_of(seated), report]
    truth = truth_of(seated)
    assert leaks(client_of(moderator), rows, truth) == []


def test_a_hand_that_is_over_shows_only_what_was_shown(everything: list[Any], dealt: Table, moderator: User) -> None:
    fold_out(dealt)
    pages = "".join(client_of(moderator).get(address).content.decode() for address in addresses(everything))
    assert truth_of(dealt).leaks(pages, None) == []
    assert not any(secret in pages for secret in secrets_of(hand_of(dealt)))


def test_a_showdown_is_in_the_record(everything: list[Any], dealt: Table, moderator: User) -> None:
    check_down(dealt)
    play = play_of(dealt)
    page = client_of(moderator).get(addresses([hand_of(dealt)])[-2]).content.decode()
    shown = texts(play.board)
    assert all(card[0].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card[1]] in page for card in shown)
    known = {card for cards in [play.board, *(play.hole(seat) for seat in play.shown)] for card in texts(cards)}
    leaked = {*truth_of(dealt).leaks(page, None)} - known
    assert not any(secret in page for secret in secrets_of(hand_of(dealt)))
    assert not [leak for leak in leaked if len(leak) == 2]


def test_nothing_leaks_of_a_void_hand(everything: list[Any], dealt: Table, moderator: User) -> None:
    truth = truth_of(dealt)
    do(client_of(moderator), hand_of(dealt), "void", words="Stuck.")
    assert leaks(client_of(moderator), everything, truth) == []


def test_nothing_leaks_in_a_refusal(dealt: Table, moderator: User) -> None:
    client = client_of(moderator)
    truth = truth_of(dealt)
    for words in ("", "x" * 999):
        assert truth.leaks(do(client, hand_of(dealt), "void", words=words), None) == []


def test_the_deck_is_not_read_while_a_hand_runs(
    everything: list[Any], dealt: Table, moderator: User, bob: User
) -> None:
    ChatMessage.objects.create(table=dealt, user=bob, room="players", text="?", hand=hand_of(dealt))
    client = client_of(moderator)
    for address in addresses(everything):
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        assert not [query["sql"] for query in queries if '"sealed"' in query["sql"]], address


def test_no_page_has_a_field_for_the_deck() -> None:
    for model, page in admin.site._registry.items():
        named = [page.list_display, page.list_filter, page.search_fields, page.fields or [], page.readonly_fields]
        assert "sealed" not in str(named), model
