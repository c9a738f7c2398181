"""Share code among the pages of moderation."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.selectors import shown_name
from poker_site.web.administration import ByNumber, ReadOnlyAdmin
from tables.core.refusals import Refused
from tables.hosting.moderation import LONGEST_REASON, RIGHT
from tables.models import Table

RowAction = Callable[[Any, User, QueryDict], Any]
"""Does one thing with the row of the page, through a service, and returns what to tell the moderator."""


def link_to(thing: Model | None, text: object) -> SafeString:
    """Link to the admin page of this row, or return a dash if there is none."""
    if thing is None:
        return format_html("{}", "–")
    name = f"admin:{thing._meta.app_label}_{thing._meta.model_name}_change"
    return format_html('<a href="{}">{}</a>', reverse(name, args=[thing.pk]), text)


def person(user: User | None) -> SafeString:
    return link_to(user, shown_name(user) if user else "")


def people_named(term: str) -> QuerySet[User]:
    return User.objects.filter(username__icontains=term) | User.objects.filter(display_name__icontains=term)


class OfTable(ByNumber):
    title = _("table")
    parameter_name = "table"
    field = "table"

    def name_of(self, number: int) -> str:
        return Table.objects.filter(pk=number).values_list("name", flat=True).first() or super().name_of(number)


class OfUser(ByNumber):
    title = _("user")
    parameter_name = "user"
    field = "user"

    def name_of(self, number: int) -> str:
        user = User.objects.filter(pk=number).first()
        return shown_name(user) if user else super().name_of(number)


class ReasonForm(ActionForm):
    """Asks for a reason beside the choice of an action over a list."""

    words = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


class Pages(ReadOnlyAdmin):
    """Gives each row a page with its actions. No action runs inside a transaction of the administration's."""

    action_form = ReasonForm
    page: str
    deeds: ClassVar[Mapping[str, RowAction]] = {}

    def look(self, request: HttpRequest, thing: Any) -> dict[str, Any]:
        """Return the context of this row's page."""
        return {}

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        thing = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, thing):
            raise PermissionDenied
        if thing is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[attr-defined, no-any-return]
        if request.method == "POST":
            return self._do(request, thing)  # type: ignore[arg-type]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": thing,
            "may": request.user.has_perm(RIGHT),
            **self.look(request, thing),
        }
        return TemplateResponse(request, self.page, context)

    def _do(self, request: SignedInRequest, thing: Any) -> HttpResponse:
        deed = self.deeds.get(request.POST.get("verb", ""))
        if deed is None or not request.user.has_perm(RIGHT):
            raise PermissionDenied
        self.attempt(request, deed, thing)
        return HttpResponseRedirect(request.path)

    def attempt(self, request: SignedInRequest, deed: RowAction, thing: Any) -> None:
        """Run the action, and show what was done or why not."""
        try:
            done = deed(thing, request.user, request.POST)
        except (Refused, PermissionDenied) as error:
            self.message_user(request, str(error) or _("You don't have permission to do this."), messages.ERROR)
        except ValidationError as error:
            self.message_user(request, " ".join(error.messages), messages.ERROR)
        else:
            self.message_user(request, done, messages.SUCCESS)

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(RIGHT)
