"""Send what waits for an answer at once, to the sockets of tables and of pages that have no feed of their own."""

from accounts.consumers import AccountConsumer, SignedInConsumer
from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from poker_site.web.fragments import Fragment, delta
from tables.social.notifications import notifications_of


class WithNotifications(SignedInConsumer):
    notifications_template = "site/notifications.html"
    notifications: Fragment | None = None
    """What the browser shows."""

    async def look(self) -> bool:
        """The page was loaded a moment ago: if nothing waits, there is nothing to say."""
        if not await super().look():
            return False
        if text := await in_pool(self._news)():
            await self.send(text)
        return True

    def _news(self) -> str:
        with self.viewer.reading():
            template = self.notifications_template
            found = notifications_of(User.objects.get(pk=self.user_id), template=template)
            # Compare last: two looks may run at a time, and the second has nothing new to say.
            before, self.notifications = self.notifications, found
            return delta(before or notifications_of(None, template=template), found)


class NotificationsConsumer(WithNotifications, AccountConsumer):
    pass
