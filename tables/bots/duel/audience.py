"""Tell a room what happens in a hand: each player what that player may see, and all watchers the same."""

from collections.abc import Callable, Iterable, Sequence

from tables.bots.duel import encoding
from tables.bots.duel.match import Match
from tables.bots.duel.people import Client, Player
from tables.bots.duel.play import DuelHand
from tables.bots.duel.wire import framed


def ask_whether_ready(people: Iterable[Player]) -> None:
    """Ask the players of the older dialect whether they are ready."""
    for player in people:
        if player.older and player.line:
            player.line.send(encoding.READY)


def tell_state(play: DuelHand, people: Sequence[Player], watchers: Sequence[Client]) -> None:
    if people:
        rest = encoding.state_rest(play)
        _tell_people(people, lambda player: framed(player.head + rest))
    if watchers:
        _tell_watchers(watchers, encoding.observed_state(play))


def tell_result(match: Match, people: Sequence[Player], watchers: Sequence[Client]) -> None:
    play = match.play
    _tell_people(people, lambda player: encoding.result(play, player.seat))
    if watchers:
        _tell_watchers(watchers, encoding.observed_result(play, totals=match.totals, times=match.hand))


def _tell_people(people: Iterable[Player], message: Callable[[Player], bytes]) -> None:
    for player in people:
        if player.line is not None:
            player.line.send(message(player))


def _tell_watchers(watchers: Iterable[Client], frame: bytes) -> None:
    for line in watchers:
        line.send(frame)
