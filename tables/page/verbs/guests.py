"""Parse the verbs that let people in: approvals, invitations, links, the start time."""

from collections.abc import Mapping
from typing import Final

from accounts.models import User
from tables.hosting import admission, approval, invitations
from tables.page.verbs.parse import Values, Verb, local_time, text, whole


def _make_link(table_id: int, by: User, values: Values) -> None:
    hours, uses = (whole(values.get(name) or "0") for name in ("hours", "uses"))
    invitations.make_link(table_id, by, hours=hours, most_uses=uses)


VERBS: Final[Mapping[str, Verb]] = {
    "approve": lambda table, user, values: approval.approve(table, user, whole(values.get("wish"))),
    "refuse": lambda table, user, values: approval.refuse(table, user, whole(values.get("wish"))),
    "withdraw": lambda table, user, values: approval.withdraw(table, user),
    "invite": lambda table, user, values: invitations.invite_by_name(table, user, text(values.get("name"))),
    "make_link": _make_link,
    "set_start": lambda table, user, values: invitations.set_start(table, user, local_time(values.get("start"))),
    "revoke": lambda table, user, values: invitations.revoke(table, user, whole(values.get("invitation"))),
    "new_code": lambda table, user, values: admission.new_code(table, user),
}
