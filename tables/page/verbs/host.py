"""Parse the verbs of hosts: pause, rules, people, access, chat, house bots."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.social.friendships import find
from tables.core.refusals import Refused
from tables.hosting import cohosts, house_bots, people, rule_changes, table_settings
from tables.page.verbs.parse import Values, Verb, text, whole
from tables.play import lifecycle


def _to(service: Callable[[int, User, User], object]) -> Verb:
    """Make a verb that finds a user by id or name and calls the service with them."""

    def verb(table_id: int, by: User, values: Values) -> None:
        name = text(values.get("name"))
        whom = find(name) if name else User.objects.filter(pk=whole(values.get("whom"))).first()
        if whom is None:
            raise Refused(_("There is no such player."))
        service(table_id, by, whom)

    return verb


def _ticked(values: Values, name: str) -> bool:
    """Return whether a box is ticked; a form leaves out boxes that are not."""
    return values.get(name) in ("1", "on", True)


def _blinds(table_id: int, by: User, values: Values) -> None:
    small, big, ante = (whole(values.get(name) or "0") for name in ("small_blind", "big_blind", "ante"))
    rule_changes.set_blinds(table_id, by, small_blind=small, big_blind=big, ante=ante)


def _limits(table_id: int, by: User, values: Values) -> None:
    least, most = whole(values.get("least")), whole(values.get("most"))
    rule_changes.set_limits(table_id, by, least=least, most=most)


def _door(table_id: int, by: User, values: Values) -> None:
    names = ("watchable", "approves", "admits_bots", "allows_same_owner", "shares_hands")
    ticked = {name: _ticked(values, name) for name in names}
    table_settings.set_access(table_id, by, found_by=text(values.get("found_by")), **ticked)


def _password(table_id: int, by: User, values: Values) -> None:
    """Set the password. An empty one removes it, so a value that is no text must be refused."""
    if not isinstance(values.get("password"), str):
        raise Refused(_("There is no such action."))
    table_settings.set_password(table_id, by, text(values["password"]))


def _chat(table_id: int, by: User, values: Values) -> None:
    ticked = {name: _ticked(values, name) for name in ("watchers_apart", "quiet_all_in")}
    table_settings.set_chat(table_id, by, says_slowly=whole(values.get("says_slowly") or "0"), **ticked)


VERBS: Final[Mapping[str, Verb]] = {
    "pause": lambda table, user, values: lifecycle.pause(table, user),
    "resume": lambda table, user, values: lifecycle.resume(table, user),
    "close": lambda table, user, values: lifecycle.close(table, user),
    "set_blinds": _blinds,
    "set_clock": lambda table, user, values: rule_changes.set_clock(table, user, seconds=whole(values.get("seconds"))),
    "set_pace": lambda table, user, values: table_settings.set_pace(table, user, whole(values.get("pace"))),
    "set_limits": _limits,
    "set_bet_sizes": lambda table, user, values: rule_changes.set_bet_sizes(
        table, user, text=text(values.get("sizes"))
    ),
    "sit_somebody_out": _to(people.sit_out),
    "remove": _to(people.remove),
    "ban": _to(people.ban),
    "lift_ban": _to(people.lift_ban),
    "name_cohost": _to(cohosts.name_cohost),
    "unname_cohost": _to(cohosts.unname_cohost),
    "hand_over": _to(cohosts.hand_over),
    "set_door": _door,
    "set_password": _password,
    "set_chat": _chat,
    "add_bot": lambda table, user, values: house_bots.add_bot(table, user, text(values.get("style"))),
    "fill_seats": lambda table, user, values: house_bots.fill_seats(table, user),
    "remove_bot": lambda table, user, values: house_bots.remove_bot(table, user, whole(values.get("seat"))),
}
