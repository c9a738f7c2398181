"""Help with games that have an end: sign up, begin, and play at random until they are over."""

import random
from collections.abc import Callable, Iterable
from typing import Any

from accounts.models import User
from tables.engine.legal import Legal
from tables.hosting.open_game import open_game
from tables.models import Game, Seat, Table
from tables.play import games
from tables.play.dealing import is_in_hand
from tests.tables.helpers import Clock, act, fresh, look_on, play_of

Choose = Callable[[Legal, random.Random], tuple[str, int | None]]
MOST_STEPS = 50_000


def people(count: int) -> list[User]:
    return [User.objects.create_user(username=f"Player {number}") for number in range(1, count + 1)]


def knockout(owner: User, **changes: Any) -> Table:
    wanted: dict[str, Any] = {"name": "A knock-out", "players_most": 6, "starts_when_full": False, **changes}
    return open_game(owner, rulebook="contest", **wanted)


def series(owner: User, **changes: Any) -> Table:
    wanted: dict[str, Any] = {"name": "A series", "players_most": 6, "hands_most": 5, "starts_when_full": False}
    return open_game(owner, rulebook="duel", **wanted | changes)


def sign_up(table: Table, users: Iterable[User]) -> None:
    """Enter the users in the seats 1, 2, 3 and so on, each with the table open in a browser."""
    for number, user in enumerate(users, start=1):
        look_on(table, user)
        games.enter(table.pk, user, number)


def begun(table: Table, users: Iterable[User]) -> Table:
    sign_up(table, users)
    games.start(table.pk, table.owner)
    return table


def game_of(table: Table) -> Game:
    return Game.objects.get(table=table)


def choose_boldly(legal: Legal, chance: random.Random) -> tuple[str, int | None]:
    """Choose a legal action at random, boldly enough for games to end."""
    if chance.random() < 0.2 and legal.all_in:
        return "all-in", None
    sized = [(verb, bounds) for verb, bounds in (("bet", legal.bet), ("raise", legal.raise_)) if bounds]
    if sized and chance.random() < 0.3:
        verb, bounds = sized[0]
        return verb, chance.randint(bounds.least, min(bounds.most, 3 * bounds.least))
    if legal.check:
        return "check", None
    if legal.call and chance.random() < 0.7:
        return "call", None
    return "fold", None


def step(table: Table, clock: Clock, chance: random.Random, choose: Choose = choose_boldly) -> None:
    """Do what comes next: act for the player to act, or do what is due."""
    now = fresh(table)
    if now.due == Table.Due.ACT:
        legal = play_of(table).legal
        assert legal
        verb, amount = choose(legal, chance)
        act(table, table.seated.get(number=legal.seat).user, verb, amount)
    else:
        clock.run_due(table)


def play_to_end(
    table: Table, clock: Clock, *, seed: int = 1, before: Callable[[Table], None] = lambda table: None
) -> Game:
    chance = random.Random(seed)
    for _ in range(MOST_STEPS):
        if game_of(table).is_over:
            return game_of(table)
        before(table)
        step(table, clock, chance)
    raise AssertionError("this game never ends")


def chips_at(table: Table) -> int:
    return sum(Seat.objects.filter(table=table).values_list("stack", flat=True))


def play_hand(table: Table, clock: Clock, chance: random.Random, choose: Choose = choose_boldly) -> None:
    """Play to the end of the present hand, or else of the next one."""
    while not is_in_hand(fresh(table)):
        step(table, clock, chance, choose)
    while is_in_hand(fresh(table)):
        step(table, clock, chance, choose)


def cheaply(legal: Legal, chance: random.Random) -> tuple[str, int | None]:
    return "check" if legal.check else "fold", None


def to_the_river(legal: Legal, chance: random.Random) -> tuple[str, int | None]:
    return ("check", None) if legal.check else ("call", None) if legal.call else ("all-in", None)
