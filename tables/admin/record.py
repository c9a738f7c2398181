"""The public record of a hand: what a stranger who watched to the end knows of it, and no more."""

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
class Record:
    """What the story of a hand is told from, for nobody in particular."""

    hand: Hand
    unit = "chips"
    language = ""
    chances = ()
    told: dict[Any, Any] = field(default_factory=dict)

    @property
    def snapshot(self) -> "Record":
        """Lines told already are remembered there; here there are none."""
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
        return view(hand_cache.play_of(self.hand, moves_made=self.hand.moves.count()), None)


def lines_of(hand: Hand) -> list[narration.LogLine] | None:
    """Nothing of a hand that is not over, that was void, or that nobody can read any more."""
    if hand.state != Hand.State.OVER:
        return None
    try:
        return narration.log(cast("PublicScene", Record(hand)))
    except Unreadable:
        return None
