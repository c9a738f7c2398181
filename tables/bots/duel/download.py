"""Write a match as a file: hands in PHH, one section each, as that format has it for many (.phhs)."""

from collections.abc import AsyncIterator, Mapping
from typing import Final

from poker_site.runtime.db_threads import in_pool
from tables.bots.duel.play import replay
from tables.bots.duel.standings import who_of
from tables.engine.cards import parse_cards
from tables.engine.opening import SeatNumber
from tables.engine.phh import Details, to_phh
from tables.models import ArenaHand, ArenaMatch

AT_ONCE: Final = 100


async def hands_of(match: ArenaMatch) -> AsyncIterator[str]:
    """Yield the hands piece by piece, since a match may be long, until everything stored by then has been read."""
    names = await in_pool(names_of)(match)
    last = -1
    while True:
        text, last = await in_pool(_piece)(match.pk, names, last)
        if not text:
            return
        yield text


def names_of(match: ArenaMatch) -> dict[int, str]:
    """Return the players' names by place."""
    return {player.place: who_of(player).name for player in match.players.select_related("user")}


def _piece(match_id: int, names: Mapping[int, str], last: int) -> tuple[str, int]:
    hands = list(ArenaHand.objects.filter(match_id=match_id, number__gt=last).order_by("number")[:AT_ONCE])
    text = "".join([section(hand, names) for hand in hands])
    return text, hands[-1].number if hands else last


def section(hand: ArenaHand, names: Mapping[int, str]) -> str:
    """Write one hand; cards are told of those who showed them."""
    played = replay(len(hand.order), parse_cards(hand.deck), hand.moves)
    called = {SeatNumber(seat): names[place] for seat, place in enumerate(hand.order)}
    details = Details(event=f"Match {hand.match_id}", hand=hand.number + 1)
    return f"[{hand.number + 1}]\n{to_phh(played, names=called, details=details)}\n"
