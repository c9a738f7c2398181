from datetime import datetime
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.forms import ModelForm, MultiWidget
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User
from accounts.requests import SignedInRequest, is_number
from accounts.services import sanctions
from accounts.services.rights import refuse_unless_may
from poker_site.web.administration import ByNumber, RestrictedFiltersAdmin


class Whom(ByNumber):
    title = _("user")
    parameter_name = "user"
    field = "user"


class SanctionForm(ModelForm[Sanction]):
    by: User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Label the date and the time of the end, which have no labels of their own."""
        super().__init__(*args, **kwargs)
        if "until" in self.fields:
            date, time = cast(MultiWidget, self.fields["until"].widget).widgets
            date.attrs["aria-label"], time.attrs["aria-label"] = _("Date of the end"), _("Time of the end")

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
class SanctionAdmin(RestrictedFiltersAdmin):
    """Imposes sanctions and lifts them by an action; they are never changed or deleted."""

    list_display = ["user", "state", "kind", "reason", "until", "imposed_by", "lifted_by"]
    list_select_related = ["user", "imposed_by", "lifted_by"]
    list_filter = ["kind", "imposed_at", Whom]
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

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Take the user's number from the address and ignore everything else in it."""
        number = request.GET.get("user", "")
        return {"user": number} if is_number(number) else {}

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
