from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, SeenAddress, User
from accounts.requests import SignedInRequest
from accounts.services import recovery, sanctions
from accounts.services.deletion import refuse_without_administrator
from accounts.services.rights import refuse_unless_may
from accounts.services.sessions import note_change

RIGHTS_HELP = _(
    "To make somebody a moderator, tick “may enter the administration” and choose the group Moderators. "
    "To keep somebody out, ban them instead of taking “active” away: then they read why."
)

for model in (EmailAddress, UserSession):  # allauth's; people look after theirs themselves
    admin.site.unregister(model)
admin.site.site_header = admin.site.site_title = "Evenhand"


class OwnFiltersOnly(admin.ModelAdmin[Any]):
    """Lists whose address takes their own filters and no other field, which could be guessed letter by letter."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        name, _, test = lookup.partition("__")
        return name in self.list_filter and test in ("exact", "gte", "lt")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        return super().get_search_results(request, queryset, search_term.replace("\0", ""))


class ReadOnlyInline(admin.TabularInline[Any, User]):
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


class SeenAddressInline(ReadOnlyInline):
    model = SeenAddress
    fields = ["address", "first_seen", "last_seen"]


class UserForm(ModelForm[User]):
    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not (data.get("is_superuser") and data.get("is_staff") and data.get("is_active")):
            refuse_without_administrator(self.instance)
        return data


@admin.register(User)
class UserAdmin(OwnFiltersOnly):
    """Moderators look; only superusers give rights, and nobody sees or sets a password here."""

    form = UserForm
    list_display = ["display_name", "username", "is_bot", "is_active", "is_staff", "joined_at", "last_login"]
    list_filter = ["is_staff", "is_active", "is_bot"]
    search_fields = ["username", "display_name", "email", "seen_addresses__address"]
    ordering = ["-joined_at"]
    list_per_page = 50
    fieldsets = [
        (None, {"fields": ["username", "display_name", "email", "is_bot", "joined_at", "last_login", "deleted_at"]}),
        (_("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"], "description": RIGHTS_HELP}),
    ]
    filter_horizontal = ["groups"]
    inlines = [SanctionInline, SeenAddressInline]
    actions = ["issue_password_link"]
    readonly_fields = ["username", "display_name", "email", "is_bot", "joined_at", "last_login", "deleted_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def save_model(self, request: Any, obj: User, form: Any, change: Any) -> None:
        obj.save(update_fields=["is_active", "is_staff", "is_superuser"])
        note_change(obj.pk)

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


class SanctionForm(ModelForm[Sanction]):
    by: User

    def clean_user(self) -> User:
        user: User = self.cleaned_data["user"]
        try:
            refuse_unless_may(self.by, sanctions.RIGHT, user)
        except PermissionDenied as error:
            raise ValidationError(str(error)) from error
        return user

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        sanctions.refuse_wrong_end(until)
        return until


@admin.register(Sanction)
class SanctionAdmin(OwnFiltersOnly):
    """Imposed here, lifted by an action, never changed and never deleted."""

    list_display = ["user", "state", "kind", "reason", "until", "imposed_by", "lifted_by"]
    list_select_related = ["user", "imposed_by", "lifted_by"]
    list_filter = ["kind", "imposed_at"]
    search_fields = ["user__username", "user__display_name", "reason"]
    autocomplete_fields = ["user"]
    fields = ["user", "kind", "reason", "until"]
    actions = ["lift"]
    form = SanctionForm

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_lift_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.add_sanction")

    def get_form(self, request: Any, obj: Sanction | None = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        return type("SanctionForm", (form,), {"by": request.user})

    def save_model(self, request: Any, obj: Sanction, form: Any, change: Any) -> None:
        imposed = sanctions.impose(
            obj.user, kind=Sanction.Kind(obj.kind), reason=obj.reason, until=obj.until, by=request.user
        )
        obj.pk = imposed.pk

    @admin.display(description=_("state"))
    def state(self, sanction: Sanction) -> str:
        if sanction.lifted_at:
            return str(_("lifted"))
        return str(_("over") if sanction.until and sanction.until <= timezone.now() else _("in force"))

    @admin.action(description=_("Lift the sanction"), permissions=["lift"])
    def lift(self, request: SignedInRequest, chosen: QuerySet[Sanction]) -> None:
        for sanction in chosen:
            try:
                sanctions.lift(sanction, by=request.user)
            except PermissionDenied as error:
                self.message_user(request, f"{sanction}: {error}", messages.ERROR)
            else:
                self.log_change(request, sanction, "Lifted.")
                self.message_user(request, _("Lifted: %s") % sanction, messages.SUCCESS)
