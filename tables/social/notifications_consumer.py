"""Push notifications to the sockets of tables and of pages without a feed of their own."""

from accounts.consumers import AccountConsumer, SignedInConsumer
from accounts.models import User
from poker_site.runtime.db_threads import in_pool
from poker_site.web.fragments import Fragment, delta
from tables.social.notifications import notifications_of


class WithNotifications(SignedInConsumer):
    notifications_template = "site/notifications.html"
    notifications: Fragment | None = None
    """Holds what the browser shows; None until something was compared."""

    async def look(self) -> bool:
        """Send new notifications, if the session is still good."""
        if not await super().look():
            return False
        if text := await in_pool(self._news)():
            await self.send(text)
        return True

    def _news(self) -> str:
        with self.viewer.reading():
            template = self.notifications_template
            found = notifications_of(User.objects.get(pk=self.user_id), template=template)
            # Compare last: two looks may run at a time, and the second must not send the same again.
            before, self.notifications = self.notifications, found
            return delta(before or notifications_of(None, template=template), found)


class NotificationsConsumer(WithNotifications, AccountConsumer):
    pass
