"""Replay a hand event by event, so that a receiver who missed some is sent all of them in order."""

from collections.abc import Collection

from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, Event, Posted, Returned, Won
from tables.engine.opening import Opening, SeatNumber


class HandReplay:
    """Holds the hand as it is after each event; `take` changes it. Lists run by player, in the opening's order."""

    def __init__(self, opening: Opening, *, reloaded: Collection[int] = ()) -> None:
        self.reloaded = reloaded
        """The seats that are given new chips at the end."""
        self.rules = opening.rules
        self.seats = opening.seats
        self.stacks = list(opening.stacks)
        self.bets = [0] * len(self.seats)
        self.paid = [0] * len(self.seats)
        """Chips put in on earlier streets."""
        self.won = [0] * len(self.seats)
        self.folded = [False] * len(self.seats)
        self.all_in = [False] * len(self.seats)
        self.street = "preflop"
        self.board: tuple[Card, ...] = ()
        self.raises = self.bets_made = 0
        self.price = self.rules.big_blind
        self.over = False

    @property
    def live(self) -> int:
        return self.folded.count(False)

    @property
    def middle(self) -> int:
        """Count all chips put in so far and not returned."""
        return sum(self.bets) + sum(self.paid)

    def at(self, seat: int) -> int | None:
        return self.seats.index(SeatNumber(seat)) if seat in self.seats else None

    def take(self, event: Event) -> None:
        match event:
            case Posted():
                self._put_in(self.seats.index(event.seat), event.amount)
            case Acted():
                self._acted(event)
            case DealtBoard():
                self._next_street(event)
            case Returned():
                position = self.seats.index(event.seat)
                self._put_in(position, -event.amount)
                self.all_in[position] = False
            case Won():
                position = self.seats.index(event.seat)
                self.stacks[position] += event.amount
                self.won[position] += event.amount
            case _:
                pass

    def end(self, *, reload: int) -> None:
        """End the hand: the last bets join those of earlier streets, and reloaded seats get new chips."""
        self.over = True
        self._gather()
        for seat in self.reloaded:
            self.stacks[self.seats.index(SeatNumber(seat))] += reload

    def _gather(self) -> None:
        self.paid = [paid + bet for paid, bet in zip(self.paid, self.bets, strict=True)]
        self.bets = [0] * len(self.bets)

    def _put_in(self, position: int, chips: int) -> None:
        self.stacks[position] -= chips
        self.bets[position] += chips
        self.all_in[position] = not self.stacks[position]

    def _acted(self, event: Acted) -> None:
        position = self.seats.index(event.seat)
        self._put_in(position, event.amount)
        self.folded[position] = event.verb == "fold"
        self.price = max(self.price, self.bets[position])
        self.raises += event.verb == "raise"
        self.bets_made += event.verb in ("bet", "overbet")

    def _next_street(self, event: DealtBoard) -> None:
        self.street = event.street
        self.board += event.cards
        self._gather()
        self.raises = self.bets_made = self.price = 0

    def what_was_done(self, event: Acted) -> str:
        """Name an action in the contest's words, before `take`.

        A call that takes the last chips without reaching the price is `allin`; a check before the flop is `call`.
        """
        if event.verb == "check" and self.street == "preflop":
            return "call"
        short = event.verb == "call" and event.all_in and event.to < self.price
        return "allin" if short else _WORDS.get(event.verb, event.verb)


_WORDS = {"all-in": "allin", "overbet": "bet"}
