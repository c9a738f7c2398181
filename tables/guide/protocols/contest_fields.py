"""Explain the fields of the contest's messages."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tables.guide.protocols.catalogue import Field

WHOLE, TEXT, YES = _("whole number"), pgettext_lazy("kind of value", "text"), _("true or false")
CARDS, OBJECT, OBJECTS = _("list of cards"), _("object"), _("list of objects")
CODE: Final = Field("tableNumber", TEXT, _("The table's code."))
MSG: Final = Field("msg", TEXT, _("In a sentence; always in English."))
TABLE: Final = Field("table", OBJECT, _("The table."), part="table")
PLAYERS: Final = Field("players", OBJECTS, _("Everybody in the game, in seating order."), part="player")
BOTH: Final = (TABLE, PLAYERS)

PLAYER: Final = (
    Field("playerName", TEXT, _("The name in every message.")),
    Field("chips", WHOLE, _("In front of the player.")),
    Field("folded", YES, _("Out of this hand.")),
    Field("allIn", YES, _("Has no chips left to bet.")),
    Field("isSurvive", YES, _("Still in the game.")),
    Field("reloadCount", WHOLE, _("Reloads used so far.")),
    Field("roundBet", WHOLE, _("Put in on the streets before this one.")),
    Field("bet", WHOLE, _("Put in on this street.")),
    Field("isOnline", YES, _("Connected at the moment.")),
    Field("isHuman", YES, _("A person.")),
    Field("cards", CARDS, _("Your own; of the others nothing until the hand is over.")),
)
ROUND: Final = (
    Field("roundName", TEXT, _("The street."), values=("Deal", "Flop", "Turn", "River", "Showdown")),
    Field("board", CARDS, _("The cards in the middle.")),
    Field("roundCount", WHOLE, _("Which hand of the game it is.")),
    Field("raiseCount", WHOLE, _("Raises on this street so far.")),
    Field("betCount", WHOLE, _("Bets on this street so far.")),
)
BLINDS: Final = tuple(
    field
    for name, text in (("smallBlind", _("The small blind.")), ("bigBlind", _("The big blind.")))
    for field in (
        Field(name, OBJECT, text),
        Field(f"{name}.playerName", TEXT, _("Who has it; empty between two hands.")),
        Field(f"{name}.amount", WHOLE, _("How much it is.")),
    )
)
TABLE_FIELDS: Final = (
    CODE,
    Field(
        "status",
        WHOLE,
        _("0: signing up, 1: counting down, 2: running, 3: over, 4: ended by the host."),
        values=("0", "1", "2", "3", "4"),
    ),
    *ROUND,
    Field("totalBet", WHOLE, _("All chips put in in this hand.")),
    Field("initChips", WHOLE, _("What everybody begins with.")),
    Field("maxReloadCount", WHOLE, _("How many reloads each player has.")),
    *BLINDS,
)
HAND: Final = (
    Field("cards", CARDS, _("All seven.")),
    Field("rank", WHOLE, _("Orders hands: the greater number wins.")),
    Field("message", TEXT, _("The kind of hand.")),
)
SHOWN: Final = (
    TABLE,
    Field(
        "players",
        OBJECTS,
        _(
            "Each with all cards. All bets are in `roundBet`, and a reload that came by itself is in `chips`. For"
            " `isSurvive`, who has just lost everything still counts as surviving."
        ),
        part="player",
    ),
    Field(
        "players[].hand",
        OBJECT,
        _("The best hand of these seven cards, folded or not; of who was dealt in."),
        part="hand",
    ),
    Field("players[].winMoney", WHOLE, _("What the player took from the pots; 0 for who is out.")),
)
PROMPT: Final = (
    CODE,
    Field("self", OBJECT, _("You, and one field more; for guests who is to act, without `cards`."), part="player"),
    Field("self.minBet", WHOLE, _("With `__action` what a call costs, with `__bet` the smallest bet.")),
    Field("game", OBJECT, _("How the hand stands.")),
    *(Field(f"game.{field.name}", field.kind, field.text, values=field.values) for field in (*ROUND, *BLINDS)),
    Field("game.players", OBJECTS, _("Everybody in the game, in seating order."), part="player"),
)
SHOW_ACTION: Final = (
    Field("action", OBJECT, _("What was really done.")),
    Field(
        "action.action",
        TEXT,
        _("After whatever was sent became something legal."),
        values=("bet", "call", "raise", "check", "fold", "allin"),
    ),
    Field("action.playerName", TEXT, _("Who did it.")),
    Field("action.amount", WHOLE, _("Chips added, if any were; always of a `call`."), optional=True),
    Field("action.chips", WHOLE, _("What the player has left.")),
    *BOTH,
)
PEERS: Final = (
    CODE,
    Field("players", OBJECTS, _("Everybody in the game, in seating order.")),
    Field("players[].playerName", TEXT, _("The name in every message.")),
    Field("players[].isOnline", YES, _("Connected at the moment.")),
    Field("tableStatus", WHOLE, _("As `status` of the table.")),
    Field("basicData", OBJECT, _("`table` and `players`, as in other messages.")),
    Field("basicData.table", OBJECT, _("The table."), part="table"),
    Field("basicData.players", OBJECTS, _("The players."), part="player"),
)
OVER: Final = (
    *BOTH,
    Field("winners", OBJECTS, _("Whoever has chips or unused reloads left, the best first.")),
    Field("winners[].playerName", TEXT, _("Who it is.")),
    Field("winners[].hand", OBJECT, _("Of the last hand; null if the player was not in it."), part="hand"),
    Field("winners[].chips", WHOLE, _("With the reloads that were not used.")),
)
ERROR: Final = (
    Field("msg", TEXT, _("Why, in a sentence.")),
    Field("code", TEXT, _("The same for your program.")),
    Field("wait", WHOLE, _("After so many seconds you may try again."), optional=True),
)
JOIN: Final = (
    Field("ticket", TEXT, _("The table's code.")),
    Field("phoneNumber", TEXT, _("The bot's name.")),
    Field("password", TEXT, _("Its key, or the MD5 of the key in lower-case hexadecimal.")),
    Field("gameName", TEXT, _("Always `texas_holdem`."), optional=True),
    Field("token", TEXT, _("The table's password, if it has one."), optional=True),
    Field("port", WHOLE, _("Accepted and ignored, as are `isHuman`, `danmu` and `playerName`."), optional=True),
)
