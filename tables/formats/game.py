"""Hold what both games with an end share: signing up, counters, the score, the end."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _

from tables.core import money
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.ranks import strength
from tables.engine.seating import Deal, Player, next_deal
from tables.formats import game_steps as steps
from tables.formats.strategy import Strategy
from tables.models import Entrant, Game, LedgerEntry, Seat, Table

BOARD = 5
_OF_ENTRANT = ("hands", "net", "net_squares", "chips", "reloads_used", "last_strength", "out_after")


class GameStrategy(Strategy):
    counters = True
    same_chips = True
    only_seats_change_between_hands = False
    last_hand_decides: ClassVar[bool] = False
    """True if the cards of the last hand decide between entrants who are otherwise equal."""

    def refuses_entry(self, table: Table) -> Any | None:
        if table.game.is_over:
            return _("This game is over.")
        if table.game.state == Game.State.RUNNING:
            return _("The game has begun: nobody can join it any more.")
        return None

    def bring(self, table: Table, seat: Seat, chips: int, kind: LedgerEntry.Kind = LedgerEntry.Kind.BUY_IN) -> None:
        money.move_counters(table, seat, chips)

    def take_home(self, table: Table, seat: Seat) -> None:
        money.move_counters(table, seat, -seat.stack)

    def refuses_return(self, table: Table, seat: Seat) -> Any | None:
        if seat.sent_away:
            return _("You may not come to this table any more.")
        if self.deals(table) and table.game.entrants.filter(seat=seat.number, out_after__isnull=False).exists():
            return _("You have lost all your chips: for you the game is over.")
        return None

    def keeps_seats(self, table: Table) -> bool:
        return bool(table.game.state == Game.State.RUNNING)

    def sat(self, table: Table) -> None:
        game: Game = table.game
        if game.starts_when_full and game.state == Game.State.STANDBY and steps.is_full(table):
            steps.prepare(table)

    def left(self, table: Table) -> None:
        if table.game.state == Game.State.PREPARING:
            steps.stand_by(table)

    def deals(self, table: Table) -> bool:
        return bool(table.game.state == Game.State.RUNNING)

    def next_deal(self, table: Table, seats: Sequence[Seat]) -> Deal | None:
        """Deal in everybody with chips, also players who are away: they are folded."""
        if not self.deals(table):
            return None
        players = [Player(SeatNumber(seat.number)) for seat in seats if seat.stack and seat.state != Seat.State.HELD]
        button, big_blind = (
            None if number is None else SeatNumber(number) for number in (table.button, table.big_blind)
        )
        return next_deal(players, button=button, big_blind=big_blind, rules=self.rules(table))

    def after_hand(self, table: Table, play: HandState, seats: Sequence[Seat]) -> None:
        game: Game = table.game
        entrants = list(game.entrants.all())
        game.hands_played += 1
        game.save(update_fields=["hands_played"])
        _count(entrants, play, {seat.number: seat.stack for seat in seats})
        if self.last_hand_decides:
            _note_strengths(entrants, play)
        self._reload(table, seats, entrants)
        self._judge(game, entrants)
        Entrant.objects.bulk_update(entrants, _OF_ENTRANT)
        for seat in seats:
            self._settle_down(seat, next(entrant for entrant in entrants if entrant.seat == seat.number))
        if self._is_over(game, entrants):
            steps.finish(table, Game.State.FINISHED)

    def _reload(self, table: Table, seats: Sequence[Seat], entrants: Sequence[Entrant]) -> None:
        """Give new chips to players who have none left, in games that have reloads."""

    def _judge(self, game: Game, entrants: Iterable[Entrant]) -> None:
        """Mark the entrants who are out."""

    def _is_over(self, game: Game, entrants: Sequence[Entrant]) -> bool:
        return 0 < game.hands_most <= game.hands_played

    def _settle_down(self, seat: Seat, entrant: Entrant) -> None:
        """Let a player who is out, or wanted to leave, sit there without playing."""
        if seat.state == Seat.State.PLAYING and (seat.leaves or entrant.out_after is not None):
            seat.state = Seat.State.OUT
            seat.save(update_fields=["state"])

    def closes(self, table: Table) -> None:
        if not table.game.is_over:
            steps.finish(table, Game.State.ENDED)

    def copy_to(self, table: Table, old: Table) -> None:
        steps.copy_game(table, old.game)


def _count(entrants: Iterable[Entrant], play: HandState, stacks: dict[int, int]) -> None:
    nets = dict(zip(play.seats, play.net, strict=True))
    for entrant in entrants:
        place = SeatNumber(entrant.seat)
        if place in nets:
            net = nets[place]
            entrant.hands += 1
            entrant.net += net
            entrant.net_squares += net * net
            entrant.chips = stacks[entrant.seat]


def _note_strengths(entrants: Iterable[Entrant], play: HandState) -> None:
    for entrant in entrants:
        place = SeatNumber(entrant.seat)
        if place in play.seats:
            entrant.last_strength = strength((*play.hole(place), *play.board)) if len(play.board) == BOARD else 0
