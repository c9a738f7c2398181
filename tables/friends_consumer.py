"""The socket of the page of friends: who comes and goes is seen within seconds."""

from django.template.loader import render_to_string

from accounts.models import User
from tables.friends import friends_of
from tables.lobby_consumer import LobbyConsumer
from tables.notes import notes_of, render_notes
from tables.page.fragments import replaced

PARTS = {"friends": "tables/friends/list.html", "people": "tables/friends/others.html"}


class FriendsConsumer(LobbyConsumer):
    def _news(self) -> str:
        """Whether somebody is here no version tells, so it is looked at each time."""
        user = User.objects.select_related("preferences").get(pk=self.user_id)
        with self.viewer.reading():
            context = {"scene": friends_of(user)}
            parts = [replaced(name, render_to_string(template, context)) for name, template in PARTS.items()]
        parts.append(replaced("notes", render_notes(notes_of(user, "friends"), self.viewer)))
        before, self.shown = self.shown, frozenset(parts)
        return "".join(part for part in parts if part not in before)
