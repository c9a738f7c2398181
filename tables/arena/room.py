"""A room: one match, from the first who comes to the last message. It only ever reacts, and never waits."""

import random
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from tables.arena import house, telling
from tables.arena.deals import Below, Deals
from tables.arena.messages import Message, Plan
from tables.arena.people import Line, Player
from tables.arena.play import ILLEGAL, Play, name_text, translated
from tables.arena.records import Record, Store
from tables.arena.wire import framed
from tables.engine.cards import cards_text

PATIENCE: Final = 60.0
"""For an action, and for `ready`; in seconds."""
FILLING: Final = 600.0
MOST_UNASKED: Final = 20
"""Messages that nobody waits for, from one player between two that somebody does."""


class Phase(Enum):
    FILLING = "filling"
    STARTING = "starting"
    """Full, and somebody of the older dialect is asked whether the match may start."""
    PLAYING = "playing"
    BETWEEN = "between"
    """The result is told, and not everybody is ready for the next hand."""
    OVER = "over"


class Hall(Protocol):
    """What a room asks of where it is."""

    store: Store
    below: Below
    chance: random.Random

    def now(self) -> float: ...

    def stamp(self) -> str: ...

    def close(self, room: "Room") -> None: ...


class Room:
    def __init__(self, number: int, plan: Plan, hall: Hall) -> None:
        self.number = number
        self.plan = plan
        self.hall = hall
        self.phase = Phase.FILLING
        self.players = [Player(name, name_text(name)) for name in plan.house]
        self.people: list[Player] = []
        """The players who have a connection."""
        self.watchers: list[Line] = []
        self.starter: Line | None = None
        """Who let house bots play: they go no faster than this one reads."""
        self.deadline = hall.now() + FILLING
        self.hand = 0
        """Its number, counted from 0."""
        self.play: Play | None = None
        self.trouble = ""
        """Why the match breaks off when this hand is over."""
        self.record: Record | None = None
        self.queued = False
        """The hall knows that there is something to do here."""
        self._seated: list[Player] = []
        self._deals = Deals(plan.players, duplicate=plan.duplicate, below=hall.below)

    # --- coming and going ---

    @property
    def full(self) -> bool:
        return len(self.players) >= self.plan.players

    def enter(self, player: Player) -> None:
        self.players.append(player)
        self.people.append(player)
        if self.full:
            self.start()

    def watch(self, line: Line) -> None:
        self.watchers.append(line)
        if self.play and self.phase is Phase.PLAYING:
            line.send(telling.observed_state(self.play))

    def start(self) -> None:
        """Everybody is there. Who sits where first is drawn."""
        below = self.hall.below
        for last in range(len(self.players) - 1, 0, -1):
            drawn = below(last + 1)
            self.players[last], self.players[drawn] = self.players[drawn], self.players[last]
        for place, player in enumerate(self.players):
            player.place = place
            player.ready = not player.older
        self.phase = Phase.STARTING
        for player in self.people:
            if player.older and player.line:
                player.line.send(telling.READY)
        self._wait()
        self._begin_when_ready()

    def leave(self, player: Player) -> None:
        """The connection is gone, or as good as that."""
        if self.phase is Phase.FILLING:
            self.players.remove(player)
            self.people.remove(player)
            if not self.people:
                self.break_off("The room is closed: nobody is left in it.")
        elif self._complete:
            player.ready = True
            player.line = None
            self._go_on_when_ready()
        elif self.phase is not Phase.OVER:
            player.line = None
            self.break_off(f"{player.name} is disconnected.")

    def let_play(self, line: Line) -> None:
        self.starter = line
        self.watch(line)
        self.start()

    @property
    def held(self) -> bool:
        return self.starter is not None and self.starter.slow

    def unwatch(self, line: Line) -> None:
        if line is self.starter:
            self.starter = None
        if line in self.watchers:
            self.watchers.remove(line)
        if not self.people and not self.watchers and self.phase is not Phase.OVER:
            self.break_off("Nobody is connected any more.")

    # --- what players say ---

    def heard(self, player: Player, message: Message) -> None:
        info = message.get("info")
        if info == "action":
            player.idle = 0
            self._act(player, message.get("action"))
        elif info == "ready" and message.get("status") == "exit":
            self._exit(player)
        elif info in ("ready", "start"):
            self._ready(player)
        else:
            self.break_off(f"{player.name} sent something that is no action.")

    def _act(self, player: Player, action: object) -> None:
        legal = self.play.legal if self.play and self.phase is Phase.PLAYING else None
        if legal is not None and legal.seat == player.seat and not player.doomed:
            move = translated(action, legal)
            if move is not ILLEGAL:
                self._move(*move)
                return
        self._punish(player)

    def _punish(self, player: Player) -> None:
        """The hand goes on to its end without whoever acted illegally; then the match breaks off."""
        text = f"{player.name} made an illegal action."
        if self.phase is not Phase.PLAYING:
            self.break_off(text)
            return
        player.doomed = True
        self.trouble = self.trouble or text

    def _exit(self, player: Player) -> None:
        if self._complete:
            self._ready(player)
        elif self.phase is Phase.FILLING:
            self.leave(player)
            if player.line:
                player.line.end(telling.failed("You left the room."))
        else:
            self.break_off(f"{player.name} left.")

    def _ready(self, player: Player) -> None:
        if player.ready or self.phase not in (Phase.STARTING, Phase.BETWEEN):
            player.idle += 1
            if player.idle > MOST_UNASKED:
                self.break_off(f"{player.name} sends more than anybody asks for.")
            return
        player.idle = 0
        player.ready = True
        if self.phase is Phase.STARTING:
            self._begin_when_ready()
        else:
            self._go_on_when_ready()

    # --- the match ---

    @property
    def goes_by_itself(self) -> bool:
        """A house bot is to act, or somebody who does not count any more; or there is nobody to wait for."""
        if self.phase is Phase.PLAYING and self.play and self.play.legal:
            turn = self._seated[self.play.legal.seat]
            return turn.line is None or turn.doomed
        return self.phase is Phase.BETWEEN and not self.people

    def step(self) -> None:
        """What goes by itself: one move, or from one hand to the next."""
        play = self.play
        if self.phase is Phase.BETWEEN:
            self._next()
        elif play and play.legal:
            turn = self._seated[play.legal.seat]
            if turn.doomed:
                self._move("fold", None)
            else:
                self._move(*house.move(play.hand, turn.name, self.hall.chance))

    def _begin_when_ready(self) -> None:
        if all(player.ready for player in self.players):
            self.record = self.hall.store.begin(self.number, self.plan, self.players)
            self._deal()

    def _deal(self) -> None:
        self._seated = [self.players[place] for place in self._deals.order(self.hand)]
        for seat, player in enumerate(self._seated):
            player.seat = seat
        self.play = Play([player.text for player in self._seated], self._deals.deck(self.hand))
        for player in self.people:
            player.head = telling.state_head(self.play, player.seat)
        self.phase = Phase.PLAYING
        self._tell_state(self.play)

    def _move(self, verb: str, amount: int | None) -> None:
        play = self.play
        if play is None:
            return
        play.act(verb, amount, self.hall.stamp())
        self._tell_state(play)
        if play.over:
            self._finish_hand(play)

    def _tell_state(self, play: Play) -> None:
        if self.people:
            self._wait()
            rest = telling.state_rest(play)
            self._tell_people(lambda player: framed(player.head + rest))
        if self.watchers:
            self._tell_watchers(telling.observed_state(play))

    def _tell_people(self, message: Callable[[Player], bytes]) -> None:
        for player in self.people:
            if player.line is not None:
                player.line.send(message(player))

    def _tell_watchers(self, frame: bytes) -> None:
        for line in self.watchers:
            line.send(frame)

    def _finish_hand(self, play: Play) -> None:
        nets = play.nets()
        for player, net in zip(self._seated, nets, strict=True):
            player.total += net
            player.ready = player.line is None
        self.phase = Phase.BETWEEN
        self._wait()
        self._keep(play, nets)
        self._tell_people(lambda player: telling.result(play, player.seat))
        if self.watchers:
            totals = [player.total for player in self._seated]
            self._tell_watchers(telling.observed_result(play, totals=totals, times=self.hand + 1))
        self.hand += 1
        if self.trouble:
            self.break_off(self.trouble)

    def _keep(self, play: Play, nets: tuple[int, ...]) -> None:
        if self.record is None:
            return
        number, order = self.hand, [player.place for player in self._seated]
        by_place = [net for _, net in sorted(zip(order, nets, strict=True))]
        deck = cards_text(self._deals.deck(number))
        self.hall.store.hand(self.record, number, self._deals.deal_of(number), order, deck, play.actions, by_place)

    @property
    def _complete(self) -> bool:
        return self.phase is Phase.BETWEEN and self.hand >= self.plan.hands

    def _go_on_when_ready(self) -> None:
        if all(player.ready for player in self.people):
            self._next()

    def _next(self) -> None:
        if self._complete:
            self._end(telling.COMPLETE)
        else:
            self._deal()

    # --- the end ---

    def late(self) -> None:
        """The deadline has passed."""
        if self.phase is Phase.FILLING:
            self.break_off("The room was not filled within 10 minutes.")
            return
        silent = [player for player in self.people if self._waits_for(player)]
        if self._complete:
            self._next()
        elif silent:
            self.break_off(f"{silent[0].name} said nothing for 60 seconds.")
        else:
            self._wait()

    def _waits_for(self, player: Player) -> bool:
        if self.phase is Phase.PLAYING and self.play and self.play.legal:
            return self.play.legal.seat == player.seat
        return not player.ready

    def break_off(self, text: str) -> None:
        """Hands that are finished stay; the one that is not counts as never dealt."""
        self._end(telling.failed(text), why=text)

    def _end(self, last: bytes, why: str = "") -> None:
        self.phase = Phase.OVER
        self.play = None
        if self.record is not None:
            self.hall.store.end(self.record, why)
        lines = [player.line for player in self.people if player.line is not None]
        self.hall.close(self)
        for line in (*lines, *self.watchers):
            line.end(last)

    def _wait(self) -> None:
        self.deadline = self.hall.now() + PATIENCE
