"""Carry out the steps of a game with an end: wait for players, count down, run, finish. The table is locked."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from tables.core import money
from tables.core.deadlines import clear_deadline, now, plan
from tables.core.host_log import log_event
from tables.core.locking import mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.formats import standings
from tables.models import Entrant, Game, Seat, Table
from tables.models.seat import FIRST_TIME_BANK_MS

COUNTDOWN = timedelta(seconds=3)


class TooFew(Refused):
    def __init__(self, least: int) -> None:
        super().__init__(_("It takes at least %(least)s players to begin."), least=least)


def signed_up(table: Table) -> list[Seat]:
    return list(table.seated.exclude(state=Seat.State.HELD).select_related("user"))


def is_full(table: Table) -> bool:
    return len(signed_up(table)) >= table.played_by.players_most


def refuse_too_few(table: Table) -> None:
    least = table.played_by.players_least
    if len(signed_up(table)) < least:
        raise TooFew(least)


def prepare(table: Table) -> None:
    """Begin the countdown."""
    _turn_to(table, Game.State.PREPARING)
    plan(table, Table.Due.START, now() + COUNTDOWN)


def stand_by(table: Table) -> None:
    """Go back to waiting for players."""
    _turn_to(table, Game.State.STANDBY)
    clear_deadline(table)


def begin(table: Table) -> None:
    """Start the game with the players who sit there now; nobody can join later."""
    refuse_too_few(table)
    game: Game = table.game
    table.seated.filter(state=Seat.State.HELD).delete()
    table.waiting.all().delete()
    table.wishes.all().delete()
    seats = signed_up(table)
    Entrant.objects.bulk_create(
        Entrant(game=game, user_id=seat.user_id, seat=seat.number, chips=game.stack) for seat in seats
    )
    _fresh_seats(table, seats)
    game.started_at, game.hands_played = now(), 0
    game.orbit_began = game.orbit_last = None
    game.orbit_number = 0
    game.save()
    table.button = table.big_blind = None
    mark_changed(table, "button", "big_blind")
    _turn_to(table, Game.State.RUNNING)
    log_event(table, None, "game_begins", players=len(seats))
    plan(table, Table.Due.DEAL, now())


def _fresh_seats(table: Table, seats: list[Seat]) -> None:
    for seat in seats:
        money.move_counters(table, seat, table.game.stack - seat.stack)
        seat.must_wait = seat.posts = seat.sits_out_next = False
        seat.hands_away, seat.time_bank_ms = 0, FIRST_TIME_BANK_MS
    Seat.objects.bulk_update(seats, ["must_wait", "posts", "sits_out_next", "hands_away", "time_bank_ms"])


def call_off(table: Table) -> None:
    """Go back to waiting for players, as if the game had not begun. The log of its hands stays."""
    game: Game = table.game
    game.entrants.all().delete()
    game.started_at, game.hands_played = None, 0
    game.save(update_fields=["started_at", "hands_played"])
    stand_by(table)


def refill(table: Table) -> None:
    """Let the players who still sit there play the next game, with new stacks."""
    seats = signed_up(table)
    _fresh_seats(table, seats)
    for seat in seats:
        if seat.state == Seat.State.OUT:
            seat.state = Seat.State.PLAYING
            seat.save(update_fields=["state"])


def finish(table: Table, state: Game.State) -> None:
    """End the game in this state, with the ranking as it is now."""
    game: Game = table.game
    placed = standings.ranking(game)
    for place in placed:
        place.entrant.rank = place.rank
    Entrant.objects.bulk_update([place.entrant for place in placed], ["rank"])
    game.ended_at = now()
    game.state = state
    game.save(update_fields=["ended_at", "state"])
    if state == Game.State.FINISHED:
        winners = [place.user for place in placed if place.rank == 1]
        log_event(table, None, "game_won" if len(winners) == 1 else "game_drawn", winners[0])
    mark_changed_for_lobby(table)


def _turn_to(table: Table, state: Game.State) -> None:
    table.game.state = state
    table.game.save(update_fields=["state"])
    mark_changed_for_lobby(table)


def copy_game(table: Table, old: Game) -> None:
    """Create the same game at another table."""
    same = ("stack", "hands_most", "reloads_most", "ends_with_one", "level_minutes", "starts_when_full", "opens_cards")
    Game.objects.create(table=table, **{name: getattr(old, name) for name in same})
