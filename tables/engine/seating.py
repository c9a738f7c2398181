"""Decide between two hands who is dealt in, who has the button, and who pays to come in."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tables.engine.opening import SeatNumber
from tables.engine.rules import HeadsUpSmallBlind, Rules


class Player(NamedTuple):
    """Represents a player who is at the table, has chips and is not away."""

    seat: SeatNumber
    must_wait: bool = False
    """True if the player waits for the big blind, having come late or missed it."""
    posts: bool = False
    """True if the player pays a big blind out of turn rather than wait."""


class Deal(NamedTuple):
    seats: tuple[SeatNumber, ...]
    """Seats clockwise, beginning anywhere."""
    button: SeatNumber
    small_blind: SeatNumber
    big_blind: SeatNumber
    posts: Mapping[int, int]
    """Live blinds posted out of turn, by seat."""


def next_deal(
    players: Sequence[Player], *, button: SeatNumber | None, rules: Rules, big_blind: SeatNumber | None = None
) -> Deal | None:
    """Move the button to the next player in the game and the blinds to the next two; there is no dead button.

    `players` come in any order; `button` and `big_blind` are those of the last hand, whether their players are still
    there or not. The result is None if fewer than two players are there.
    """
    table = sorted(players)
    if len(table) < 2:
        return None
    settled = [player for player in table if not player.must_wait]
    if button is None or len(settled) < 2:
        settled = table  # nobody waits at a table that cannot play without them
    dealer = _after(settled, -1 if button is None else button)
    small, big = _blinds(table, settled, dealer)
    if big_blind is not None:
        jumped = [player for player in table if _between(big_blind, player.seat, big.seat) and player not in settled]
        settled = sorted([*settled, *jumped])
        small, big = _blinds(table, settled, dealer)
    owing = [player for player in table if player not in settled and _may_post(player, dealer, big, rules)]
    playing = sorted({*settled, big, *owing})
    if len(playing) == 2:
        small, big = _heads_up(dealer, small, rules)
    seats = tuple([player.seat for player in playing])
    posts = {int(player.seat): rules.big_blind for player in owing}
    return Deal(seats, dealer.seat, small.seat, big.seat, posts)


def _blinds(table: Sequence[Player], settled: Sequence[Player], dealer: Player) -> tuple[Player, Player]:
    """Return small and big blind; players who wait can come in only as the big blind."""
    small = _after(settled, dealer.seat)
    return small, _after(table, small.seat)


def _may_post(player: Player, dealer: Player, big: Player, rules: Rules) -> bool:
    """Tell whether the player may post: not between button and big blind, which would hold up the blinds of others."""
    here = player == big or _between(dealer.seat, player.seat, big.seat)
    return player.posts and rules.takes_posts and not here


def passes_by(seat: int, *, last_big_blind: int, big_blind: int) -> bool:
    """Tell whether the big blind has jumped over a seat: its player has to wait for the next one, or to post."""
    return _between(last_big_blind, seat, big_blind)


def _between(first: int, seat: int, last: int) -> bool:
    """Tell whether the seat lies clockwise between the two, and is neither of them."""
    return first < seat < last if first < last else seat > first or seat < last


def _after(players: Sequence[Player], seat: int) -> Player:
    """Return the next player clockwise; `players` are in order."""
    return next((player for player in players if player.seat > seat), players[0])


def _heads_up(dealer: Player, other: Player, rules: Rules) -> tuple[Player, Player]:
    """Return small blind and big blind when two play."""
    return (dealer, other) if rules.heads_up_small_blind is HeadsUpSmallBlind.BUTTON else (other, dealer)
