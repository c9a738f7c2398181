"""Write a finished hand as a PHH file, as text and as a line of JSON: what it says, and to whom."""

import json
import re
import warnings
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from accounts.services.deletion import delete_account
from tables.core import hand_cache
from tables.engine.cards import card_text
from tables.engine.phh_reading import read_phh
from tables.history.export.encoding import line_of, phh_of, record_of, text_of
from tables.history.hands.found_hand import SeenHand, read_hand
from tables.models import Hand, Table
from tests.tables.engine.test_phh_in_pokerkit import History
from tests.tables.helpers import act, check_down, fold_out, hand_of, play_of, void_hand

pytestmark = pytest.mark.django_db

every_door = pytest.mark.parametrize("door", ["hand_phh", "hand_text"])
LONG_AGO = "This hand cannot be read any more."


def ask(door: str, hand: Hand | int, user: User | None, **query: str) -> Any:
    client = Client()
    if user:
        client.force_login(user)
    return client.get(reverse(door, args=[hand if isinstance(hand, int) else hand.pk]), query)


def seen_by(table: Table, user: User) -> SeenHand:
    return read_hand(hand_of(table), user)


def text(table: Table, user: User, language: str = "en") -> str:
    return text_of(seen_by(table, user), language)


def test_text_tells_the_whole_hand(dealt: Table, alice: User) -> None:
    check_down(dealt)
    assert text(dealt, alice).splitlines() == [
        "Evenhand · No-limit hold'em 50/100 · Hand 1",
        "A table · 2030-01-01 20:00:01 UTC",
        "",
        "Seat 2: Bob, 10,000 chips",
        "Seat 1: Alice, 10,000 chips, button",
        "",
        "Alice posts the small blind of 50",
        "Bob posts the big blind of 100",
        "",
        "Before the flop",
        "Bob is dealt 6♠ A♥",
        "Alice is dealt 5♥ 6♣",
        "Alice calls 50",
        "Bob checks",
        "",
        "Flop: J♥ K♣ 10♦",
        "Bob checks",
        "Alice checks",
        "",
        "Turn: 8♣",
        "Bob checks",
        "Alice checks",
        "",
        "River: 7♥",
        "Bob checks",
        "Alice checks",
        "Bob shows 6♠ A♥",
        "Alice mucks",
        "Bob wins 200 with high card ace",
        "",
        "Result",
        "Pot: 200",
        "Board: J♥ K♣ 10♦ 8♣ 7♥",
        "Bob: +100, has 10,100",
        "Alice: −100, has 9,900",
    ]


def test_text_is_all_in_chinese(dealt: Table, alice: User) -> None:
    check_down(dealt)
    told = text(dealt, alice, "zh-hans")
    assert "无限注德州" in told
    assert "公共牌：J♥ K♣ 10♦ 8♣ 7♥" in told
    names = "Evenhand|Alice|Bob|A table|UTC|[2-9TJQKA]|BB"
    assert re.search(r"[A-Za-z]{2,}", re.sub(names, "", told)) is None


def test_language_is_the_readers_unless_the_address_names_another(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    assert "Result" in ask("hand_text", hand_of(dealt), alice).content.decode()
    assert "结果" in ask("hand_text", hand_of(dealt), alice, language="zh-hans").content.decode()
    assert "Result" in ask("hand_text", hand_of(dealt), alice, language="klingon").content.decode()


@every_door
def test_file_is_plain_text_with_a_name_of_its_own(door: str, dealt: Table, alice: User) -> None:
    fold_out(dealt)
    answer = ask(door, hand_of(dealt), alice)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    ending = {"hand_phh": 'attachment; filename="a-table-1.phh"', "hand_text": 'attachment; filename="a-table-1.txt"'}
    assert answer["Content-Disposition"] == ending[door]


def test_phh_file_says_who_played_when_and_where(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    told = ask("hand_phh", hand_of(dealt), alice).content.decode()
    assert 'venue = "Evenhand"' in told
    assert 'table = "A table"' in told
    assert "hand = 1\ntime = 20:00:01" in told
    assert read_phh(told).names == {1: "Alice", 2: "Bob"}
    assert read_phh(told).hand.stacks == play_of(dealt).stacks


def test_hidden_cards_are_in_no_file(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    for user, seat, others in ((alice, 1, 2), (bob, 2, 1)):
        seen = seen_by(dealt, user)
        hidden = [card_text(card) for card in seen.play.hole(others)]
        own = [card_text(card) for card in seen.play.hole(seat)]
        for told in (phh_of(seen), line_of(seen)):
            assert not any(card in told for card in hidden)
            assert all(card in told for card in own)
        assert text_of(seen, "en").count("is dealt") == 1


def test_json_line_holds_the_whole_hand(dealt: Table, alice: User) -> None:
    act(dealt, alice, "raise", 300)
    fold_out(dealt)
    line = line_of(seen_by(dealt, alice))
    assert "\n" not in line
    record = json.loads(line)
    assert (record["table"], record["number"], record["pot"], record["button"]) == ("A table", 1, 200, 1)
    assert [(seat["name"], seat["you"], seat["net"]) for seat in record["seats"]] == [
        ("Bob", False, -100),
        ("Alice", True, 100),
    ]
    assert record["seats"][0]["cards"] is None
    assert record["events"][3] == {
        "event": "acted",
        "seat": 1,
        "verb": "raise",
        "amount": 250,
        "to": 300,
        "all_in": False,
    }


def test_every_field_of_a_json_line_is_described(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    client = Client()
    client.force_login(alice)
    page = client.get(reverse("hands_export")).content.decode()
    record = record_of(seen_by(dealt, alice))
    described = set(re.findall(r"<code>(\w+)</code>", page))
    assert {*record, *record["seats"][0]} <= described
    assert {event["event"] for event in record["events"]} <= described


@every_door
def test_hand_that_a_user_may_not_see_gets_404(door: str, dealt: Table, carol: User) -> None:
    fold_out(dealt)
    Table.objects.update(found_by=Table.FoundBy.LINK)
    assert ask(door, hand_of(dealt), carol).status_code == 404
    assert ask(door, 2**70, carol).status_code == 404
    assert ask(door, 987654, carol).status_code == 404


@every_door
def test_running_or_void_hand_gets_404(door: str, dealt: Table, alice: User) -> None:
    assert ask(door, hand_of(dealt), alice).status_code == 404
    hand = hand_of(dealt)
    void_hand(dealt)
    assert ask(door, hand, alice).status_code == 404


@every_door
def test_login_is_needed(door: str, dealt: Table) -> None:
    fold_out(dealt)
    assert ask(door, hand_of(dealt), None).status_code == 302


@every_door
def test_posts_are_refused(door: str, dealt: Table, alice: User) -> None:
    client = Client()
    client.force_login(alice)
    assert client.post(reverse(door, args=[1])).status_code == 405


@every_door
def test_hand_that_cannot_be_replayed_is_answered_with_a_sentence(door: str, dealt: Table, alice: User) -> None:
    fold_out(dealt)
    hand = hand_of(dealt)
    Hand.objects.filter(pk=hand.pk).update(rules={"version": 99})
    hand_cache._memory.hands.clear()
    answer = ask(door, hand, alice)
    assert answer.status_code == 409
    assert LONG_AGO in answer.content.decode()


def test_name_of_a_deleted_account_is_in_no_file(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    delete_account(bob)
    seen = seen_by(dealt, alice)
    with translation.override("en"):
        for told in (phh_of(seen), line_of(seen), text_of(seen, "en")):
            assert "Bob" not in told
            assert "Deleted player" in told


def test_pokerkit_reads_the_file_to_the_same_stacks(three: Table, alice: User) -> None:
    act(three, alice, "raise", 300)
    check_down(three)
    told = ask("hand_phh", hand_of(three), alice).content.decode()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of unknown cards
        *_, last = History.loads(told)
    assert list(last.stacks) == list(play_of(three).stacks)
