"""What a host does with the table."""

from collections.abc import Mapping
from typing import Final

from tables.room.verbs.parse import Verb, text, whole
from tables.services import hosting, house_bots

VERBS: Final[Mapping[str, Verb]] = {
    "pause": lambda table, user, values: hosting.pause(table, user),
    "resume": lambda table, user, values: hosting.resume(table, user),
    "close": lambda table, user, values: hosting.close(table, user),
    "add_bot": lambda table, user, values: house_bots.add_bot(table, user, text(values.get("style"))),
    "remove_bot": lambda table, user, values: house_bots.remove_bot(table, user, whole(values.get("seat"))),
}
