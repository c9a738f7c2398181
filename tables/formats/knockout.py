"""Play a knock-out: blinds double every orbit, there are a few reloads, and a player with nothing left is out."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from tables.core import money
from tables.core.deadlines import now, plan
from tables.engine.blind_levels import Orbit, next_orbit, rules_in_orbit
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.engine.rulebooks import knock_out_is_over
from tables.engine.rules import Rules
from tables.engine.seating import Deal
from tables.formats import pauses
from tables.formats.game import GameStrategy
from tables.models import Entrant, Game, Move, Seat, Table

RELOAD_WINDOW = timedelta(seconds=3)
ORIGINAL_PAUSE = timedelta(seconds=15)
ORIGINAL_PROMPT_WAIT = timedelta(seconds=1)
"""The time that programs wait for their prompt, at tables that keep the pace of the original contest."""
COMES_BACK_WITHIN = timedelta(seconds=10)
PROGRAM_ACTS_WITHIN = 5


class Knockout(GameStrategy):
    time_bank = False
    late_is_away = False
    last_hand_decides = True

    def pause_after(self, table: Table, play: HandState, seats: Sequence[Seat]) -> timedelta:
        return ORIGINAL_PAUSE if table.original_pace else pauses.run_out(table, play) + RELOAD_WINDOW

    def instead(self, play: HandState) -> str:
        return "fold"

    # reloads, and who is out

    def before_deal(self, table: Table, seats: Sequence[Seat]) -> None:
        """Give the reloads that were asked for, because the window for them is over."""
        if not self.deals(table):
            return
        entrants = list(table.game.entrants.all())
        self._reload(table, seats, entrants)
        for entrant in entrants:
            entrant.wants_reload = False
        Entrant.objects.bulk_update(entrants, ["chips", "reloads_used", "wants_reload"])

    def _reload(self, table: Table, seats: Sequence[Seat], entrants: Sequence[Entrant]) -> None:
        """Reload entrants who are broke or asked for it, as long as they have reloads left."""
        game, sitting = table.game, {entrant.seat: entrant for entrant in entrants}
        for seat in seats:
            entrant = sitting[seat.number]
            if entrant.reloads_used < game.reloads_most and (entrant.wants_reload or not seat.stack):
                money.move_counters(table, seat, game.stack)
                entrant.chips, entrant.reloads_used = seat.stack, entrant.reloads_used + 1

    def _judge(self, game: Game, entrants: Iterable[Entrant]) -> None:
        for entrant in entrants:
            if not entrant.chips and entrant.reloads_used >= game.reloads_most and entrant.out_after is None:
                entrant.out_after = game.hands_played

    def _is_over(self, game: Game, entrants: Sequence[Entrant]) -> bool:
        """Count everybody who is not out: a broke player with a reload left will have chips again."""
        left = sum(entrant.out_after is None for entrant in entrants)
        if super()._is_over(game, entrants):
            return True
        return left < 2 if game.ends_with_one else knock_out_is_over(players=len(entrants), with_chips=left)

    # blinds

    def rules(self, table: Table) -> Rules:
        orbit = _orbit(table.game)
        return rules_in_orbit(table.played_by, orbit) if orbit else table.played_by

    def begin(self, table: Table, deal: Deal) -> Rules:
        game: Game = table.game
        orbit = _next_level(game, deal)
        game.orbit_began, game.orbit_last, game.orbit_number = orbit
        game.save(update_fields=["orbit_began", "orbit_last", "orbit_number"])
        return rules_in_orbit(table.played_by, orbit)

    # connections that are lost

    def seconds_of_programs(self, table: Table) -> int:
        return min(table.seconds_to_act, PROGRAM_ACTS_WITHIN)

    def patience(self, table: Table, seat: Seat, at: datetime) -> timedelta:
        """Return the time to act; a player whose connection is lost has a few seconds to come back before the fold."""
        usual = super().patience(table, seat, at)
        if seat.user.is_bot:
            usual = timedelta(seconds=self.seconds_of_programs(table))
        if table.original_pace:
            usual += ORIGINAL_PROMPT_WAIT
        if seat.lost_at is None:
            return usual
        return max(min(usual, seat.lost_at + COMES_BACK_WITHIN - at), timedelta())

    def presence_changed(self, table: Table, present: Callable[[], set[int]]) -> None:
        here, at = present(), now()
        for seat in table.seated.filter(house=Seat.House.NOBODY).exclude(state=Seat.State.HELD):
            is_lost = seat.user_id not in here
            if is_lost != (seat.lost_at is not None):
                seat.lost_at = at if is_lost else None
                seat.save(update_fields=["lost_at"])
                if table.turn == seat.number and table.due == Table.Due.ACT:
                    began = _turn_began(table, at)
                    plan(table, Table.Due.ACT, began + self.patience(table, seat, began))


def _next_level(game: Game, deal: Deal) -> Orbit:
    """Return the blinds of a hand that begins now: they follow the orbits, or the time since the game began."""
    if not game.level_minutes or game.started_at is None:
        return next_orbit(_orbit(game), small_blind=deal.small_blind)
    level = (now() - game.started_at) // timedelta(minutes=game.level_minutes)
    return Orbit(deal.small_blind, deal.small_blind, max(level, game.orbit_number))


def _orbit(game: Game) -> Orbit | None:
    if game.orbit_began is None or game.orbit_last is None:
        return None
    return Orbit(SeatNumber(game.orbit_began), SeatNumber(game.orbit_last), game.orbit_number)


def _turn_began(table: Table, at: datetime) -> datetime:
    last = Move.objects.filter(hand=table.hand_id).order_by("-sequence").values_list("at", flat=True).first()
    return last or (table.hand.began_at if table.hand else at)
