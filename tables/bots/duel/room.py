"""Run a room: one match, from the first player who comes to the last message. A room only reacts, and never waits."""

from enum import Enum
from typing import Final, Protocol

from tables.bots.duel import audience, encoding, reasons
from tables.bots.duel.deals import draw_seats
from tables.bots.duel.house import house_players
from tables.bots.duel.match import Match, MatchContext
from tables.bots.duel.messages import Message, Plan
from tables.bots.duel.people import Client, Player
from tables.bots.duel.play import ILLEGAL

ACTION_SECONDS: Final = 60.0  # seconds, for an action and for `ready`
FILLING: Final = 600.0
MOST_UNASKED: Final = 20  # messages that nobody waits for, from one player between two that are waited for


class Phase(Enum):
    FILLING = "filling"
    STARTING = "starting"
    """Full, and players of the older dialect are asked whether the match may start."""
    PLAYING = "playing"
    BETWEEN = "between"
    """The result is sent, and not everybody is ready for the next hand."""
    OVER = "over"


class RoomHost(MatchContext, Protocol):
    """Describes what a room needs from the hall that it is in."""

    def now(self) -> float: ...

    def close(self, room: "Room") -> None: ...


class Room:
    def __init__(self, number: int, plan: Plan, hall: RoomHost) -> None:
        self.number = number
        self.plan = plan
        self.hall = hall
        self.phase = Phase.FILLING
        self.players = house_players(plan.house)
        self.people: list[Player] = []
        """The players who came with a connection."""
        self.watchers: list[Client] = []
        self.starter: Client | None = None
        """The connection that lets house bots play: they go no faster than it reads."""
        self.deadline = hall.now() + FILLING
        self.match: Match | None = None
        self.trouble: reasons.Reason | None = None
        """The reason why the match breaks off when this hand is over."""

    # --- coming and going ---

    @property
    def full(self) -> bool:
        return len(self.players) >= self.plan.players

    def enter(self, player: Player) -> None:
        self.players.append(player)
        self.people.append(player)
        if self.full:
            self.start()

    def watch(self, line: Client) -> None:
        self.watchers.append(line)
        if self.match and self.phase is Phase.PLAYING:
            line.send(encoding.observed_state(self.match.play))

    def start(self) -> None:
        """Begin once everybody is there: draw who sits where first, and ask the older dialect whether it is ready."""
        draw_seats(self.players, self.hall.below)
        for place, player in enumerate(self.players):
            player.place = place
            player.ready = not player.older
        self.phase = Phase.STARTING
        audience.ask_whether_ready(self.people)
        self._wait()
        self._begin_when_ready()

    def leave(self, player: Player) -> None:
        """Handle a player whose connection is gone, or as good as gone."""
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
            self._forfeit(reasons.GONE, player)

    def let_play(self, line: Client) -> None:
        self.starter = line
        self.watch(line)
        self.start()

    @property
    def held(self) -> bool:
        return self.starter is not None and self.starter.slow

    def unwatch(self, line: Client) -> None:
        if line is self.starter:
            self.starter = None
        if line in self.watchers:
            self.watchers.remove(line)
        if not self.people and not self.watchers and self.phase is not Phase.OVER:
            self.break_off(reasons.Reason(reasons.NOBODY))

    # --- what players say ---

    def heard(self, player: Player, message: Message) -> None:
        info = message.get("info")
        if info == "action" or ("info" not in message and "action" in message):
            self._act(player, message.get("action"))
        elif info == "ready" and message.get("status") == "exit":
            self._exit(player)
        elif info in ("ready", "start"):
            self._ready(player)
        elif player.doomed:
            self._count_unasked(player)
        else:
            self._forfeit(reasons.NO_ACTION, player)

    def _act(self, player: Player, action: object) -> None:
        """Answer if it is this player's turn; an action that comes early waits for it."""
        if player.doomed:
            self._count_unasked(player)
        elif self.match and self.match.turn is player and not player.early:
            self._answer(self.match, player, action)
        elif len(player.early) < MOST_UNASKED:
            player.early.append(action)
        else:
            self._dismiss(player)

    def _answer(self, match: Match, player: Player, action: object) -> None:
        move = match.play.understood(action)
        if move is ILLEGAL:
            self._forfeit(reasons.ILLEGAL, player)
        else:
            player.idle = 0
            self._move(match, *move)

    def _forfeit(self, sentence: str, player: Player) -> None:
        """Fold the player to the end of this hand, then end the match: nobody escapes a losing hand."""
        reason = reasons.Reason(sentence, player)
        if self.phase is not Phase.PLAYING:
            self.break_off(reason)
            return
        player.doomed = True
        self.trouble = self.trouble or reason

    def _dismiss(self, player: Player) -> None:
        """Stop listening to a player who floods the room."""
        self._forfeit(reasons.UNASKED, player)
        if player.line and self.phase is Phase.PLAYING:
            player.line.end(encoding.failed(reasons.Reason(reasons.UNASKED, player).told))
            player.line = None

    def _exit(self, player: Player) -> None:
        if self._complete:
            self._ready(player)
        elif self.phase is Phase.FILLING:
            self.leave(player)
            if player.line:
                player.line.end(encoding.failed("You left the room."))
        else:
            self._forfeit(reasons.LEFT, player)

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
            self._dismiss(player)

    # --- the match ---

    @property
    def goes_by_itself(self) -> bool:
        """Tell whether a step is due: by a house bot or an absent player, or between hands if no program ever came."""
        if self.held:
            return False
        if self.phase is Phase.PLAYING and self.match:
            turn = self.match.turn
            return turn is not None and (turn.line is None or turn.doomed or bool(turn.early))
        return self.phase is Phase.BETWEEN and not self.people

    def step(self) -> None:
        """Take one step that goes by itself: one move, or from one hand to the next."""
        match = self.match
        if match is None:
            return
        if self.phase is Phase.BETWEEN:
            self._next(match)
        elif match.turn and match.turn.doomed:
            self._move(match, "fold", None)
        elif match.turn and match.turn.early:
            self._answer(match, match.turn, match.turn.early.popleft())
        else:
            self._move(match, *match.house_move())

    def _begin_when_ready(self) -> None:
        if all(player.ready for player in self.players):
            self.match = Match(self.number, self.plan, self.players, self.hall)
            self._begin_hand(self.match)

    def _begin_hand(self, match: Match) -> None:
        for player in self.people:
            player.head = encoding.state_head(match.play, player.seat)
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
        audience.tell_state(match.play, self.people, self.watchers)

    def _finish_hand(self, match: Match) -> None:
        match.finish_hand()
        for player in self.people:
            player.ready = player.line is None
            player.early.clear()
        self.phase = Phase.BETWEEN
        self._wait()
        audience.tell_result(match, self.people, self.watchers)
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
            self._end(encoding.COMPLETE)
        else:
            match.deal()
            self._begin_hand(match)

    # --- the end ---

    def late(self) -> None:
        """Handle a deadline that has passed."""
        silent = [player for player in self.people if self._waits_for(player)]
        if self.phase is Phase.FILLING:
            self.break_off(reasons.Reason("The room was not filled within 10 minutes."))
        elif self._complete:
            self._end(encoding.COMPLETE)
        elif silent:
            self._forfeit(reasons.SILENT, silent[0])
        else:
            self._wait()

    def _waits_for(self, player: Player) -> bool:
        if self.phase is Phase.PLAYING and self.match:
            return self.match.turn is player
        return not player.ready

    def break_off(self, reason: reasons.Reason) -> None:
        """Break off the match: finished hands stay, and one that is not finished counts as never dealt."""
        self._end(encoding.failed(reason.told), why=reason.kept)

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
        self.deadline = self.hall.now() + ACTION_SECONDS
