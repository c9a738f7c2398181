"""Play the hands of a match: who sits where, what is dealt, whose turn it is, and what is kept of it."""

import random
from collections.abc import Sequence
from typing import Protocol

from tables.bots.duel import house
from tables.bots.duel.deals import Below, Deals
from tables.bots.duel.messages import Plan
from tables.bots.duel.people import Player
from tables.bots.duel.play import DuelHand
from tables.bots.duel.records import Played, Store
from tables.engine.cards import cards_text


class MatchContext(Protocol):
    """Describes what a match needs from the hall where it is played."""

    store: Store
    below: Below
    chance: random.Random

    def stamp(self) -> str: ...


class Match:
    def __init__(self, room: int, plan: Plan, players: Sequence[Player], setting: MatchContext) -> None:
        """Deal the first hand at once; `players` are in its order."""
        self.plan = plan
        self.hand = 0
        """Counts the hands of this match, from 0."""
        self.seated: list[Player] = []
        """The players of this hand, from the small blind on."""
        self.play: DuelHand
        self._players = players
        self._setting = setting
        self._deals = Deals(plan.players, duplicate=plan.duplicate, below=setting.below)
        self._record = setting.store.begin(room, plan, players)
        self.deal()

    def deal(self) -> None:
        self.seated = [self._players[place] for place in self._deals.order(self.hand)]
        for seat, player in enumerate(self.seated):
            player.seat = seat
        self.play = DuelHand([player.text for player in self.seated], self._deals.deck(self.hand))

    @property
    def turn(self) -> Player | None:
        legal = self.play.legal
        return None if legal is None else self.seated[legal.seat]

    def act(self, verb: str, amount: int | None) -> None:
        """Make a legal move for the player to act."""
        self.play.act(verb, amount, self._setting.stamp())

    def house_move(self) -> tuple[str, int | None]:
        """Choose the move of the house bot to act."""
        turn = self.turn
        return house.move(self.play.hand, turn.kind if turn else "", self._setting.chance)

    def finish_hand(self) -> None:
        """Count the hand and pass it to the store."""
        nets = self.play.nets()
        for player, net in zip(self.seated, nets, strict=True):
            player.total += net
        number, order = self.hand, [player.place for player in self.seated]
        by_place = [net for _, net in sorted(zip(order, nets, strict=True))]
        deck, deal = cards_text(self._deals.deck(number)), self._deals.deal_of(number)
        self._setting.store.hand(self._record, Played(number, deal, order, deck, self.play.actions, by_place))
        self.hand += 1

    @property
    def complete(self) -> bool:
        return self.hand >= self.plan.hands

    @property
    def totals(self) -> list[int]:
        """Return what each player has won or lost so far, by seat."""
        return [player.total for player in self.seated]

    def end(self, why: str) -> None:
        self._setting.store.end(self._record, why)
