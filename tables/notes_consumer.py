"""What waits for an answer comes at once, to the sockets of tables and of pages that have none of their own."""

from accounts.consumers import AccountConsumer, SignedInConsumer
from accounts.models import User
from poker_site.pool import in_pool
from tables.notes import Notes, notes_of, render_notes
from tables.page.fragments import replaced


class WithNotes(SignedInConsumer):
    notes = "site/notes.html"
    noted = Notes()

    async def look(self) -> bool:
        """The page was loaded a moment ago: if nothing waits, there is nothing to say."""
        if not await super().look():
            return False
        if text := await in_pool(self._notes)():
            await self.send(text)
        return True

    def _notes(self) -> str:
        found = notes_of(User.objects.get(pk=self.user_id))
        before, self.noted = self.noted, found
        return "" if found == before else replaced("notes", render_notes(found, self.viewer, self.notes))


class NotesConsumer(WithNotes, AccountConsumer):
    pass
