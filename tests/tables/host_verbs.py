"""Send everything that a host can ask for, as a browser would."""

from typing import Any

from django.urls import reverse

from accounts.models import User
from tables.core.refusals import Refused
from tables.models import Table
from tables.page import dispatch
from tables.page.verbs.host import VERBS

EXAMPLES: dict[str, dict[str, Any]] = {
    "pause": {},
    "resume": {},
    "close": {},
    "set_blinds": {"small_blind": "100", "big_blind": "200", "ante": "10"},
    "set_clock": {"seconds": "60"},
    "set_pace": {"pace": "50"},
    "set_limits": {"least": "5,000", "most": "30000"},
    "set_bet_sizes": {"sizes": "33, 75, 100"},
    "sit_somebody_out": {"whom": "Bob"},
    "remove": {"whom": "Bob"},
    "ban": {"whom": "Bob"},
    "lift_ban": {"whom": "Bob"},
    "name_cohost": {"whom": "Bob"},
    "unname_cohost": {"whom": "Bob"},
    "hand_over": {"whom": "Bob"},
    "set_door": {"found_by": "link", "approves": "1"},
    "set_password": {"password": "correct horse"},
    "set_chat": {"says_slowly": "5", "watchers_apart": "1"},
    "add_bot": {"style": "tight"},
    "fill_seats": {},
    "remove_bot": {"seat": "4"},
}
assert set(EXAMPLES) == set(VERBS)

OWNERS_ONLY = {"name_cohost", "unname_cohost", "hand_over"}
BEFORE = {"resume": "pause", "lift_ban": "ban", "unname_cohost": "name_cohost", "remove_bot": "add_bot"}
"""Maps a verb to the one that must have been asked for first, or there is nothing to do."""


def values(verb: str) -> dict[str, Any]:
    found = {"verb": verb, **EXAMPLES[verb]}
    if "whom" in found:
        found["whom"] = str(User.objects.filter(username=found["whom"].lower()).values_list("pk", flat=True).first())
    return found


def ask(table: Table, user: User, verb: str, **more: Any) -> str:
    """Ask for this verb, and return why it was refused, or an empty text."""
    try:
        dispatch.do(table.pk, user, {**values(verb), **more})
    except Refused as refused:
        return str(refused)
    return ""


def ask_all(table: Table, user: User, verb: str) -> str:
    """Ask for this verb after the one that it needs, and return why it was refused, or an empty text."""
    if verb in BEFORE:
        assert ask(table, user, BEFORE[verb]) == ""
    if verb == "remove_bot":
        bot = table.seated.exclude(house="").get()
        return ask(table, user, verb, seat=str(bot.number))
    return ask(table, user, verb)


def verb_url(table: Table) -> str:
    return reverse("table_do", args=[table.code])
