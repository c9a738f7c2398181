"""Show the proof of a finished hand: what it proves, to whom, and that it says no more."""

import json
import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import deletion
from tables.core import hand_cache
from tables.engine.cards import card_text
from tables.engine.deck import FIRST_STAND_IN_LEAF, SealedDeck, commitment
from tables.engine.legal import Legal
from tables.engine.proof import check_record
from tables.engine.rulebooks import RULEBOOKS
from tables.models import Hand, Move, Table
from tables.play import dealing
from tests.poker_site.test_chinese_pages import foreign_words
from tests.samples import count
from tests.tables import games
from tests.tables.helpers import (
    Clock,
    check_down,
    fold_out,
    fresh,
    hand_of,
    open_table,
    play_of,
    seat_people,
    void_hand,
)

pytestmark = pytest.mark.django_db

DOORS = ["hand_proof", "hand_proof_file"]
NUMBERS = {"Alice": "a1" * 16, "Bob": "b2" * 16}
CHINESE = {"accept-language": "zh-hans"}
HANDS = count(6, quick=3)


def ask(door: str, hand_id: int, user: User | None = None, **headers: str) -> Any:
    client = Client(headers={"accept-language": "en", **headers})
    if user:
        client.force_login(user)
    return client.get(reverse(door, args=[hand_id]))


def record_for(user: User, hand: Hand) -> dict[str, Any]:
    answer = ask("hand_proof_file", hand.pk, user)
    assert answer.status_code == 200
    record: dict[str, Any] = answer.json()
    return record


def page_for(user: User, hand: Hand, **headers: str) -> str:
    answer = ask("hand_proof", hand.pk, user, **headers)
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def places(record: dict[str, Any]) -> dict[str, list[str]]:
    """Return the cards by where they lay."""
    found: dict[str, list[str]] = {}
    for card in record["cards"]:
        found.setdefault(str(card["where"].get("seat", "board")), []).append(card["proof"]["text"])
    return found


@pytest.fixture
def cut(seated: Table, alice: User, bob: User, clock: Clock) -> Table:
    """Let both promise a number, and only Alice open hers in time."""
    for user in (alice, bob):
        dealing.commit(seated.pk, user, commitment(NUMBERS[str(user)]))
    clock.run_due(seated)
    dealing.reveal(seated.pk, alice, hand_number=1, number=NUMBERS["Alice"])
    clock.run_due(seated)
    return seated


def test_record_holds_under_the_published_seal(cut: Table, alice: User) -> None:
    check_down(cut)
    hand = hand_of(cut)
    record = record_for(alice, hand)
    assert check_record(record) == ()
    assert record["root"] == hand.root
    assert record["cut"] == hand.cut


def test_page_says_who_opened_a_number_and_who_got_a_stand_in(cut: Table, alice: User) -> None:
    fold_out(cut)
    seats = {seat["seat"]: seat for seat in record_for(alice, hand_of(cut))["seats"]}
    assert seats[1]["number"] == NUMBERS["Alice"]
    assert seats[2]["number"] is None
    assert seats[2]["stand_in"]["leaf"] >= FIRST_STAND_IN_LEAF
    page = page_for(alice, hand_of(cut))
    assert NUMBERS["Alice"] in page
    assert NUMBERS["Bob"] not in page
    assert "Not opened in time" in page
    assert seats[2]["stand_in"]["text"] in page


def test_seat_without_a_browser_has_no_number(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    assert "Sealed no number" in page_for(alice, hand_of(dealt))


def test_folded_cards_are_proved_only_to_their_owner(dealt: Table, alice: User, bob: User, carol: User) -> None:
    play = play_of(dealt)
    own = {str(seat): [card_text(card) for card in play.hole(seat)] for seat in play.seats}
    fold_out(dealt)
    assert places(record_for(alice, hand_of(dealt))) == {"1": own["1"]}
    assert places(record_for(bob, hand_of(dealt))) == {"2": own["2"]}
    assert places(record_for(carol, hand_of(dealt))) == {}
    assert "nobody showed cards" in page_for(carol, hand_of(dealt))


def test_shown_cards_and_board_are_proved_to_everybody(dealt: Table, carol: User) -> None:
    check_down(dealt)
    play = play_of(dealt)
    shown = {str(seat): [card_text(card) for card in play.hole(seat)] for seat in play.shown}
    assert places(record_for(carol, hand_of(dealt))) == {**shown, "board": [card_text(card) for card in play.board]}


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_unknown_cards_of_random_hands_are_never_revealed(
    rulebook: str, clock: Clock, alice: User, bob: User, carol: User, ted: User
) -> None:
    table = _table(rulebook, [alice, bob, carol])
    chance = random.Random(rulebook)
    while fresh(table).due_at is not None and Hand.objects.count() <= HANDS:
        games.step(table, clock, chance, modestly)
    hands = Hand.objects.filter(state=Hand.State.OVER)
    assert len(hands) == HANDS
    for hand in hands:
        for user in (alice, bob, carol, ted):
            _tells_only_what_is_known(hand, user)


def modestly(legal: Legal, chance: random.Random) -> tuple[str, int | None]:
    """Act so that several hands are played, some to the end."""
    if chance.random() < 0.1:
        return "fold", None
    return ("check" if legal.check else "call" if legal.call else "all-in"), None


def _table(rulebook: str, users: list[User]) -> Table:
    if rulebook == "contest":
        return games.begun(games.knockout(users[0]), users)
    if rulebook == "duel":
        return games.begun(games.series(users[0], hands_most=50), users)
    table = open_table(users[0], rulebook=rulebook, buy_in_least=400, buy_in_most=2_000)
    seat_people(table, users, chips=1_000)
    return table


def _tells_only_what_is_known(hand: Hand, user: User) -> None:
    play = hand_cache.hand_state_of(hand, moves_made=hand.moves.count())
    seats = {*play.shown, *hand.players.filter(user=user).values_list("seat", flat=True)}
    known = {card_text(card) for card in play.board} | {card_text(card) for seat in seats for card in play.hole(seat)}
    deck = SealedDeck.from_json(hand.sealed)
    salts = {card_text(card): deck.salts[leaf] for leaf, card in enumerate(deck.order)}
    record = record_for(user, hand)
    assert check_record(record) == ()
    assert {card["proof"]["text"] for card in record["cards"]} == known
    for text in (json.dumps(record), page_for(user, hand)):
        told = {card for card, salt in salts.items() if salt in text}
        assert told == known
        drawn = re.findall(r'data-s="([cdhs])"[^>]*><b[^>]*>(10|[2-9JQKA])<', text)
        assert {rank.replace("10", "T") + suit for suit, rank in drawn} <= known
        assert not {stand_in for stand_in in deck.stand_ins if stand_in in text} - _due(record)


def _due(record: dict[str, Any]) -> set[str]:
    return {seat["stand_in"]["text"] for seat in record["seats"] if seat["stand_in"]}


def test_page_carries_the_record_of_the_file(cut: Table, alice: User) -> None:
    check_down(cut)
    page = page_for(alice, hand_of(cut))
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert text
    assert text[1].replace("&quot;", '"') == ask("hand_proof_file", hand_of(cut).pk, alice).content.decode()


def test_file_is_a_download(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    answer = ask("hand_proof_file", hand_of(dealt).pk, alice)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="hand-{hand_of(dealt).pk}-proof.json"'
    assert "no-store" in answer["Cache-Control"]


def test_page_without_script_says_how_to_check(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    page = page_for(alice, hand_of(dealt))
    assert re.search(r'id="proof-result"[^>]*><p>[^<]*cannot check the record by itself', page)
    assert reverse("hand_proof_file", args=[hand_of(dealt).pk]) in page
    assert reverse("proof_program") in page


def test_page_is_in_chinese(cut: Table, alice: User) -> None:
    check_down(cut)
    page = page_for(alice, hand_of(cut), **CHINESE)
    assert "发牌公正证明" in page
    assert "未及时公开" in page
    assert foreign_words(page) <= {"table"}


@pytest.mark.parametrize("door", DOORS)
def test_login_is_needed(door: str, dealt: Table) -> None:
    fold_out(dealt)
    answer = ask(door, hand_of(dealt).pk)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("privacy", [{"found_by": "invited"}, {"watchable": False}, {"password": "open sesame"}])
def test_hand_of_a_private_table_is_proved_only_to_those_who_were_there(
    door: str, privacy: dict[str, Any], alice: User, bob: User, carol: User, clock: Clock
) -> None:
    table = open_table(alice, **privacy)
    seat_people(table, [alice, bob])
    clock.run_due(table)
    fold_out(table)
    assert ask(door, hand_of(table).pk, bob).status_code == 200
    assert ask(door, hand_of(table).pk, carol).status_code == 404


@pytest.mark.parametrize("door", DOORS)
def test_running_hand_gets_404(door: str, dealt: Table, alice: User) -> None:
    assert ask(door, hand_of(dealt).pk, alice).status_code == 404


@pytest.mark.parametrize("door", DOORS)
def test_hand_whose_deck_is_being_cut_gets_404(door: str, seated: Table, alice: User, clock: Clock) -> None:
    dealing.commit(seated.pk, alice, commitment(NUMBERS["Alice"]))
    clock.run_due(seated)
    assert hand_of(seated).state == Hand.State.CUTTING
    assert ask(door, hand_of(seated).pk, alice).status_code == 404


@pytest.mark.parametrize("door", DOORS)
def test_void_hand_gets_404(door: str, dealt: Table, alice: User) -> None:
    void_hand(dealt)
    assert ask(door, hand_of(dealt).pk, alice).status_code == 404


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("hand_id", [0, 999_999, 2**63, 10**40])
@pytest.mark.differs_on_services("PostgreSQL refuses numbers that are too large")
def test_unknown_hand_gets_404(door: str, hand_id: int, alice: User) -> None:
    assert ask(door, hand_id, alice).status_code == 404


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_other_methods_are_refused(door: str, method: str, dealt: Table, alice: User, client: Client) -> None:
    fold_out(dealt)
    client.force_login(alice)
    assert getattr(client, method)(reverse(door, args=[hand_of(dealt).pk])).status_code == 405


@pytest.mark.parametrize("door", DOORS)
def test_unreadable_hand_is_reported_as_gone(door: str, dealt: Table, alice: User) -> None:
    fold_out(dealt)
    hand = hand_of(dealt)
    Move.objects.filter(hand=hand).update(verb="juggle")
    hand_cache._memory.hands.clear()
    answer = ask(door, hand.pk, alice)
    assert answer.status_code == 410
    assert "cannot be read any more" in answer.content.decode()


@pytest.mark.parametrize("door", DOORS)
def test_unreadable_deck_is_reported_as_gone(door: str, dealt: Table, alice: User) -> None:
    fold_out(dealt)
    hand = hand_of(dealt)
    Hand.objects.filter(pk=hand.pk).update(sealed={"order": "As"})  # still in this process's cache, so it is replayed
    answer = ask(door, hand.pk, alice)
    assert answer.status_code == 410
    assert "As" not in re.findall(r"\b[2-9TJQKA][cdhs]\b", answer.content.decode())


def test_deleted_account_is_not_named(dealt: Table, alice: User, bob: User) -> None:
    check_down(dealt)
    hand = hand_of(dealt)
    assert "Bob" in page_for(alice, hand)
    deletion.delete_account(bob)
    page = page_for(alice, hand)
    assert "Bob" not in page
