"""Check that nobody learns a card too early, by searching all that leaves the server during random hands."""

import logging
import random
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import pytest
from asgiref.sync import sync_to_async
from celery import current_app
from channels.layers import get_channel_layer
from django.test import Client
from django.urls import reverse

from accounts.models import User
from poker_site.runtime.topics import TopicVersion
from tables.core import hand_cache, words
from tables.engine.cards import Card, card_text
from tables.engine.deck import DEAL_LEAF, SealedDeck
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.models import Hand, HandPlayer, Move, Seat, Table
from tables.play import due, presence
from tests.tables.helpers import Clock, fresh, hand_of, open_table, play_of, seat_people
from tests.tables.page.test_socket import Screen, at, of, service

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.channels]

RANKS: Final = {name: letter for letter, name in words.RANK_NAMES.items()}
SUITS: Final = {name: letter for letter, name in words.SUIT_NAMES.items()}
SIGNS: Final = dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True))
IN_WORDS: Final = re.compile(rf"({'|'.join(map(str, RANKS))})s? of ({'|'.join(map(str, SUITS))})", re.IGNORECASE)
IN_SIGNS: Final = re.compile(r"(10|[2-9TJQKA])\s*([♣♦♥♠♧♢♡♤])")
IN_CODES: Final = re.compile(r"(?<![0-9A-Za-z])((?:(?:10|[2-9TJQKA])[cdhs])+)(?![0-9A-Za-z])")
DRAWN: Final = re.compile(r'data-s="([cdhs])"[^>]*>\s*<b[^>]*>(10|[2-9TJQKA])<')
DRAWINGS: Final = re.compile(r' (?:d="[Mm]|nonce=")[^"]*"')
HANDS: Final = 2


def cards_in(text: str) -> set[str]:
    """Find the cards in a text, however they are written."""
    text = DRAWINGS.sub("", text)
    found = {RANKS[rank.lower()] + SUITS[suit.lower()] for rank, suit in IN_WORDS.findall(text)}
    found |= {rank + SIGNS[sign] for rank, sign in IN_SIGNS.findall(text)}
    found |= {rank + suit for suit, rank in DRAWN.findall(text)}
    codes = (re.findall(r"(10|.)([cdhs])", row) for row in IN_CODES.findall(text))
    found |= {rank + suit for row in codes for rank, suit in row}
    return {card.replace("10", "T") for card in found}


@pytest.mark.parametrize("text", ["ace of spades", "Ace of Spades", "A♠", "A ♠", "As", "KhAs2c", "['As']", "As\\n"])
def test_search_finds_a_card_however_it_is_written(text: str) -> None:
    assert "As" in cards_in(text)
    assert "Td" in cards_in('<b>10</b> 10♦ <i data-s="d"><b class="ten">10</b></i>')
    assert cards_in("As if, 3 hours, Ahs, #card-s, s1-2, 4f6c") <= {"As"}


@dataclass
class Truth:
    """Holds what is secret at this moment, and who may know which part of it."""

    known: set[str] = field(default_factory=set)
    """Holds the cards that everybody may know: the board and what was shown."""
    own: dict[int, set[str]] = field(default_factory=dict)
    """Maps users to their hole cards."""
    named: set[str] = field(default_factory=set)
    """Holds the names of hands that were shown."""
    own_name: dict[int, str] = field(default_factory=dict)
    """Maps users to the names of their hands, shown or not."""
    salts: dict[str, str] = field(default_factory=dict)
    """Maps each salt to its card."""
    secrets: set[str] = field(default_factory=set)
    """Holds stand-in numbers, their salts, and players' numbers and hashes that are not public yet."""

    def leaks(self, text: str, reader: User | None) -> list[str]:
        """List what a text reveals that its reader must not know; messages and log lines have no reader."""
        cards = self.known | self.own.get(reader.pk, set()) if reader else set()
        names = {*self.named, self.own_name.get(reader.pk, "")} if reader else set()
        return [
            *sorted(cards_in(text) - cards),
            *(name for name in {*self.own_name.values()} - names if name in text),
            *(salt for salt, card in self.salts.items() if card not in cards and salt in text),
            *(secret for secret in self.secrets if secret in text),
        ]


def truth_of(table: Table) -> Truth:
    table = fresh(table)
    truth = Truth(secrets=set(Seat.objects.exclude(commitment="").values_list("commitment", flat=True)))
    hand = table.hand
    if hand is None:
        return truth
    deck = SealedDeck.from_json(hand.sealed)
    truth.salts = dict(zip(deck.salts, texts(deck.order), strict=False))
    if hand.state in (Hand.State.CUTTING, Hand.State.RUNNING):
        truth.secrets |= {*deck.stand_ins, *deck.salts[DEAL_LEAF:]}
    if hand.cut is None:
        truth.secrets |= set(HandPlayer.objects.filter(hand=hand).exclude(number="").values_list("number", flat=True))
    else:
        _add_cards(truth, hand, hand_cache.hand_state_of(hand, moves_made=table.moves_made))
    return truth


def _add_cards(truth: Truth, hand: Hand, play: HandState) -> None:
    truth.known |= {*texts(play.board)}
    for player in hand.players.all():
        place = SeatNumber(player.seat)
        best = play.best(place)
        truth.own[player.user_id] = {*texts(play.hole(place))}
        if best:
            truth.own_name[player.user_id] = words.hand_name(best)
        if place in play.shown:
            truth.known |= truth.own[player.user_id]
            truth.named |= {truth.own_name[player.user_id]} if best else set()


def texts(cards: Iterable[Card]) -> list[str]:
    return [card_text(card) for card in cards]


class Stage:
    """Plays hands with three players and a watcher, and collects everything that leaves the server."""

    def __init__(self, table: Table, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
        self.table = table
        self.clock = clock
        self.caplog = caplog
        self.viewers: list[tuple[User, Client, Screen]] = []
        self.travelled: list[str] = []
        self.odd: list[Any] = []
        self.streets: set[str] = set()
        self.chance = random.Random(3)  # this seed gives a hand with a showdown and one that ends by folds

    @property
    def screens(self) -> dict[int, Screen]:
        return {user.pk: screen for user, _, screen in self.viewers}

    def overhear(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Record what goes to the broker, the channel layer and the log."""
        layer = get_channel_layer()
        real = layer.group_send

        async def group_send(group: str, message: dict[str, Any]) -> None:
            self.travelled.append(f"{group} {message}")
            self.odd += [message] if set(message) != set(TopicVersion.__annotations__) else []
            await real(group, message)

        monkeypatch.setattr(layer, "group_send", group_send)
        monkeypatch.setattr(current_app, "send_task", lambda *task, **more: self.travelled.append(f"{task} {more}"))
        self.caplog.set_level(logging.DEBUG, logger="evenhand")

    async def check(self) -> None:
        """Search everything that was sent since the last check."""
        truth = await sync_to_async(truth_of)(self.table)
        for user, _, screen in self.viewers:
            await screen.catch_up()
            frames = "".join(screen.frames)
            screen.frames.clear()
            assert truth.leaks(frames, user) == [], f"{user} was told in {frames}"
            own = truth.own.get(user.pk, set())
            assert own | truth.known <= cards_in("".join(screen.parts.values())), "the search is blind"
        assert truth.leaks("\n".join([*self.travelled, self.caplog.text]), None) == []
        assert (self.odd, bool(self.travelled)) == ([], True)

    async def look(self) -> None:
        """Load the page for one viewer and post a refused action for another, and search both answers."""
        truth = await sync_to_async(truth_of)(self.table)
        user, client, _ = self.chance.choice(self.viewers)
        page = await sync_to_async(client.get)(reverse("table", args=[self.table.code]))
        assert truth.leaks(page.content.decode(), user) == []
        user, client, _ = self.chance.choice(self.viewers)
        door, stale = reverse("table_do", args=[self.table.code]), {"verb": "fold", "moment": "0.0"}
        answer = await sync_to_async(client.post)(door, stale, headers={"HX-Request": "true"})
        assert "moved on" in answer.content.decode()
        assert truth.leaks(answer.content.decode(), user) == []

    async def tell(self, user: User, **values: Any) -> None:
        """Send what gets no answer, then an unknown verb, whose refusal says that both were handled."""
        await self.screens[user.pk].ask(**values)
        await self.screens[user.pk].ask(verb="cheat")
        assert await self.screens[user.pk].notice() == "There is no such action."

    async def begin(self) -> None:
        """Deal a hand whose deck two players help to cut, of whom only one reveals a number."""
        (alice, *_), (bob, *_) = self.viewers[:2]
        for user in (alice, bob):
            await self.tell(user, verb="commit", commitment=sha256(number_of(user).encode()).hexdigest())
        await self.draw_again()
        await service(self.clock.run_due, self.table)
        hand = await sync_to_async(hand_of)(self.table)
        assert hand.state == Hand.State.CUTTING
        await self.tell(alice, verb="reveal", hand=hand.number, number=number_of(alice))
        await self.draw_again()
        await service(self.clock.run_due, self.table)

    async def draw_again(self) -> None:
        """Have a viewer arrive, which draws the table for everybody, and search what is sent."""
        await service(presence.arrive, self.table.pk, self.viewers[0][0].pk, "another")
        await self.check()
        await self.look()

    async def play(self) -> None:
        """Play the hand to its end, searching after each move."""
        while not (play := await sync_to_async(play_of)(self.table)).over:
            self.streets.add(play.street)
            await self.check()
            await self.look()
            seat = await sync_to_async(self.table.seated.get)(number=play.turn)
            await self.screens[seat.user_id].act(**choice(play, self.chance))
        await self.check()
        await self.look()


def number_of(user: User) -> str:
    return f"{user.pk:032x}"


def choice(play: HandState, chance: random.Random) -> dict[str, Any]:
    """Choose a move, mostly a cheap one, so that many hands reach the river."""
    legal = play.legal
    assert legal is not None
    sizes = {"bet": legal.bet, "raise": legal.raise_}
    verbs = ["fold", *["check"] * 5 * legal.check, *["call"] * 5 * bool(legal.call), *filter(sizes.get, sizes)]
    verb = chance.choice(verbs)
    bounds = sizes.get(verb)
    amount = {"amount": min(bounds.most, bounds.least + chance.randrange(300))} if bounds else {}
    return {"verb": verb, **amount}


@pytest.fixture
def table(alice: User) -> Table:
    """Open a table where everybody who reaches the showdown shows."""
    return open_table(alice, options={"reveal": "live"})


@pytest.fixture
def stage(
    table: Table,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    alice: User,
    bob: User,
    carol: User,
) -> Stage:
    seat_people(table, [alice, bob, carol])
    stage = Stage(table, clock, caplog)
    stage.overhear(monkeypatch)
    return stage


@asynccontextmanager
async def staged(stage: Stage, *users: User) -> AsyncIterator[None]:
    async with AsyncExitStack() as sockets:
        for user in users:
            client = await sync_to_async(of)(user)
            screen = await sockets.enter_async_context(at(stage.table, user, client=client))
            stage.viewers.append((user, client, screen))
        yield


async def test_nobody_learns_a_card_too_early(stage: Stage, alice: User, bob: User, carol: User, ted: User) -> None:
    shown = concealed = 0
    async with staged(stage, alice, bob, carol, ted):
        for _ in range(HANDS):
            await stage.begin()
            await stage.play()
            play = await sync_to_async(play_of)(stage.table)
            shown += len(play.shown)
            concealed += 3 - len(play.shown)
            loser = next((place for place in play.seats if place not in play.shown), None)
            if loser:
                seat = await sync_to_async(stage.table.seated.get)(number=loser)
                await stage.screens[seat.user_id].act("show")
                await stage.check()
    assert stage.streets == {"preflop", "flop", "turn", "river"}
    assert shown > 1 < concealed


def test_a_hand_that_cannot_be_replayed_is_logged_without_its_cards(
    three: Table, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    truth = truth_of(three)
    Move.objects.create(hand=hand_of(three), sequence=0, seat=2, verb="raise", amount=-1, at=clock())
    Table.objects.filter(pk=three.pk).update(moves_made=1)
    clock.reach(three)
    hand_cache._memory.hands.clear()
    due.run_guarded(three.pk)
    assert "Traceback" in caplog.text
    assert truth.leaks(caplog.text, None) == []
