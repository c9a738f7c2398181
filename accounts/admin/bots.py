from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Bot
from accounts.requests import SignedInRequest
from accounts.services import bots
from poker_site.web.administration import ByNumber, ReadOnlyAdmin


class Owner(ByNumber):
    title = _("owner")
    parameter_name = "owner"
    field = "owner"


@admin.register(Bot)
class BotAdmin(ReadOnlyAdmin):
    """Lists bots with their owners; a key can be revoked here, but never seen."""

    list_display = ["user", "owner", "has_key", "key_made_at", "seen_at", "made_at"]
    list_select_related = ["user", "owner"]
    list_filter = [Owner]
    search_fields = ["user__display_name", "owner__display_name", "owner__username"]
    ordering = ["-pk"]
    actions = ["revoke"]

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(bots.RIGHT)

    @admin.display(description=_("has a key"), boolean=True)
    def has_key(self, bot: Bot) -> bool:
        return bool(bot.key_hash)

    @admin.action(description=_("Revoke the key"), permissions=["revoke"])
    def revoke(self, request: SignedInRequest, chosen: QuerySet[Bot]) -> None:
        for bot in chosen.select_related("user", "owner"):
            try:
                bots.revoke(bot, by=request.user)
            except PermissionDenied as error:
                self.message_user(request, f"{bot.user}: {error}", messages.ERROR)
            else:
                self.message_user(request, _("Revoked: %s") % bot.user, messages.SUCCESS)
