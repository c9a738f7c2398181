"""Work out what one receiver is sent after a change: nothing is lost or sent twice, whatever was skipped.

The log decides: hands and their events in order, from the first one that this receiver has not been sent.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from tables.bots.contest import events
from tables.bots.contest.event_replay import HandReplay
from tables.bots.contest.events import Cards, Plain
from tables.bots.contest.table_view import cards_for, first_hand_of, reloaded, seat_of, stage_of, was_stopped
from tables.engine.events import Acted, DealtBoard, DealtIn, Posted
from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.models import Game, Hand, Table
from tables.page.screen import Screen
from tables.page.snapshot import SeatedTable, Snapshot
from tables.play.acting import Moment

State = Game.State
Event = tuple[str, Any]


class PendingPrompt(NamedTuple):
    """Holds the prompt that this receiver has to answer."""

    moment: Moment
    play: HandState


class LogPosition(NamedTuple):
    """Tells how far the log has been sent."""

    hand: int = 0
    """The number of the hand at its table."""
    events: int = 0
    done: bool = True
    """True if nothing more of this hand is to come."""


NOTHING: Final = LogPosition()
PAUSE: Final = ""
"""Stands in place of an event's name: its data is the number of seconds to wait before the next event."""
RELOAD_LEAD_SECONDS: Final = 1
PROMPT_DELAY_SECONDS: Final = 1
"""Seconds before a prompt, at the pace of the original."""


@dataclass(frozen=True)
class ContestScreen(Screen):
    """Remembers what one receiver has been sent."""

    state: str = ""
    began: datetime | None = None
    first_hand: int = 0
    """The number of this game's first hand; 0: none was dealt yet."""
    reached: LogPosition = NOTHING
    online: frozenset[str] | None = None
    asked: PendingPrompt | None = None
    prompted: Moment | None = None
    """The moment of the last prompt that was sent."""
    starts_in: float | None = None
    """Seconds until the game starts, while they are counted down."""
    is_last: bool = False
    """True if the table is closed."""


Log = Callable[[LogPosition, Game], Iterable[tuple[Hand, HandState]]]
"""Returns a game's hands that are over, from this point on."""


class Narrator:
    """Works out what one look at the table tells one receiver."""

    def __init__(self, before: ContestScreen, snapshot: Snapshot, game: Game, user_id: int, log: Log) -> None:
        self.before, self.snapshot, self.game, self.log = before, snapshot, game, log
        self.found: list[Event] = []
        self.is_new = before.began != game.started_at or not before.state
        first_hand = 0 if self.is_new else before.first_hand
        self.first_hand = first_hand or first_hand_of(game)
        self.stage = stage_of(snapshot, game, self.first_hand)
        self.seat = seat_of(self.stage, user_id)
        self.reached = NOTHING if self.is_new else before.reached
        self.course: HandReplay | None = None
        self.cards: Cards = events.NO_CARDS
        self.prompted = before.prompted

    def told(self, others: tuple[SeatedTable, ...], looks: str) -> tuple[ContestScreen, list[Event]]:
        if self.before.state:
            self._peers()
            self._game_moved()
            self._hands()
        else:
            self._greet()
        self._game_ended()
        asked = self._ask()
        now = replace(
            self.before,
            version=self.snapshot.version,
            others=others,
            looks=looks,
            state=self.game.state,
            began=self.game.started_at,
            first_hand=self.first_hand,
            reached=self.reached,
            online=frozenset(events.peers(self.stage)),
            asked=asked,
            prompted=self.prompted,
            starts_in=self._starts_in(),
            is_last=self.snapshot.table.is_closed,
        )
        return now, self.found

    def _say(self, name: str, data: Any) -> None:
        self.found.append((name, data))

    # who is there

    def _greet(self) -> None:
        """Describe the present to a receiver who has just joined."""
        hand, play = self._current()
        if hand and play:
            self._walk(hand, play)
            self.reached = LogPosition(hand.number, len(play.events), play.over)
        elif hand:
            self.reached = LogPosition(hand.number - 1)
        self._say("__new_peer", events.peers(self.stage))
        self._say("__new_peer_2", events.peers_2(self.stage, self._state()))
        if self.game.state == State.RUNNING:
            self._say("_join", self._state())

    def _peers(self) -> None:
        before, now = self.before.online or frozenset(), frozenset(events.peers(self.stage))
        for name, changed in (("__new_peer", now - before), ("__left", before - now)):
            if changed:
                hand, play = self._current()
                if hand and play:
                    self._walk(hand, play)
                self._say(name, events.peers(self.stage))
                self._say(f"{name}_2", events.peers_2(self.stage, self._state()))

    # the game

    def _game_moved(self) -> None:
        before, code = self.before, self.snapshot.table.code
        called_off = before.began is not None and before.began != self.game.started_at
        waits_again = before.state == State.PREPARING and self.game.state == State.STANDBY
        closed = self.game.is_over and not self.game.has_begun and before.state != self.game.state
        if called_off or closed or (waits_again and was_stopped(self.snapshot)):
            self._say("__game_stop", {"msg": "The game was stopped.", "tableNumber": code})
        elif waits_again:
            self._say("__game_start", too_few(code))
        if self.game.has_begun and before.began != self.game.started_at:
            self._say("__game_start", {"msg": "The game has started.", "tableNumber": code, "error_code": 1})

    def _game_ended(self) -> None:
        if not self.game.is_over or not self.game.has_begun or self.before.state == self.game.state:
            return
        hand, play = self._current()
        if hand and play and self.course is None:
            self._walk(hand, play)
        winners = [
            {
                "playerName": self.stage.names[placed.entrant.seat],
                "hand": events.hand(play, placed.entrant.seat) if play else None,
                "chips": placed.total,
            }
            for placed in self.snapshot.standings
            if placed.total
        ]
        self._say("__game_over", {**self._state(), "winners": winners})

    def _starts_in(self) -> float | None:
        table = self.snapshot.table
        if self.game.state != State.PREPARING or table.due != Table.Due.START or table.due_at is None:
            return None
        return (table.due_at - self.snapshot.taken_at).total_seconds()

    # hands

    def _current(self) -> tuple[Hand | None, HandState | None]:
        """Return the hand on the table if it is one of this game's."""
        hand, began = self.snapshot.hand, self.game.started_at
        if hand is None or began is None or hand.began_at < began:
            return None, None
        return hand, self.snapshot.play

    def _hands(self) -> None:
        hand, play = self._current()
        if hand is None:
            return
        reached = self.reached
        if hand.number > reached.hand + reached.done:
            for earlier, played in self.log(reached, self.game):
                if earlier.number < hand.number:
                    self._tell(earlier, played, is_last=False)
        if play:
            self._tell(hand, play, is_last=True)

    def _tell(self, hand: Hand, play: HandState, *, is_last: bool) -> None:
        """Say what this receiver has not been sent of this hand."""
        reached = self.reached if self.reached.hand == hand.number else LogPosition(hand.number, 0, False)
        if reached.done or (reached.events == len(play.events) and not play.over):
            self.reached = reached
            return
        self._walk(hand, play, since=reached.events)
        if play.over:
            self._hand_over(hand, play, is_last=is_last)
        self.reached = LogPosition(hand.number, len(play.events), play.over)

    def _hand_over(self, hand: Hand, play: HandState, *, is_last: bool) -> None:
        """Tell how the hand ended and ask for reloads; with a program of the older dialect, ask first."""
        asks = not is_last or self.game.state == State.RUNNING
        reload = {"tableNumber": self.stage.code, "players": events.players(self.stage, self.course)}
        if asks and self.stage.older:
            self._say("__start_reload", reload)
            if is_last:
                self._say(PAUSE, RELOAD_LEAD_SECONDS)
        self._say("__round_end", events.shown_down(self.stage, hand.number, self._now, self.cards, play))
        if asks and not self.stage.older:
            self._say("__start_reload", reload)

    def _walk(self, hand: Hand, play: HandState, *, since: int | None = None) -> None:
        """Replay the hand and say what happened `since`; nobody gets another's cards before it is over."""
        self.number = hand.number
        course = self.course = HandReplay(play.opening, reloaded=reloaded(self.stage, hand, play))
        everything = cards_for(self.snapshot, hand.number, play, self.seat)
        self.cards = {seat: cards for seat, cards in everything.items() if seat == self.seat}
        begun = since != 0
        for index, event in enumerate(play.events):
            if not begun and not isinstance(event, (Posted, DealtIn)):
                begun = self._new_round()
            did = course.what_was_done(event) if isinstance(event, Acted) else ""
            course.take(event)
            if since is not None and index >= since:
                self._happened(event, did)
        if not begun:
            self._new_round()
        if play.over:
            course.end(reload=self.stage.stack)
            self.cards = everything

    def _new_round(self) -> bool:
        self._say("__new_round", self._state())
        return True

    def _happened(self, event: Any, did: str) -> None:
        course = self._now
        if isinstance(event, Acted):
            action = events.action(self.stage, course, event, did)
            self._say("__show_action", {"action": action, **self._state()})
        elif isinstance(event, DealtBoard) and course.live > 1:
            self._say("__deal", self._state())

    number = 0

    @property
    def _now(self) -> HandReplay:
        if self.course is None:
            raise LookupError("no hand has been looked at")
        return self.course

    def _state(self) -> Plain:
        number = self.number if self.course else self.reached.hand
        return events.state(self.stage, number, self.course, self.cards)

    # whose turn it is

    def _ask(self) -> PendingPrompt | None:
        """Prompt once for each moment. Guests are sent the prompts of others, without cards."""
        hand, play = self._current()
        legal = play.legal if play else None
        if hand is None or play is None or legal is None or self.game.state != State.RUNNING:
            return None
        if self.seat not in (legal.seat, None):
            return None
        moment = Moment(hand.number, self.snapshot.table.moves_made)
        if self.before.prompted == moment:
            return self.before.asked
        self.prompted = moment
        if self.course is None:
            self._walk(hand, play)
        if self.snapshot.table.original_pace:
            self._say(PAUSE, PROMPT_DELAY_SECONDS)
        self._prompt(hand, play, legal)
        return None if self.seat is None else PendingPrompt(moment, play)

    def _prompt(self, hand: Hand, play: HandState, legal: Legal) -> None:
        name, data = events.prompt(self.stage, hand.number, self._now, play, legal, self.cards)
        if self.seat is None:
            del data["self"]["cards"]
        self._say(name, data)


def too_few(code: str) -> Plain:
    return {"msg": "There are too few players.", "tableNumber": code, "error_code": 0}
