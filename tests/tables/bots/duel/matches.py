"""Store matches for tests to look at."""

from typing import Any

from accounts.models import User
from tables.bots.duel.database import break_off_running
from tables.bots.duel.journal import Journal
from tables.bots.duel.storing import Storing
from tables.models import ArenaMatch, ArenaPlayer
from tests.tables.bots.duel.room import Stage, play_hand


class NoJournal(Journal):
    def __init__(self) -> None:
        """Write nothing anywhere."""

    def write(self, line: list[Any]) -> None:
        return

    def turn(self) -> None:
        return


def stored(*matches: tuple[str, ...], hands: int = 10) -> list[ArenaMatch]:
    """Store matches of house bots, each played to its end."""
    stage = Stage()
    stage.hall.store = store = Storing(NoJournal())
    for number, bots in enumerate(matches):
        sender = stage.program()
        sender.say(info="ai_vs_ai", room_id=number, room_number=len(bots), bots=[*bots], game_number=hands)
    store.flush()
    return list(ArenaMatch.objects.order_by("pk"))


def half_played(*, broken: bool, user: User | None = None) -> ArenaMatch:
    """Store two hands of a match between two programs, one of which may have an account."""
    stage = Stage()
    stage.hall.store = store = Storing(NoJournal())
    programs = stage.match(game_number=9)
    for _ in range(2):
        play_hand(programs)
        for program in programs:
            program.ready()
    store.flush()
    found = ArenaMatch.objects.order_by("-pk")[0]
    if user:
        ArenaPlayer.objects.filter(match=found, name="P0").update(user=user)
    if broken:
        break_off_running("P0 is disconnected.")
        found.refresh_from_db()
    return found
