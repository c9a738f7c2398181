"""Describe the protocol of the arena: frames over TCP."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import MOST_CONNECTIONS
from tables.bots.api.files import FILES
from tables.bots.duel import messages, play, room, server, wire
from tables.bots.duel.connection import MOST_UNREAD
from tables.bots.duel.house import HOUSE
from tables.guide.protocols import duel_fields as fields
from tables.guide.protocols.catalogue import PROGRAM, SERVER, Chapter, Field, Message, Program, Protocol

WATCHING: Final = _("for who watches")
OLDER: Final = _("older dialect")

REQUESTS: Final = (
    Message(
        "connect",
        PROGRAM,
        _("To enter a room. Whoever comes first fixes its size, hands and house bots; the others send the same."),
        (fields.INFO, fields.ROOM, fields.NAME, fields.SIZE, fields.BOTS, fields.HANDS),
        ("connect",),
    ),
    Message("observer", PROGRAM, _("To watch a room."), (fields.INFO, fields.ROOM), ("observer",)),
    Message(
        "ai_vs_ai",
        PROGRAM,
        _("To let house bots play each other and watch them. Every deck is dealt once for each order of the seats."),
        (fields.INFO, fields.ROOM, fields.SIZE, fields.ALL_BOTS, fields.HANDS),
        ("ai_vs_ai",),
    ),
    Message(
        "action",
        PROGRAM,
        _(
            "When a state comes in which `position` and `action_position` are equal. What comes earlier waits for"
            " that. `bet` is a raise by the pot, as it is after calling; `info` may be missing."
        ),
        (
            fields.INFO,
            Field("action", fields.TEXT, _("`call`, `check`, `fold`, or `r` and the total on this street: `r300`.")),
        ),
        ("action", "action raise"),
    ),
    Message(
        "ready",
        PROGRAM,
        _("After every result, the last one included."),
        (fields.INFO, Field("status", fields.TEXT, _("Go on, or leave the match."), values=("start", "exit"))),
        ("ready",),
    ),
    Message(
        "start",
        PROGRAM,
        _("When the server says `ready`, and after every result."),
        (fields.INFO,),
        ("start",),
        OLDER,
    ),
)
ANSWERS: Final = (
    Message(
        "state",
        SERVER,
        _("To every player, whenever somebody is to act, and once more when the hand is over."),
        fields.OWN_STATE,
        ("state",),
    ),
    Message("result", SERVER, _("To every player, after each hand."), fields.RESULT, ("result",)),
    Message(
        "state",
        SERVER,
        _("In place of the other, to everybody who watches."),
        fields.WATCHED_STATE,
        ("watched state",),
        WATCHING,
        "server-watched-state",
    ),
    Message(
        "result",
        SERVER,
        _("In place of the other, to everybody who watches."),
        fields.WATCHED_RESULT,
        ("watched result",),
        WATCHING,
        "server-watched-result",
    ),
    Message("ready", SERVER, _("The room is full: may the match start?"), (fields.INFO,), ("asked ready",), OLDER),
    Message(
        "success",
        SERVER,
        _("When all have answered the last result with `ready`; then the server closes the connection."),
        (fields.INFO, fields.REASON),
        ("success",),
    ),
    Message(
        "error",
        SERVER,
        _("Something is wrong; then the server closes the connection."),
        (fields.INFO, fields.REASON),
        ("error", "not found"),
    ),
)
FRAMING: Final = Chapter(
    "framing",
    _("Connecting and framing"),
    (
        _("Open a TCP connection to the address above."),
        _(
            "Every message is its length, a signed whole number of four bytes, the lowest first, and then so many bytes"
            " of JSON: one object in UTF-8. The length is of bytes, not of characters."
        ),
        _("What the server sends is ASCII; other characters are escaped as `\\uXXXX`."),
        _(
            "Read until you have all the bytes: a message may arrive in pieces. A message has at most"
            " %(longest)d bytes."
        ),
        _(
            "Cards are written rank first, then suit: `Ts` is the ten of spades. Ranks are `23456789TJQKA`,"
            " suits `cdhs`."
        ),
        _("Seat 0 is the small blind, then it goes clockwise; with every hand seat 1 becomes seat 0."),
        _("Every hand begins with %(stack)d chips and blinds of %(small)d and %(big)d. The first seats are drawn."),
        _("Where keys are needed the name is `name#key`; the others see the name of the bot's account."),
        _("House bots: %(house)s. Two of a kind are told apart: `CallAgent`, `CallAgent1`."),
    ),
)
TIME: Final = Chapter(
    "time",
    _("Time, errors and the end"),
    (
        _("Who sends no action or no `ready` within %(patience)d seconds counts as disconnected."),
        _("A room that is not full after %(filling)d minutes is closed."),
        _(
            "If a player acts illegally, is disconnected, sends no action or leaves, everybody in the room is told an"
            " `error`, and the match is over. In the middle of a hand, it is played to its end first, with that"
            " player folded, and its result is sent. All hands that were finished count."
        ),
        _("What waits for a turn that does not come in this hand is forgotten."),
        _("If something goes wrong that nobody foresaw, the `error` says `Unhandled error`."),
        _("If the room is full, or the room to watch does not exist, only the one who asked is told."),
        _("If a house bot's name is unknown, the room is closed for everybody who waits in it."),
        _("After its last message the server stops sending and reads on for up to 5 seconds before it closes."),
        _(
            "The older dialect: a `connect` without `game_number` is taken as %(usual)d hands. The server then sends"
            " `ready` when the room is full and waits for `start`, as it does after every result."
        ),
    ),
)
LIMITS: Final = Chapter(
    "limits",
    _("Limits"),
    (
        _("%(connections)d connections at a time for each key."),
        _("%(unasked)d messages in a row that nobody waits for end the match."),
        _("Read what you are sent: with more than %(unread)d bytes unread the connection is closed."),
        _(
            "Connections that say nothing are closed after %(patience)d seconds, earlier if there are more"
            " than %(silent)d."
        ),
    ),
)


def duel() -> Protocol:
    return Protocol(
        slug="duel",
        title=_("The arena's protocol"),
        summary=_("Frames over TCP, as programs for the duel benchmark speak it."),
        choose=_("For matches between programs over many hands, and for programs that speak it already."),
        before=(FRAMING,),
        messages=(*REQUESTS, *ANSWERS),
        after=(TIME, LIMITS),
        programs=(Program("duel.py", FILES["duel.py"].path, "python duel.py {host} {port} {name}"),),
        numbers={
            "name": messages.LONGEST_NAME,
            "fewest": messages.FEWEST,
            "most": messages.MOST,
            "hands": messages.MOST_HANDS,
            "usual": messages.HANDS,
            "stack": play.STACK,
            "small": play.SMALL_BLIND,
            "big": play.BIG_BLIND,
            "longest": wire.LONGEST,
            "house": ", ".join(f"`{name}`" for name in HOUSE),
            "patience": int(room.ACTION_SECONDS),
            "filling": int(room.FILLING) // 60,
            "unasked": room.MOST_UNASKED,
            "connections": MOST_CONNECTIONS,
            "unread": MOST_UNREAD,
            "silent": server.MOST_SILENT,
        },
    )
