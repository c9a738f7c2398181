"""Parse the verbs of the chat: say, react, mute, report, remove."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tables.chat import messages, mute, report
from tables.core.refusals import Refused
from tables.page.verbs.parse import Values, Verb, text, whole


def _say(table_id: int, user: User, values: Values) -> None:
    messages.say(table_id, user, text(values.get("text")))


def _react(table_id: int, user: User, values: Values) -> None:
    messages.say(table_id, user, text(values.get("reaction")), reaction=True)


def _report(table_id: int, user: User, values: Values) -> None:
    report.report(table_id, user, _number(values.get("message")), text(values.get("words")))


def _number(value: Any) -> int:
    try:
        return whole(value)
    except Refused:
        raise Refused(_("There is no such message.")) from None


VERBS: Final[Mapping[str, Verb]] = {
    "say": _say,
    "react": _react,
    "mute": lambda table, user, values: mute.mute(table, user, _number(values.get("message"))),
    "unmute": lambda table, user, values: mute.unmute(user, _number(values.get("whom"))),
    "report": _report,
    "remove_message": lambda table, user, values: messages.remove(table, user, _number(values.get("message"))),
}
