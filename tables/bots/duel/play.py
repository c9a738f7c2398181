"""Keep one hand as the protocol tells it. Seats are numbered from the small blind on, here and in the engine."""

import json
from collections.abc import Sequence
from typing import Final

from tables.engine.cards import Card, card_text
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.opening import Move, Opening, SeatNumber
from tables.engine.rulebooks import DUEL

STACK: Final = DUEL.stack
BIG_BLIND: Final = DUEL.rules.big_blind
SMALL_BLIND: Final = DUEL.rules.small_blind
_SEATS: Final = tuple(tuple(range(players)) for players in range(DUEL.rules.players_most + 1))
_CARDS: Final = {card: f'"{card_text(Card(card))}"' for card in range(52)}
_SIZED: Final = ("bet", "raise")
ILLEGAL: Final = ("", None)


def opening_of(players: int, deck: Sequence[int]) -> Opening:
    """Return the opening of a hand: heads-up the small blind has the button, else the last seat."""
    button = players - 1 if players > 2 else 0
    stacks = (STACK,) * players
    return Opening.make(DUEL.rules, seats=_SEATS[players], stacks=stacks, button=button, deck=deck)


def replay(players: int, deck: Sequence[int], actions: Sequence[str]) -> HandState:
    """Play a stored hand again."""
    hand = HandState.deal(opening_of(players, deck))
    for action in actions:
        hand = hand.act(*translated(action, hand.legal))
    return hand


def translated(action: object, legal: Legal | None) -> tuple[str, int | None]:
    """Translate an action into the engine's words; `ILLEGAL` if it means nothing here."""
    if legal is None or not isinstance(action, str):
        return ILLEGAL
    if action == "call":
        return ("check" if legal.check else "call"), None
    if action == "check":
        return ("check", None) if legal.check else ILLEGAL
    if action == "fold":
        return "fold", None
    bounds = legal.bet or legal.raise_
    digits = action[1:]
    if not (bounds and action[:1] == "r" and digits.isascii() and digits.isdigit() and len(digits) < 10):
        return ILLEGAL
    amount = int(digits)
    return ("bet" if legal.bet else "raise", amount) if bounds.least <= amount <= bounds.most else ILLEGAL


class DuelHand:
    """Keeps the hand, and what messages need of it, up to date move by move instead of collecting it each time."""

    __slots__ = (
        "_before",
        "_money",
        "_names",
        "_street",
        "actions",
        "board",
        "hand",
        "holes",
        "last",
        "left",
        "legal",
        "over",
        "put_in",
    )

    def __init__(self, names: Sequence[str], deck: Sequence[int]) -> None:
        """`names` come as JSON texts, from the small blind on."""
        players = len(names)
        self.hand = HandState.deal(opening_of(players, deck))
        self.legal, self.over = self.hand.legal, self.hand.over
        self._names = names
        self.actions: list[str] = []
        self.left = [STACK] * players
        self.put_in = [0] * players
        """Chips put in on this street."""
        self._money = [f',"money_left":{STACK},"total_money":{STACK}}}'] * players
        self._before = ""
        """The actions on the streets that are over, as JSON."""
        self._street: list[str] = []
        self.board = "[]"
        self.last = ("", '""')
        """The last action and who did it, as JSON."""
        self.holes = [_cards(self.hand.hole(seat)) for seat in range(players)]
        self._pay(0, SMALL_BLIND)
        self._pay(1, BIG_BLIND)

    def act(self, verb: str, amount: int | None, at: str) -> None:
        """Make a legal move for the player to act."""
        before, legal = self.hand, self.legal
        if legal is None:
            raise ValueError(verb)
        seat: int = legal.seat
        hand = self.hand = before.act(verb, amount)
        self.legal, self.over = hand.legal, hand.over
        if amount is not None and verb in _SIZED:
            word = f"r{amount}"
            self._pay(seat, amount - self.put_in[seat])
        else:
            word = verb
            if verb == "call":
                self._pay(seat, legal.call)
        self.actions.append(word)
        self.last = word, str(seat)
        self._street.append(f'{{"position":{seat},"action":"{word}","timestamp":"{at}"}}')
        if len(hand.board) != len(before.board):
            self.board = _cards(hand.board)
            if not hand.over:
                self._before += f"[{','.join(self._street)}],"
                self._street = []
                self.put_in = [0] * len(self.left)

    def understood(self, action: object) -> tuple[str, int | None]:
        """Translate an action; `bet` is a raise by the pot, as it is after calling, as far as one can go."""
        if action == "bet" and self.legal is not None:
            bounds = self.legal.bet or self.legal.raise_
            if bounds is not None:
                price, pot = max(self.put_in), STACK * len(self.left) - sum(self.left)
                to = 2 * price + pot - self.put_in[self.legal.seat]
                action = f"r{min(max(to, bounds.least), bounds.most)}"
        return translated(action, self.legal)

    def _pay(self, seat: int, chips: int) -> None:
        self.put_in[seat] += chips
        self.left[seat] -= chips
        self._money[seat] = f',"money_left":{self.left[seat]},"total_money":{STACK}}}'

    def history(self) -> str:
        return f'"action_history":[{self._before}[{",".join(self._street)}]]'

    def players(self) -> str:
        """Encode the players and the chips left to them, without what they win."""
        named = [
            f'{{"position":{seat},"name":{name}{money}'
            for seat, (name, money) in enumerate(zip(self._names, self._money, strict=True))
        ]
        return f'"players":[{",".join(named)}]'

    def results(self) -> str:
        net = self.nets()
        ended = [
            f'{{"position":{seat},"name":{name},"win_money":{net[seat]},'
            f'"moneyLeft":{self.left[seat]},"totalMoney":{STACK}}}'
            for seat, name in enumerate(self._names)
        ]
        return f'"players":[{",".join(ended)}]'

    def nets(self) -> tuple[int, ...]:
        """Return wins and losses by seat; heads-up the engine counts from the big blind, left of the button."""
        net = self.hand.net
        return net if len(net) > 2 else (net[1], net[0])

    def shown(self, *, own: int | None = None) -> str:
        """Encode visible cards: after a showdown those of everybody in it, else at most a player's own."""
        shown = self.hand.shown
        if not shown and own is not None:
            shown = frozenset([SeatNumber(own)])
        cards = [hole if seat in shown else "[]" for seat, hole in enumerate(self.holes)]
        return f'"player_card":[{",".join(cards)}]'

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.hand.moves


def _cards(cards: Sequence[int]) -> str:
    return f"[{','.join([_CARDS[card] for card in cards])}]"


def name_text(name: str) -> str:
    return json.dumps(name)
