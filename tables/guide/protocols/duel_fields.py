"""Explain the fields of the arena's messages."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tables.guide.protocols.catalogue import Field

WHOLE, TEXT, CARDS = _("whole number"), pgettext_lazy("kind of value", "text"), _("list of cards")
INFO: Final = Field("info", TEXT, _("Says what kind of message it is: its name here."))
ROOM: Final = Field("room_id", WHOLE, _("Any number, also as a text: whoever names the same one meets there."))
NAME: Final = Field(
    "name", TEXT, _("What the others see; with a key: `name#key`. At most %(name)d characters, or a number.")
)
SIZE: Final = Field(
    "room_number", WHOLE, _("How many play, house bots included: %(fewest)d to %(most)d."), optional=True
)
HANDS: Final = Field("game_number", WHOLE, _("How many hands are played; up to %(hands)d."), optional=True)
BOTS: Final = Field(
    "bots",
    _("list of texts"),
    _("Names of house bots that play too. One that would take the seat of the first to come does not."),
    optional=True,
)
ALL_BOTS: Final = Field("bots", _("list of texts"), _("Names of house bots, as many as players."))

BOARD: Final = Field("public_card", CARDS, _("The board: none, three, four or five."))
HISTORY: Final = (
    Field("action_history", _("list of lists"), _("What was done, one list for each street on which anybody bets.")),
    Field("action_history[][].position", WHOLE, _("Who did it.")),
    Field("action_history[][].action", TEXT, _("What was done: `r` and a number is a raise to that total.")),
    Field("action_history[][].timestamp", TEXT, _("When, in UTC.")),
)
DUE: Final = Field("action_position", WHOLE, _("Who is to act; -1: the hand is over."))
SEATED: Final = (
    Field("players", _("list of objects"), _("By seat, from the small blind on.")),
    Field("players[].position", WHOLE, _("The seat in this hand: 0 is the small blind.")),
    Field("players[].name", TEXT, _("Without the key.")),
)
STATE: Final = (
    DUE,
    BOARD,
    *SEATED,
    Field("players[].money_left", WHOLE, _("Chips not put in yet.")),
    Field("players[].total_money", WHOLE, _("What everybody begins each hand with: %(stack)d.")),
    *HISTORY,
)
OWN_STATE: Final = (
    INFO,
    Field("position", WHOLE, _("Your seat in this hand.")),
    Field("private_card", CARDS, _("Your two cards.")),
    Field(
        "legal_actions",
        _("list of texts"),
        _("What the player to act may do: some of `fold`, `check`, `call` and `raise`."),
    ),
    Field(
        "raise_range",
        _("two numbers"),
        _("The smallest and the largest total to raise to; empty if nobody may raise."),
    ),
    *STATE,
)
WATCHED_STATE: Final = (
    INFO,
    *STATE,
    Field("player_card", _("list of lists"), _("Empty lists until the hand is over; then the cards shown.")),
    Field("round_raise", _("list of numbers"), _("What each seat has put in on this street.")),
    Field("current_action", TEXT, _("The last action; empty at the beginning.")),
    Field("action_player", _("whole number or empty text"), _("Who did it.")),
)
RESULT: Final = (
    INFO,
    BOARD,
    *HISTORY,
    Field(
        "player_card",
        _("list of lists"),
        _("By seat: after a showdown the cards of everybody who was in it, otherwise only your own."),
    ),
    *SEATED,
    Field("players[].win_money", WHOLE, _("Won in this hand; lost if it is negative.")),
    Field("players[].moneyLeft", WHOLE, _("Chips not put in, before the pot was awarded. Mind the capital letter.")),
    Field("players[].totalMoney", WHOLE, _("What everybody begins each hand with: %(stack)d.")),
)
WATCHED_RESULT: Final = (
    *RESULT,
    Field("total_money", _("list of numbers"), _("By seat: won and lost in this match so far.")),
    Field("times", _("list of numbers"), _("By seat: hands played so far.")),
)
REASON: Final = Field("text", TEXT, _("Why, in a sentence; always in English."))
