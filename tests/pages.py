"""List every page and prepare what it shows; several tests crawl them."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import bots
from tables.guide.protocols.pages import ALL
from tables.history import shared_hands
from tables.history.hands.pages import ROWS
from tables.hosting import invitations
from tables.hosting.open_game import open_game
from tables.models import Sitting, Table
from tables.play import games, seating
from tests.past import play_hands
from tests.tables.bots.duel.matches import stored
from tests.tables.helpers import MOST, open_table

ANONYMOUS = [
    "home",
    "watch",
    "rules",
    "protocols",
    "account_login",
    "account_signup",
    "forgotten_password",
    "recover",
    "account_inactive",
]
LOGGED_IN = [
    "home",
    "new_table",
    "hands",
    "results",
    "hands_export",
    "study",
    "friends",
    "arena",
    "bots",
    "account",
    "account_change_password",
    "account_logout",
    "account_reauthenticate",
    "recovery_codes",
    "usersessions_list",
    "account_delete",
]
WITH_MAIL = ["account_email"]
NOWHERE = "/nowhere/"


def table_paths(host: User, guest: User) -> Iterator[str]:
    """Yield the pages that `guest` gets at tables of `host`, and around a table of their own."""
    for more in ({"password": "open sesame"}, {"watchable": False}, {"watchable": False, "approves": True}):
        strange = open_table(host, **more)
        yield reverse("table_door", args=[strange.code])
    seating.sit_down(strange.pk, guest, number=2, chips=MOST)  # the last host approves players
    yield reverse("invitation", args=[invitations.make_link(strange.pk, host).code])
    yield reverse("invitation", args=[invitations.invite(open_table(host).pk, host, guest).code])
    game = open_game(guest, rulebook="contest", name="table")
    yield reverse("table", args=[game.code])
    yield reverse("game_result", args=[game.code])
    yield reverse("game_result", args=[_ended(host, guest).code])
    own = open_table(guest)
    now = timezone.now()
    for user in (host, guest):
        Sitting.objects.create(user=user, table=own, rulebook="cash", began_at=now, ended_at=now, hands=1)
    yield reverse("results") + f"?table={own.code}"
    yield from hand_paths(host, guest)
    yield reverse("table", args=[own.code])
    yield reverse("table_share", args=[own.code])
    yield reverse("table_player", args=[open_table(host).code, host.pk])
    yield reverse("table_ledger", args=[own.code])
    yield reverse("invitation", args=[invitations.make_link(own.pk, guest).code])
    *_, match = stored(("CallAgent", "RandomAgent", "TightPassive"), hands=4)
    yield from (reverse("arena_match", args=[match.pk]), reverse("arena"))
    bot, _key = bots.open_bot(guest, "罗西")
    yield from (reverse(name, args=[bot.pk]) for name in ("bot", "bot_rename", "bot_delete"))
    yield reverse("bots")


def hand_paths(host: User, guest: User) -> Iterator[str]:
    """Yield pages of played hands: of one hand, and lists with more than a page, none, and wrong filters."""
    table = open_table(host)
    play_hands(table, [host, guest], ROWS + 1)
    yield from (reverse(name, args=[table.hands.latest("pk").pk]) for name in ("hand", "hand_proof"))
    link = shared_hands.share(table.hands.latest("pk").pk, guest, hides_names=False)
    yield reverse("shared", args=[link.code])
    yield from (reverse("hands") + query for query in ("", "?rulebook=duel", "?cards=A&from=x&pot_to=y&table=z"))


def _ended(*players: User) -> Table:
    """Return a duel between these players that ended before its first hand."""
    game = open_game(players[0], rulebook="duel", name="table", players_most=2)
    for player in players:
        games.enter(game.pk, player)
    games.start(game.pk, players[0])
    games.end_early(game.pk, players[0])
    return game


def anonymous_paths() -> Iterator[str]:
    yield from (reverse(name) for name in ANONYMOUS)
    yield from (reverse("protocol", args=[slug]) for slug in ALL)
    yield reverse("account_confirm_email", args=["no-such-key"])
    yield reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "no-such-key"})
    yield NOWHERE


def logged_in_paths() -> Iterator[str]:
    yield from (reverse(name) for name in LOGGED_IN + (WITH_MAIL if settings.MAIL_CONFIGURED else []))
    yield NOWHERE
