"""Read what the lobby and the page of friends show, as values and as text."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from accounts.models import User
from accounts.viewer import Viewer
from poker_site.web.fragments import elements
from poker_site.web.rows import Rows
from tables.lobby import page
from tables.lobby.closed import ClosedTable
from tables.lobby.games import Finished
from tables.lobby.page import InvitationRow
from tables.lobby.rows import Row
from tables.social import friends
from tables.social.notifications import Notifications, notifications_of


@dataclass
class Lobby:
    letters: tuple[InvitationRow, ...]
    yours: tuple[Row, ...]
    free: tuple[Row, ...]
    watch: tuple[Row, ...]
    starting: tuple[Row, ...]
    running: tuple[Row, ...]
    closed: tuple[ClosedTable, ...]
    finished: tuple[Finished, ...]
    more: bool
    chips: int
    at_tables: int


@dataclass
class Friends:
    friends: tuple[friends.Friend, ...]
    lately: tuple[int, ...]


def lobby_of(user: User) -> Lobby:
    found = page.lobby_of(user)
    rest, chips = values_of(found.rest), values_of(found.chips)
    rows = {name: _rows(getattr(found, name)) for name in found.__slots__ if name not in ("rest", "chips")}
    return Lobby(**rows, more=rest.more, chips=chips.chips, at_tables=chips.at_tables)


def lobby_text(user: User, viewer: Viewer) -> str:
    """Return the HTML of all elements of the page."""
    with viewer.reading():
        return "\n".join(element.html(get_language()) for element in elements(page.lobby_of(user)))


def friends_of(user: User) -> Friends:
    found = friends.friends_page(user)
    return Friends(_rows(found.friends), tuple(person.id for person in values_of(found.others).lately))


def notified(user: User) -> Notifications:
    found: Notifications = values_of(notifications_of(user))
    return found


def values_of(fragment: Any) -> Any:
    return fragment.value


def _rows(rows: Rows) -> tuple[Any, ...]:
    return tuple(row.value for row in rows.lines)
