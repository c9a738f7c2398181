"""Tell in sentences what hosts and moderators did with the table."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.utils.formats import date_format, time_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import shown_name
from poker_site.web.fragments import ViewModel, view_model
from tables.core import words
from tables.core.words import chips
from tables.models import Table, TableEvent

if TYPE_CHECKING:
    from tables.page.snapshot import Snapshot

Values = Mapping[str, Any]

_SENTENCES: Final[Mapping[str, Any]] = {
    "pause": gettext_lazy("%(by)s paused the table."),
    "unreadable": gettext_lazy(
        "The record of this hand can't be read, so the table is paused. A moderator can void it."
    ),
    "resume": gettext_lazy("%(by)s resumed the game."),
    "close": gettext_lazy("%(by)s closes the table; a running hand is played out."),
    "close by force": gettext_lazy("%(by)s closed the table."),
    "void": gettext_lazy("%(by)s made the hand void."),
    "clock": gettext_lazy("%(by)s gave everybody %(seconds)s seconds to act."),
    "limits": gettext_lazy("%(by)s set the buy-in from %(least)s to %(most)s."),
    "bet_sizes": gettext_lazy("%(by)s changed the bet sizes on the buttons."),
    "sit_out": gettext_lazy("%(by)s let %(whom)s sit out."),
    "remove": gettext_lazy("%(by)s removed %(whom)s from the table."),
    "ban": gettext_lazy("%(by)s banned %(whom)s from this table."),
    "lift_ban": gettext_lazy("%(by)s lifted the ban of %(whom)s."),
    "name_cohost": gettext_lazy("%(by)s made %(whom)s a co-host."),
    "unname_cohost": gettext_lazy("%(by)s took co-hosting from %(whom)s."),
    "hand_over": gettext_lazy("%(by)s handed the table over to %(whom)s."),
    "invite": gettext_lazy("%(by)s invited %(whom)s."),
    "make_link": gettext_lazy("%(by)s made an invitation link."),
    "new_code": gettext_lazy("%(by)s gave the table a new address: the old link leads nowhere."),
    "add_bot": gettext_lazy("%(by)s added the house bot %(whom)s."),
    "fill_seats": gettext_lazy("%(by)s filled the free seats with %(bots)s house bots."),
    "remove_bot": gettext_lazy("%(by)s sent the house bot %(whom)s away."),
    "game_prepared": gettext_lazy("%(by)s starts the game."),
    "game_begins": gettext_lazy("The game begins with %(players)s players."),
    "game_stopped": gettext_lazy("%(by)s called the game off. It may be started anew."),
    "game_ended": gettext_lazy("%(by)s ended the game early: the ranking is as it stood."),
    "game_won": gettext_lazy("The game is over. %(whom)s has won it."),
    "game_drawn": gettext_lazy("The game is over, and the first place is shared."),
}
_BY_VALUE: Final[Mapping[str, Mapping[Any, Any]]] = {
    "found_by": {
        "lobby": gettext_lazy("%(by)s listed the table in the lobby."),
        "link": gettext_lazy("%(by)s took the table off the lobby: it takes the link to find it."),
        "invitation": gettext_lazy("%(by)s made the table private: only who is invited comes in."),
    },
    "watchable": {
        True: gettext_lazy("%(by)s allowed watching."),
        False: gettext_lazy("%(by)s ended watching: only players see the table."),
    },
    "approves": {
        True: gettext_lazy("%(by)s wants to approve who sits down and tops up."),
        False: gettext_lazy("%(by)s lets everybody sit down and top up without asking."),
    },
    "admits_bots": {
        True: gettext_lazy("%(by)s lets bots of players sit down."),
        False: gettext_lazy("%(by)s lets no more bots of players sit down."),
    },
    "allows_same_owner": {
        True: gettext_lazy("%(by)s lets an owner and their bots sit together."),
        False: gettext_lazy("%(by)s lets an owner and their bots sit only one at a time."),
    },
    "shares_hands": {
        True: gettext_lazy("%(by)s lets players share hands with others by a link."),
        False: gettext_lazy("%(by)s keeps hands among the players: links to them show nothing any more."),
    },
    "pace": {
        Table.Pace.FAST: gettext_lazy("%(by)s set the pace to fast."),
        Table.Pace.NORMAL: gettext_lazy("%(by)s set the pace to normal."),
        Table.Pace.SLOW: gettext_lazy("%(by)s set the pace to slow."),
    },
    "password": {
        True: gettext_lazy("%(by)s set a new password."),
        False: gettext_lazy("%(by)s took the password away."),
    },
    "watchers_apart": {
        True: gettext_lazy("%(by)s keeps watchers' messages from players in a hand."),
        False: gettext_lazy("%(by)s lets players in a hand read watchers again."),
    },
    "quiet_all_in": {
        True: gettext_lazy("%(by)s silenced the chat while an all-in is shown down."),
        False: gettext_lazy("%(by)s allowed chat while an all-in is shown down."),
    },
}


@view_model
class HostEvent(ViewModel):
    key: str
    text: str
    at: str
    """Holds the time in ISO 8601, for the `datetime` attribute."""
    day: str
    time: str


def host_events(snapshot: "Snapshot") -> tuple[HostEvent, ...]:
    """List what hosts and moderators did, newest first; the sentences are reused from hand to hand."""
    key = ("happened", get_language(), get_current_timezone_name())
    if key not in snapshot.lasting:
        said = [(event, sentence(event)) for event in reversed(snapshot.events)]
        snapshot.lasting[key] = tuple([_shown(event, text) for event, text in said if text])
    found: tuple[HostEvent, ...] = snapshot.lasting[key]
    return found


def _shown(event: TableEvent, text: str) -> HostEvent:
    at = localtime(event.at)
    day, time = date_format(at, "DATETIME_FORMAT"), time_format(at, "TIME_FORMAT")
    return HostEvent(key=str(event.pk), text=text, at=at.isoformat(), day=day, time=time)


def sentence(event: TableEvent) -> str:
    """Word an event; return an empty text if its verb has no sentence."""
    by_force = event.verb == "close" and event.by is None  # no running hand is played out then
    said = _sentence("close by force" if by_force else event.verb, event.values)
    if not said:
        return ""
    numbers = {name: chips(value) for name, value in event.values.items() if type(value) is int}
    names = {"by": _name(event.by) if event.by else _("A moderator"), "whom": _name(event.whom)}
    times = {"at": words.day_and_time(datetime.fromisoformat(event.values["at"]))} if event.values.get("at") else {}
    host_events = str(said) % {**numbers, **names, **times}
    reason = event.values.get("words")
    return host_events + " " + _("Reason: %(words)s") % {"words": reason} if reason else host_events


def _sentence(verb: str, values: Values) -> Any:
    if verb in _TOLD:
        return _TOLD[verb](values)
    if verb in _BY_VALUE:
        return _BY_VALUE[verb].get(values.get("value"))
    return _SENTENCES.get(verb)


def _blinds(values: Values) -> str:
    if values["ante"]:
        return _("%(by)s set the blinds to %(small)s/%(big)s, ante %(ante)s, from the next hand on.")
    return _("%(by)s set the blinds to %(small)s/%(big)s from the next hand on.")


def _says_slowly(values: Values) -> str:
    if values["value"]:
        return _("%(by)s slowed the chat down: one message every %(value)s seconds.")
    return _("%(by)s lets everybody chat at any speed.")


def _approve(values: Values) -> str:
    if values["kind"] == "top_up":
        return _("%(by)s approved a top-up of %(chips)s for %(whom)s.")
    return _("%(by)s let %(whom)s sit down with %(chips)s.")


def _refuse(values: Values) -> str:
    if values["kind"] == "top_up":
        return _("%(by)s refused %(whom)s a top-up.")
    return _("%(by)s refused %(whom)s a seat.")


def _revoke(values: Values) -> str:
    if values["kind"] == "link":
        return _("%(by)s took an invitation link back.")
    return _("%(by)s took the invitation of %(whom)s back.")


def _start(values: Values) -> str:
    if values.get("at"):
        return _("%(by)s set the start to %(at)s.")
    return _("%(by)s removed the start time.")


_TOLD: Final[Mapping[str, Callable[[Values], str]]] = {
    "blinds": _blinds,
    "says_slowly": _says_slowly,
    "approve": _approve,
    "refuse": _refuse,
    "start": _start,
    "revoke": _revoke,
}


def _name(user: User | None) -> str:
    return shown_name(user) if user else _("Deleted player")
