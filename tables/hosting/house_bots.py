"""Seat house bots and send them away, as a host asks for it."""

from collections.abc import Iterator, Mapping
from itertools import count, cycle, islice
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services.names import NameTaken
from accounts.services.signup import open_account
from tables.core.host_log import log_event
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.engine.rulebooks import RULEBOOKS
from tables.models import Seat, Table
from tables.play import seating, waiting_list
from tables.play.lifecycle import refuse_unless_host

House = Seat.House

# Each bot has one style, so that players get to know it. The names are of people who studied chance or logic: few users
# have such names.
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    House.CALLER: ("Babbage", "Boole", "Euler", "Gauss", "Hardy"),
    House.TIGHT: ("Pascal", "Fermat", "Huygens", "Laplace", "Bayes"),
    House.LOOSE: ("Cardano", "Buffon", "Moivre", "Tartaglia", "Galton"),
    House.RANDOM: ("Markov", "Poisson", "Borel", "Khinchin", "Perrin"),
    House.EVENHAND: ("Shannon", "Zermelo", "Neumann", "Nash", "Kuhn"),
    House.CALL_AGENT: ("Peano", "Frege", "Hilbert"),
    House.RANDOM_AGENT: ("Ulam", "Wiener", "Lehmer"),
    House.TIGHT_PASSIVE: ("Abel", "Bolzano", "Legendre"),
    House.TIGHT_AGGRESSIVE: ("Bernoulli", "Jacobi", "Noether"),
    House.LOOSE_PASSIVE: ("Venn", "Mersenne", "Carroll"),
    House.LOOSE_AGGRESSIVE: ("Lovelace", "Turing", "Erdos"),
    House.STATISTICIAN: ("Gosset", "Fisher", "Pearson"),
    House.MANIAC: ("Galois", "Cauchy", "Cantor"),
    House.LIMPER: ("Godel", "Peirce", "Barbier"),
    House.GAMBLER: ("Mere", "Montmort", "Thorp"),
}


MIXED: Final = (House.CALLER, House.TIGHT, House.LOOSE, House.EVENHAND)
"""Lists the styles that fill seats when nobody chose one."""


def add_bot(table_id: int, by: User, style: str) -> Seat:
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        seat = seat_bot(table.pk, style)
        log_event(table, by, "add_bot", seat.user)
        return seat


def fill_seats(table_id: int, by: User) -> int:
    """Seat house bots of several styles on all free seats, but leave one if the host has none; return how many came."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        waiting_list.release_holds(table)
        kept = 0 if table.seated.filter(user=by).exists() else 1
        free = table.played_by.players_most - table.seated.count() - kept
        if free < 1:
            raise Refused(_("Every seat is taken."))
        for style in islice(cycle(MIXED), free):
            seat_bot(table.pk, style)
        log_event(table, by, "fill_seats", bots=free)
        return free


def seat_bot(table_id: int, style: str) -> Seat:
    """Seat a house bot where there is most room, with the usual stack; its chips come from the house."""
    with locked(table_id) as table:
        if style not in NAMES:
            raise Refused(_("There is no such house bot."))
        waiting_list.release_holds(table)
        number = _roomiest_seat(table)
        bot = _somebody_else(table, style)
        seating.sit_down(table.pk, bot, number=number, chips=_usual_stack(table), house=style)
        return table.seated.get(number=number)


def remove_bot(table_id: int, by: User, seat: int) -> None:
    """Send a house bot away, at once or when its hand is over."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        bot = table.seated.select_related("user").exclude(house=House.NOBODY).filter(number=seat).first()
        if bot is None:
            raise Refused(_("No house bot sits there."))
        if not bot.leaves:
            log_event(table, by, "remove_bot", bot.user)
        seating.stand_up(table.pk, bot.user, after_hand=True)


def _roomiest_seat(table: Table) -> int:
    """Return the free seat that is farthest from its neighbours, so that the table fills evenly."""
    seats = table.played_by.players_most
    taken = set(table.seated.values_list("number", flat=True))
    free = [number for number in range(1, seats + 1) if number not in taken]
    if not free:
        raise Refused(_("Every seat is taken."))

    def room(number: int) -> tuple[int, int]:
        to_left = next(step for step in range(1, seats + 1) if _around(number + step, seats) in taken | {number})
        to_right = next(step for step in range(1, seats + 1) if _around(number - step, seats) in taken | {number})
        return min(to_left, to_right), to_left + to_right

    return max(free, key=room)


def _around(number: int, seats: int) -> int:
    return (number - 1) % seats + 1


def _usual_stack(table: Table) -> int:
    big_blinds = RULEBOOKS[table.rulebook].stack // RULEBOOKS[table.rulebook].rules.big_blind
    return min(max(big_blinds * table.played_by.big_blind, table.buy_in_least), table.buy_in_most)


def _somebody_else(table: Table, style: str) -> User:
    """Return the first house bot of this style that does not sit here yet."""
    here = set(table.seated.values_list("user__username", flat=True))
    names = ((f"house:{style}:{name.lower()}", name) for name in _names(style))
    bots = (_known(username) or _made(username, name) for username, name in names if username not in here)
    return next(bot for bot in bots if bot)


def style_of(bot: User) -> str:
    return bot.username.split(":")[1]


def _names(style: str) -> Iterator[str]:
    """Yield the usual names, then numbered ones for when users have taken those or a table is full of them."""
    yield from NAMES[style]
    for number in count(2):
        yield from (f"{name} {number}" for name in NAMES[style])


def _known(username: str) -> User | None:
    return User.objects.filter(is_bot=True, username=username).first()


def _made(username: str, name: str) -> User | None:
    """Open the bot's account, or return it if it was opened meanwhile; None if a user has this name or one like it.

    A person's login name has no colon, so nobody can take a house bot's place; without a password nobody can log in to
    it.
    """
    bot = User(is_bot=True)
    bot.set_unusable_password()
    try:
        with transaction.atomic():
            open_account(bot, name=name)
            bot.username = username
            bot.save(update_fields=["username"])
    except NameTaken:
        return _known(username)
    return bot
