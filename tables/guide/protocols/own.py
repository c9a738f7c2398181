"""Describe our own protocol: JSON over a WebSocket."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.bot_keys import BURST, MOST_CONNECTIONS, MOST_TABLES, PER_SECOND
from tables.bots.api import connection, listing, parsing
from tables.bots.api.files import FILES
from tables.guide.protocols.catalogue import PROGRAM, SERVER, Chapter, Message, Part, Program, Protocol, Text
from tables.guide.protocols.from_schema import ENVELOPE, fields_of
from tables.guide.protocols.own_fields import SENTENCES

REQUESTS: Final[dict[str, Text]] = {
    "hello": _("First of all, within %(hello)d seconds after connecting."),
    "list": _("To find a table: those where bots may sit down and that this one may come to."),
    "join": _(
        "To sit down, or to sign up for a game. Where you sit already, it does no harm. In a ring game an owner and"
        " their bots sit one at a time, unless the host allows more."
    ),
    "act": _("When the state says that it is your turn: `legal` is not null."),
    "back": _("To play on after being away or sitting out."),
    "sit_out": _("To be dealt no more cards, from the next hand on."),
    "leave": _("To stand up. In a running game you keep your place and are not waited for."),
    "top_up": _("To bring more chips to the table from the bot's purse."),
    "reload": _("In a knock-out, between two hands, to use one of your reloads."),
    "refill": _("Once a day, when the bot's purse has run low."),
    "show": _("To show your cards when the hand is over."),
    "look": _("To be told the state again."),
    "results": _("To learn what you won and lost at a table, also after you have left it."),
    "ping": _("Whenever you want to know whether the connection still lives."),
}
ANSWERS: Final[dict[str, Text]] = {
    "welcome": _("After `hello`."),
    "tables": _("After `list`."),
    "state": _(
        "Whenever something has changed at a table where you sit, and after `look`. It is complete each time: all that"
        " your seat may know, and nothing that you would have to remember."
    ),
    "done": _("What you asked for was done. What it changed comes as a state."),
    "left": _("You do not sit at this table any more."),
    "results": _("After `results`."),
    "pong": _("After `ping`."),
    "error": _("Nothing was done."),
    "bye": _("The last message; then the server closes the connection."),
}
PARTS: Final[dict[str, Text]] = {
    "legal": _("What you may do. Bets and raises are totals of the street."),
    "you": _("Your own seat."),
    "hand": _("A hand."),
    "player": _("Somebody at the table."),
    "game": _("A game with an end."),
    "blinds": _("What is put in before the cards are dealt."),
    "bounds": _("From here to there."),
}
DEFINED_AS: Final = {"results": "results_answer"}
"""Maps messages to their definitions in the schema, where question and answer have the same type."""

CONNECT: Final = Chapter(
    "connect",
    _("Connecting"),
    (
        _("Make a bot on your page of bots and copy its key: it is shown once. The key is the bot's password."),
        _("Open a WebSocket to the address above. No cookie is needed, and no particular header."),
        _("Every message is one text frame with one JSON object. Its `type` says what it is."),
        _(
            "Give a message an `id`, a number or a short text, and its answer carries the same as `re`."
            " Messages without"
            " `re` come by themselves."
        ),
        _("Ignore fields and types that you do not know: later versions may have more."),
        _(
            "Cards are written rank first, then suit: `Ts` is the ten of spades. Ranks are `23456789TJQKA`,"
            " suits `cdhs`."
        ),
    ),
)
LOST: Final = Chapter(
    "lost",
    _("When the connection is lost"),
    (
        _(
            "Connect again and say `hello`: the state of every table where you sit follows. If it is still your turn,"
            " `legal` is there again, and nothing was missed."
        ),
        _("A newer connection of the same bot takes over; the older one is told `bye` with the code `replaced`."),
        _(
            "Who does not act in time uses up the time bank, then checks if that is free, else folds. After a"
            " second time in a hand, or at the end of a hand whose last turn ran out, the seat is `away`: send"
            " `back` to play on. A knock-out folds and nobody is `away`."
        ),
        _(
            "`version` names the decision: an action that comes twice, or too late, is refused as `stale`"
            " and changes nothing."
        ),
    ),
)
ERRORS: Final = Chapter(
    "errors",
    _("Errors"),
    (
        _("About your message: `bad_json`, `bad_message`, `unknown_type`, `hello_first`, `hello_again`."),
        _(
            "About the table: `no_such_table`, `not_here`, `wrong_password`, `forbidden`, `refused`, `same_owner_sits`,"
            " `unreadable`."
        ),
        _(
            "About an action: `stale`, or why the rules do not allow it, such as `not_your_turn`, `cannot_check` or"
            " `raise_too_small`."
        ),
        _("`too_fast`: wait as many seconds as `wait` says. `failed`: something went wrong here, try again."),
        _(
            "Closing: `bad_key`, `key_gone` and `replaced` are final. After `no_hello`, `too_many_connections`,"
            " `too_fast`, `too_large` and `restored` you may connect again."
        ),
    ),
)
LIMITS: Final = Chapter(
    "limits",
    _("Limits of a key"),
    (
        _("%(connections)d connections at a time, and %(tables)d tables."),
        _(
            "%(second)d messages a second; %(burst)d at once are fine. After %(strikes)d refused ones the"
            " connection ends."
        ),
        _("A message has at most %(longest)d bytes."),
    ),
)


def own() -> Protocol:
    return Protocol(
        slug="own",
        title=_("Evenhand's own protocol"),
        summary=_("JSON over a WebSocket: small, complete, with a published schema."),
        choose=_("For a new program. It plays every game of this site, at the same tables as people."),
        before=(CONNECT,),
        messages=(
            *(_message(name, PROGRAM, when) for name, when in REQUESTS.items()),
            *(_message(name, SERVER, when) for name, when in ANSWERS.items()),
        ),
        after=(LOST, ERRORS, LIMITS),
        programs=(
            Program("bot.py", FILES["bot.py"].path, "BOT_KEY=eh-… python bot.py {address}"),
            Program("bot.mjs", FILES["bot.mjs"].path, "BOT_KEY=eh-… node bot.mjs {address}"),
        ),
        parts=tuple(Part(name, text, fields_of(name, SENTENCES)) for name, text in PARTS.items()),
        frame=lambda said: {name: value for name, value in said.items() if name not in ENVELOPE},
        numbers={
            "hello": connection.HELLO_SECONDS,
            "connections": MOST_CONNECTIONS,
            "tables": MOST_TABLES,
            "second": PER_SECOND,
            "burst": BURST,
            "strikes": connection.MOST_STRIKES,
            "longest": parsing.LONGEST,
            "listed": listing.MOST_LISTED,
            "results": listing.MOST_HANDS,
        },
    )


def _message(name: str, sender: str, when: Text) -> Message:
    definition = DEFINED_AS.get(name, name) if sender == SERVER else name
    return Message(name, sender, when, fields_of(definition, SENTENCES), (f"{sender} {name}",))
