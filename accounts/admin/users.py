from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, SeenAddress, User
from accounts.requests import SignedInRequest, is_number
from accounts.selectors import shown_name
from accounts.services import addresses, recovery, rights
from accounts.services.deletion import refuse_without_administrator
from poker_site.web.administration import RestrictedFiltersAdmin

RIGHTS_HELP = _(
    "To make somebody a moderator, tick “may enter the administration” and choose the group Moderators. "
    "To keep somebody out, ban them instead of taking “active” away: then they read why."
)


PAGES = [
    ("admin:accounts_sanction_add", "user", _("Mute or ban")),
    ("admin:accounts_sanction_changelist", "user", _("Sanctions")),
    ("admin:accounts_bot_changelist", "owner", _("Bots")),
    ("admin:tables_table_changelist", "player", _("Tables")),
    ("admin:tables_hand_changelist", "player", _("Hands")),
    ("admin:tables_pairs", "user", _("Chip flow")),
    ("admin:tables_ledgerentry_changelist", "user", _("Ledger")),
    ("admin:tables_chatmessage_changelist", "user", _("Chat")),
    ("admin:tables_report_changelist", "whom", _("Reports")),
    ("admin:accounts_addresses", "user", _("Shared addresses")),
    ("admin:accounts_auditentry_changelist", "whom", _("Audit trail")),
]


LATEST = 20


class Latest(BaseInlineFormSet[Any, User, Any]):
    """Shows only the latest rows; a separate list has the rest."""

    def get_queryset(self) -> QuerySet[Any]:
        if not hasattr(self, "latest"):
            self.latest = super().get_queryset()[:LATEST]
        return self.latest


class ReadOnlyInline(admin.TabularInline[Any, User]):
    formset = Latest
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SanctionInline(ReadOnlyInline):
    model = Sanction
    fk_name = "user"
    fields = ["kind", "reason", "until", "imposed_at", "imposed_by", "lifted_at", "lifted_by"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Sanction]:
        sanctions: QuerySet[Sanction] = super().get_queryset(request).select_related("user", "imposed_by", "lifted_by")
        return sanctions


class SeenAddressInline(ReadOnlyInline):
    model = SeenAddress
    fields = ["address", "first_seen", "last_seen"]
    ordering = ["-last_seen"]


class UserForm(ModelForm[User]):
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not (data.get("is_superuser") and data.get("is_staff") and data.get("is_active")):
            refuse_without_administrator(self.instance)
        return data


@admin.register(User)
class UserAdmin(RestrictedFiltersAdmin):
    """Shows users to moderators; only superusers give rights, and nobody sees or sets a password here."""

    form = UserForm
    list_display = ["display_name", "username", "is_bot", "is_active", "is_staff", "joined_at", "last_login"]
    list_filter = ["is_staff", "is_active", "is_bot"]
    search_fields = ["username", "display_name", "email", "seen_addresses__address"]
    ordering = ["-joined_at"]
    fieldsets = [
        (_("Look at"), {"fields": ["look_at"]}),
        (None, {"fields": ["username", "display_name", "email", "is_bot", "joined_at", "last_login", "deleted_at"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"], "description": RIGHTS_HELP}),
    ]
    filter_horizontal = ["groups"]
    inlines = [SanctionInline, SeenAddressInline]
    actions = ["issue_password_link"]
    readonly_fields = [
        "username",
        "display_name",
        "email",
        "is_bot",
        "joined_at",
        "last_login",
        "deleted_at",
        "look_at",
    ]
    change_list_template = "admin/moderation/users.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def save_model(self, request: Any, obj: User, form: Any, change: Any) -> None:
        rights.give(obj, form.cleaned_data["groups"], by=request.user, changed=form.changed_data)

    @admin.display(description=_("pages about this user"))
    def look_at(self, user: User) -> str:
        """Link to the lists of other apps by the names of their addresses."""
        links = [(reverse(name) + f"?{field}={user.pk}", text) for name, field, text in PAGES]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    def get_urls(self) -> list[URLPattern]:
        own = path("addresses/", self.admin_site.admin_view(self.addresses), name="accounts_addresses")
        return [own, *super().get_urls()]

    def addresses(self, request: HttpRequest) -> HttpResponse:
        """Show the accounts that come from the same addresses."""
        if not request.user.has_perm("accounts.view_seenaddress"):
            raise PermissionDenied
        number = request.GET.get("user", "")
        user = User.objects.filter(pk=int(number)).first() if is_number(number) else None
        found = addresses.shared_with(user) if user else addresses.shared_addresses()
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Accounts that share addresses"),
            "about": shown_name(user) if user else "",
            "found": [{"address": address, "sharing": sharing} for address, sharing in found.items()],
        }
        return TemplateResponse(request, "admin/moderation/addresses.html", context)

    def has_issue_link_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.issue_password_link")

    @admin.action(description=_("Make a one-time password link"), permissions=["issue_link"])
    def issue_password_link(self, request: SignedInRequest, users: QuerySet[User]) -> None:
        for user in users:
            try:
                link = request.build_absolute_uri(recovery.one_time_link(user, by=request.user))
            except PermissionDenied as error:
                self.message_user(request, f"{user}: {error}", messages.ERROR)
                continue
            self.log_change(request, user, "Made a one-time password link.")
            text = _("For {user}; works once, within 24 hours; send it in private: {link}")
            self.message_user(request, format_html(str(text), user=user, link=link), messages.WARNING)
