"""What waits for somebody's answer, on whatever page they are: requests of friends, invitations to tables."""

from dataclasses import dataclass
from typing import Final

from django.template.loader import render_to_string

from accounts import people
from accounts.models import User
from accounts.viewer import Viewer
from tables.access import open_letters
from tables.models import Invitation, Table
from tables.services.clock import now

MOST_SHOWN: Final = 20
SHOWN_THERE: Final = {"home": "letters", "friends": "asking"}
"""By page, what it shows itself."""


@dataclass(frozen=True)
class Notes:
    asking: tuple[User, ...] = ()
    letters: tuple[Invitation, ...] = ()
    not_here: str = ""


def notes_of(user: User, page: str = "") -> Notes:
    letters = open_letters(now()).filter(user=user).exclude(table__state=Table.State.CLOSED)
    return Notes(
        asking=people.asking(user)[:MOST_SHOWN],
        letters=tuple(letters.select_related("by", "table").order_by("-made_at")[:MOST_SHOWN]),
        not_here=SHOWN_THERE.get(page, ""),
    )


def render_notes(notes: Notes, viewer: Viewer, template: str = "site/notes.html") -> str:
    """The element `#notes` as the page has it."""
    with viewer.reading():
        return render_to_string(template, {"notes": notes})
