"""Look at a contest now and then, as a receiver of its events does."""

from typing import Any

from accounts.models import User
from tables.bots.contest.finished_hands import hands_since
from tables.bots.contest.narration import ContestScreen, Event, Narrator
from tables.models import Table
from tables.page.snapshot import take

OF_HANDS = ("__new_round", "__show_action", "__deal", "__round_end", "__start_reload", "__game_over")


class Receiver:
    """Works out its events whenever `look` is called."""

    def __init__(self, table: Table, user: User | None = None) -> None:
        self.table, self.user_id, self.told = table, user.pk if user else 0, ContestScreen()
        self.found: list[Event] = []

    def look(self) -> list[str]:
        snapshot = take(self.table.pk)
        assert snapshot.game
        self.told, found = Narrator(self.told, snapshot, snapshot.game, self.user_id, hands_since).told((), "")
        self.found += found
        return [name for name, _ in found]

    def last(self, event: str) -> Any:
        return next(data for name, data in reversed(self.found) if name == event)

    def of_hands(self) -> list[str]:
        return [name for name, _ in self.found if name in OF_HANDS]
