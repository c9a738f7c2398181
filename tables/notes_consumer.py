"""The socket of every page that has none of its own: what waits for an answer comes to it at once."""

from accounts.consumers import AccountConsumer
from accounts.models import User
from poker_site.pool import in_pool
from tables.notes import Notes, notes_of, render_notes
from tables.room.envelopes import envelope


class NotesConsumer(AccountConsumer):
    shown = Notes()

    async def look(self) -> bool:
        """The page was loaded a moment ago: if nothing waits, there is nothing to say."""
        if not await super().look():
            return False
        if text := await in_pool(self._news)():
            await self.send(text)
        return True

    def _news(self) -> str:
        notes = notes_of(User.objects.get(pk=self.user_id))
        before, self.shown = self.shown, notes
        return "" if notes == before else envelope({"notes": render_notes(notes, self.viewer)})
