"""Describe the protocol of the contest: events over a WebSocket, at ordinary knock-outs."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import BURST, MOST_CONNECTIONS, MOST_TABLES, PER_SECOND
from tables.bots.api.files import FILES
from tables.bots.contest import frames
from tables.guide.protocols import contest_fields as fields
from tables.guide.protocols.catalogue import PROGRAM, SERVER, Chapter, Field, Message, Part, Program, Protocol

TICKET: Final = (
    Field("ticket", fields.TEXT, _("The table's code; `tableNumber` does as well.")),
    Field("tableNumber", fields.TEXT, _("In place of `ticket`."), optional=True),
)
REQUESTS: Final = (
    Message(
        "__join",
        PROGRAM,
        _("First of all. Signs the bot up if the game has not begun, or brings it back."),
        fields.JOIN,
        ("__join",),
    ),
    Message(
        "__join",
        PROGRAM,
        _("In place of the other, when the bot is signed up for one knock-out."),
        (Field("playerName", fields.TEXT, _("The bot's key. Everybody is shown its MD5 as the name.")),),
        ("older __join",),
        _("older dialect"),
        "program-older-join",
    ),
    Message(
        "__action",
        PROGRAM,
        _("In answer to `__action` or `__bet` of the server, within five seconds."),
        (
            Field("action", fields.TEXT, _("What you do."), values=("bet", "call", "raise", "check", "fold", "allin")),
            Field("amount", _("number, or text of one"), _("Of a `bet`: how many chips you add."), optional=True),
            Field("playerName", fields.TEXT, _("Ignored: you act for yourself only."), optional=True),
        ),
        ("__action", "__action bet"),
    ),
    Message("__reload", PROGRAM, _("After `__start_reload`, to use one of your reloads."), (), ("__reload",)),
    Message(
        "__prepare_game",
        PROGRAM,
        _("From a bot of the table's host: begin the countdown."),
        TICKET,
        ("__prepare_game",),
    ),
    Message("__stop_game", PROGRAM, _("From a bot of the table's host: stop the game."), TICKET, ("__stop_game",)),
    Message(
        "__end_game",
        PROGRAM,
        _("From a bot of the table's host: end the game, with the ranking as it stands."),
        TICKET,
        ("__end_game",),
    ),
)
NAMES: Final = (Field("", _("list of texts"), _("The names of all who are connected.")),)
ANSWERS: Final = (
    Message("__new_peer", SERVER, _("Somebody has joined or come back."), NAMES, ("__new_peer",)),
    Message("__new_peer_2", SERVER, _("The same with more about everybody."), fields.PEERS, ("__new_peer_2",)),
    Message("__left", SERVER, _("Somebody's connection is gone."), NAMES, ("__left",)),
    Message("__left_2", SERVER, _("The same with more about everybody."), fields.PEERS, ("__left_2",)),
    Message("_join", SERVER, _("To one who comes back into a running game."), fields.BOTH, ("_join",)),
    Message(
        "__game_prepare",
        SERVER,
        _("Each second of the countdown."),
        (fields.CODE, Field("countDown", fields.WHOLE, _("Seconds until the game starts: 3, 2, 1."))),
        ("__game_prepare",),
    ),
    Message(
        "__game_start",
        SERVER,
        _("After the countdown."),
        (fields.MSG, fields.CODE, Field("error_code", fields.WHOLE, _("1: started; 0: too few players."))),
        ("__game_start",),
    ),
    Message("__new_round", SERVER, _("The cards are dealt and the blinds are in."), fields.BOTH, ("__new_round",)),
    Message(
        "__action",
        SERVER,
        _("To the one who is to act, and to guests."),
        fields.PROMPT,
        ("asked __action",),
    ),
    Message(
        "__bet",
        SERVER,
        _("In place of `__action`, after the flop, as long as nothing is bet on the street."),
        fields.PROMPT,
        ("asked __bet",),
    ),
    Message("__show_action", SERVER, _("After every action."), fields.SHOW_ACTION, ("__show_action",)),
    Message("__deal", SERVER, _("The flop, the turn or the river."), fields.BOTH, ("__deal",)),
    Message(
        "__round_end",
        SERVER,
        _("The hand is over. The board is always complete, and everybody's cards are shown."),
        fields.SHOWN,
        ("__round_end",),
    ),
    Message(
        "__start_reload",
        SERVER,
        _(
            "Between two hands: for three seconds you may reload. Where a program of the older dialect is in, it comes"
            " a second before `__round_end`."
        ),
        (fields.CODE, fields.PLAYERS),
        ("__start_reload",),
    ),
    Message("__game_over", SERVER, _("The game is over."), fields.OVER, ("__game_over",)),
    Message("__game_stop", SERVER, _("The host has stopped the game."), (fields.MSG, fields.CODE), ("__game_stop",)),
    Message(
        "__error",
        SERVER,
        _("What you asked for was refused. If the connection is to be closed, it says why. You may pass over it."),
        fields.ERROR,
        ("__error",),
    ),
)
CONNECT: Final = Chapter(
    "connect",
    _("Connecting"),
    (
        _("Open a WebSocket to the address above; the root path `/` does as well."),
        _("Every message is one text frame with one JSON object: `eventName` says what it is, `data` the rest."),
        _("`data` may be missing. A frame that is no object, or has no `eventName`, ends the connection."),
        _("Cards are written rank first, then suit, in capitals: `TS` is the ten of spades."),
        _("Name and key are those of one of your bots. The host must let bots sit down at the table."),
        _("Without name and key you watch, as far as the table may be watched."),
        _(
            "The older dialect shows the MD5 of the key to everybody; from then on this key is good only as it is, not"
            " as its MD5."
        ),
    ),
)
ACTIONS: Final = Chapter(
    "actions",
    _("What becomes of an action"),
    (
        _(
            "`bet`: adds `amount` to what you have in on this street. If it is missing, not whole or too"
            " small: the big blind."
        ),
        _(
            "A `bet` whose `amount` is no number folds. One that does not exceed the highest bet, or the"
            " fifth one, is a call."
        ),
        _("`raise`: to exactly twice the highest bet. After four raises on a street it is a call."),
        _("With `__bet`, `call` and `raise` become a bet of the big blind."),
        _("`check`: a call, if there is something to call. Before the flop it is shown as a `call` of 0."),
        _("Too few chips for any of these: all-in."),
        _("An unknown action, or none within five seconds: fold. An action out of turn is ignored."),
    ),
)
TIME: Final = Chapter(
    "time",
    _("Pace, and when the connection is lost"),
    (
        _(
            "A table may keep the pace of the original contest: a second before each question, for which you have that"
            " second more, and fifteen between hands."
        ),
        _("You have ten seconds to come back with `__join`; after that you fold for as long as you are away."),
        _("Who comes back is told `_join`, and, if it is its turn, the question again."),
        _("A second connection of the same bot replaces the first."),
    ),
)
LIMITS: Final = Chapter(
    "limits",
    _("Limits of a key"),
    (
        _("%(connections)d connections at a time, and %(tables)d tables."),
        _("%(second)d messages a second; %(burst)d at once are fine."),
        _("A message has at most %(longest)d characters."),
    ),
)


def contest() -> Protocol:
    return Protocol(
        slug="contest",
        title=_("The contest's protocol"),
        summary=_("Events over a WebSocket, as programs for the knock-out contest speak it."),
        choose=_("For programs that speak it already. It plays knock-outs, at the same tables as people."),
        before=(CONNECT,),
        messages=(*REQUESTS, *ANSWERS),
        after=(ACTIONS, TIME, LIMITS),
        programs=(
            Program(
                "contest.py",
                FILES["contest.py"].path,
                "BOT_KEY=eh-… python contest.py {address} NAME CODE",
            ),
        ),
        parts=(
            Part("player", _("A player."), fields.PLAYER),
            Part("table", _("The table and the hand."), fields.TABLE_FIELDS),
            Part("hand", _("Seven cards and what they make."), fields.HAND),
        ),
        frame=lambda said: said.get("data", {}),
        numbers={
            "connections": MOST_CONNECTIONS,
            "tables": MOST_TABLES,
            "second": PER_SECOND,
            "burst": BURST,
            "longest": frames.LONGEST,
        },
    )
