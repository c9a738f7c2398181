"""Show the public record of a hand: what a watcher without a seat saw until its end, and no more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from accounts.selectors import shown_name
from tables.core import hand_cache, words
from tables.core.refusals import Unreadable
from tables.engine.view import HandView, view
from tables.models import Hand
from tables.page import narration

if TYPE_CHECKING:
    from tables.page.scene import PublicScene


@dataclass
class PublicRecord:
    """Gives `narration.log` what it reads from a scene, as seen by nobody in particular."""

    hand: Hand
    unit = "chips"
    language = ""
    chances = ()
    told: dict[Any, Any] = field(default_factory=dict)

    @property
    def snapshot(self) -> "PublicRecord":
        """Return itself: the log keeps lines it has drawn in the snapshot's `told`, which is empty here."""
        return self

    @property
    def hand_number(self) -> int:
        return self.hand.number

    @property
    def amounts(self) -> words.Amounts:
        return words.chips

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {player.seat: shown_name(player.user) for player in self.hand.players.select_related("user")}

    @cached_property
    def seen(self) -> HandView:
        return view(hand_cache.hand_state_of(self.hand, moves_made=self.hand.moves.count()), None)


def lines_of(hand: Hand) -> list[narration.LogLine] | None:
    """Return the log lines of a hand, or None if it is not over, was void or can no longer be read."""
    if hand.state != Hand.State.OVER:
        return None
    try:
        return narration.log(cast("PublicScene", PublicRecord(hand)))
    except Unreadable:
        return None
