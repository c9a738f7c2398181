"""A room: one match, from the first who comes to the last message. It only ever reacts, and never waits."""

from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from tables.arena import reasons, telling
from tables.arena.match import Match, Setting
from tables.arena.messages import Message, Plan
from tables.arena.people import Line, Player
from tables.arena.play import ILLEGAL, name_text, translated
from tables.arena.wire import framed

PATIENCE: Final = 60.0  # seconds, for an action and for `ready`
FILLING: Final = 600.0
MOST_UNASKED: Final = 20  # messages that nobody waits for, from one player between two that somebody does


class Phase(Enum):
    FILLING = "filling"
    STARTING = "starting"
    """Full, and somebody of the older dialect is asked whether the match may start."""
    PLAYING = "playing"
    BETWEEN = "between"
    """The result is told, and not everybody is ready for the next hand."""
    OVER = "over"


class Hall(Setting, Protocol):
    """What a room asks of where it is."""

    def now(self) -> float: ...

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
        self.match: Match | None = None
        self.trouble: reasons.Reason | None = None
        """Why the match breaks off when this hand is over."""

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
        if self.match and self.phase is Phase.PLAYING:
            line.send(telling.observed_state(self.match.play))

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
            if player in self.people:
                self.players.remove(player)
                self.people.remove(player)
            if not self.people:
                self.break_off(reasons.Reason("The room is closed: nobody is left in it."))
        elif self._complete:
            player.ready = True
            player.line = None
            self._go_on_when_ready()
        elif self.phase is not Phase.OVER:
            player.line = None
            self.break_off(reasons.Reason(reasons.GONE, player))

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
            self.break_off(reasons.Reason(reasons.NOBODY))

    # --- what players say ---

    def heard(self, player: Player, message: Message) -> None:
        info = message.get("info")
        if info == "action":
            self._act(player, message.get("action"))
        elif info == "ready" and message.get("status") == "exit":
            self._exit(player)
        elif info in ("ready", "start"):
            self._ready(player)
        else:
            self.break_off(reasons.Reason(reasons.NO_ACTION, player))

    def _act(self, player: Player, action: object) -> None:
        if self.match and self.match.turn is player and not player.doomed:
            move = translated(action, self.match.play.legal)
            if move is not ILLEGAL:
                player.idle = 0
                self._move(self.match, *move)
                return
        self._punish(player)

    def _punish(self, player: Player) -> None:
        """The hand goes on to its end without whoever acted illegally; then the match breaks off."""
        reason = reasons.Reason(reasons.ILLEGAL, player)
        if self.phase is not Phase.PLAYING:
            self.break_off(reason)
            return
        if player.doomed:
            self._count_unasked(player)
        player.doomed = True
        self.trouble = self.trouble or reason

    def _exit(self, player: Player) -> None:
        if self._complete:
            self._ready(player)
        elif self.phase is Phase.FILLING:
            self.leave(player)
            if player.line:
                player.line.end(telling.failed("You left the room."))
        else:
            self.break_off(reasons.Reason(reasons.LEFT, player))

    def _ready(self, player: Player) -> None:
        if player.ready or self.phase not in (Phase.STARTING, Phase.BETWEEN):
            self._count_unasked(player)
            return
        player.idle = 0
        player.ready = True
        if self.phase is Phase.STARTING:
            self._begin_when_ready()
        else:
            self._go_on_when_ready()

    def _count_unasked(self, player: Player) -> None:
        player.idle += 1
        if player.idle > MOST_UNASKED:
            self.break_off(reasons.Reason(reasons.UNASKED, player))

    # --- the match ---

    @property
    def goes_by_itself(self) -> bool:
        """A house bot is to act, or somebody who does not count any more; or there is nobody to wait for."""
        if self.held:
            return False
        if self.phase is Phase.PLAYING and self.match:
            turn = self.match.turn
            return turn is not None and (turn.line is None or turn.doomed)
        return self.phase is Phase.BETWEEN and not self.people

    def step(self) -> None:
        """What goes by itself: one move, or from one hand to the next."""
        match = self.match
        if match is None:
            return
        if self.phase is Phase.BETWEEN:
            self._next(match)
        elif match.turn and match.turn.doomed:
            self._move(match, "fold", None)
        else:
            self._move(match, *match.house_move())

    def _begin_when_ready(self) -> None:
        if all(player.ready for player in self.players):
            self.match = Match(self.number, self.plan, self.players, self.hall)
            self._begin_hand(self.match)

    def _begin_hand(self, match: Match) -> None:
        for player in self.people:
            player.head = telling.state_head(match.play, player.seat)
        self.phase = Phase.PLAYING
        self._tell_state(match)

    def _move(self, match: Match, verb: str, amount: int | None) -> None:
        match.act(verb, amount)
        self._tell_state(match)
        if match.play.over:
            self._finish_hand(match)

    def _tell_state(self, match: Match) -> None:
        if self.people:
            self._wait()
            rest = telling.state_rest(match.play)
            self._tell_people(lambda player: framed(player.head + rest))
        if self.watchers:
            self._tell_watchers(telling.observed_state(match.play))

    def _tell_people(self, message: Callable[[Player], bytes]) -> None:
        for player in self.people:
            if player.line is not None:
                player.line.send(message(player))

    def _tell_watchers(self, frame: bytes) -> None:
        for line in self.watchers:
            line.send(frame)

    def _finish_hand(self, match: Match) -> None:
        play = match.play
        match.finish_hand()
        for player in self.people:
            player.ready = player.line is None
        self.phase = Phase.BETWEEN
        self._wait()
        self._tell_people(lambda player: telling.result(play, player.seat))
        if self.watchers:
            self._tell_watchers(telling.observed_result(play, totals=match.totals, times=match.hand))
        if self.trouble:
            self.break_off(self.trouble)

    @property
    def _complete(self) -> bool:
        return self.phase is Phase.BETWEEN and self.match is not None and self.match.complete

    def _go_on_when_ready(self) -> None:
        if self.match and all(player.ready for player in self.people):
            self._next(self.match)

    def _next(self, match: Match) -> None:
        if match.complete:
            self._end(telling.COMPLETE)
        else:
            match.deal()
            self._begin_hand(match)

    # --- the end ---

    def late(self) -> None:
        """The deadline has passed."""
        silent = [player for player in self.people if self._waits_for(player)]
        if self.phase is Phase.FILLING:
            self.break_off(reasons.Reason("The room was not filled within 10 minutes."))
        elif self._complete:
            self._end(telling.COMPLETE)
        elif silent:
            self.break_off(reasons.Reason(reasons.SILENT, silent[0]))
        else:
            self._wait()

    def _waits_for(self, player: Player) -> bool:
        if self.phase is Phase.PLAYING and self.match:
            return self.match.turn is player
        return not player.ready

    def break_off(self, reason: reasons.Reason) -> None:
        """Hands that are finished stay; the one that is not counts as never dealt."""
        self._end(telling.failed(reason.told), why=reason.kept)

    def _end(self, last: bytes, why: str = "") -> None:
        if self.phase is Phase.OVER:
            return
        self.phase = Phase.OVER
        if self.match is not None:
            self.match.end(why)
        self.hall.close(self)
        for line in filter(None, (*[player.line for player in self.people], *self.watchers)):
            line.end(last)

    def _wait(self) -> None:
        self.deadline = self.hall.now() + PATIENCE
