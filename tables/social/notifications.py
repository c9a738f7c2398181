"""Show on every page what waits for the user's answer: friend requests and invitations to tables."""

from typing import Final

from accounts.models import User
from accounts.selectors import shown_name
from accounts.social import friendships
from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.access.permissions import open_personal_invitations
from tables.core.deadlines import now
from tables.models import Table

MOST_SHOWN: Final = 20
SHOWN_THERE: Final = {"home": "letters", "friends": "asking"}
"""Names the kind of notification that a page lists itself."""


@view_model
class FriendRequest(ViewModel):
    """Shows a friend request."""

    id: int
    name: str


@view_model
class TableInvitation(ViewModel):
    """Shows an invitation to a table."""

    id: int
    code: str
    by: str
    table: str


@view_model
class Notifications(ViewModel):
    asking: tuple[FriendRequest, ...] = ()
    letters: tuple[TableInvitation, ...] = ()
    not_here: str = ""
    """Names the kind that the page lists itself, so that it is hidden among the notifications."""


@view_model
class PageWithNotifications(ViewModel):
    """Holds a page together with the user's notifications."""

    page: ViewModel
    notifications: Fragment


def notifications_of(user: User | None, page: str = "", *, template: str = "site/notifications.html") -> Fragment:
    """Return the notifications to show on this page; without a user there are none."""
    return Fragment("notes", template, Notifications() if user is None else _read(user, page))


def _read(user: User, page: str) -> Notifications:
    letters = open_personal_invitations(now()).filter(user=user).exclude(table__state=Table.State.CLOSED)
    newest = letters.select_related("by", "table").order_by("-made_at")[:MOST_SHOWN]
    return Notifications(
        asking=tuple(
            FriendRequest(id=user.pk, name=shown_name(user)) for user in friendships.asking(user)[:MOST_SHOWN]
        ),
        letters=tuple(
            TableInvitation(id=letter.pk, code=letter.code, by=shown_name(letter.by), table=letter.table.name)
            for letter in newest
        ),
        not_here=SHOWN_THERE.get(page, ""),
    )
