from allauth.account.utils import perform_login
from allauth.account.views import SignupView, email, password_reset
from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import names
from accounts.choices import COOKIES, remember
from accounts.forms.account import (
    DisplayNameForm,
    MakeCodesForm,
    PasswordForm,
    PreferencesForm,
    RecoverForm,
    TableLooksForm,
)
from accounts.forms.entrance import SignupForm
from accounts.models import Sanction
from accounts.rate_limit_waits import guess_key
from accounts.requests import SignedInRequest, post_or_back_to, way_back
from accounts.selectors import data_of, just_opened
from accounts.services import deletion, profile, recovery
from accounts.services.names import NameTaken
from accounts.services.sessions import end_all_sessions
from poker_site.web import limits


class SignUp(SignupView):  # type: ignore[misc]
    """Lets a visitor who clicked twice, or whose answer was lost, log in to the account just opened."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken as error:  # another visitor took the name since the form was checked
            form.add_error("username", error)
            return self.form_invalid(form)
        return response

    def form_invalid(self, form: SignupForm) -> HttpResponse:
        taken = form.has_error("username", NameTaken.code)
        user = just_opened(form.data["username"], form.data.get("password1", "")) if taken else None
        response: HttpResponse = (
            perform_login(self.request, user, redirect_url=self.get_success_url())
            if user
            else super().form_invalid(form)
        )
        return response


@login_required
def account(request: SignedInRequest) -> HttpResponse:
    name_form = DisplayNameForm(user=request.user)
    preferences_form = PreferencesForm(instance=request.user.preferences)
    return _account_page(request, name_form, preferences_form)


@login_required
@post_or_back_to("account")
def change_name(request: SignedInRequest) -> HttpResponse:
    form = DisplayNameForm(request.POST, user=request.user)
    if form.is_valid():
        try:
            profile.change_display_name(request.user, form.cleaned_data["display_name"])
        except NameTaken as error:
            form.add_error("display_name", error)
        else:
            messages.success(request, _("Other players now see you as %s.") % request.user.display_name)
            return redirect("account")
    request.user.refresh_from_db()
    return _account_page(request, form, PreferencesForm(instance=request.user.preferences), status=422)


@login_required
@post_or_back_to("account")
def change_preferences(request: SignedInRequest) -> HttpResponse:
    form = PreferencesForm(request.POST, instance=request.user.preferences)
    if form.is_valid():
        messages.success(request, _("Saved."))
        return _set_preferences(request, form, "account")
    request.user.preferences.refresh_from_db()
    return _account_page(request, DisplayNameForm(user=request.user), form, status=422)


@login_required
@post_or_back_to("account")
def change_looks(request: SignedInRequest) -> HttpResponse:
    """Change the looks from a table, and lead back there at once: the player may be in a hand."""
    form = TableLooksForm(request.POST, instance=request.user.preferences)
    back = way_back(request, "account")
    if form.is_valid():
        return _set_preferences(request, form, back)
    for problems in form.errors.values():
        messages.error(request, str(problems[0]))
    return redirect(back)


def _set_preferences(request: SignedInRequest, form: TableLooksForm, page: str) -> HttpResponse:
    profile.set_preferences(request.user, **form.cleaned_data)
    response = redirect(page)
    for name in COOKIES.keys() & form.cleaned_data.keys():
        remember(request, response, name, form.cleaned_data[name])
    return response


def _account_page(
    request: SignedInRequest, name_form: DisplayNameForm, preferences_form: PreferencesForm, status: int = 200
) -> HttpResponse:
    context = {
        "name_form": name_form,
        "preferences_form": preferences_form,
        "codes_left": request.user.recovery_codes.count(),
        "sanctions": Sanction.objects.in_force().filter(user=request.user),
    }
    return render(request, "account/account.html", context, status=status)


@login_required
@post_or_back_to("usersessions_list")
def end_sessions(request: SignedInRequest) -> HttpResponse:
    end_all_sessions(request.user)
    logout(request)
    messages.success(request, _("You are logged out everywhere."))
    return redirect("home")


def forgotten_password(request: HttpRequest) -> HttpResponseBase:
    """Send a mail where the server has mail; otherwise explain recovery codes and a moderator's help."""
    if settings.MAIL_CONFIGURED:
        response: HttpResponseBase = password_reset(request)
        return response
    return render(request, "account/password_help.html")


def email_addresses(request: HttpRequest) -> HttpResponseBase:
    if not settings.MAIL_CONFIGURED:
        raise Http404
    response: HttpResponseBase = email(request)
    return response


@login_required
@sensitive_post_parameters("password")
@never_cache
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    form = MakeCodesForm(request.POST or None, user=request.user)
    if request.method == "POST" and (too_many := _too_many_passwords(request)):
        return too_many
    codes = recovery.make_codes(request.user) if form.is_valid() else []
    context = {"form": form, "codes": codes, "codes_left": request.user.recovery_codes.count()}
    return render(request, "account/recovery_codes.html", context, status=422 if form.errors else 200)


def _too_many_passwords(request: SignedInRequest) -> HttpResponse | None:
    answer: HttpResponse | None = ratelimit.consume_or_429(request, action="reauthenticate", user=request.user)
    limits.refuse_if_uncounted()
    return answer


@sensitive_post_parameters("code", "password")
@never_cache
def recover(request: HttpRequest) -> HttpResponse:
    form = RecoverForm(request.POST or None)
    if request.method == "POST":
        name = request.POST.get("name", "")
        key = guess_key(request, name)
        too_many: HttpResponse | None = ratelimit.consume_or_429(request, action="recover", key=key)
        if too_many is not None:
            return too_many
        limits.allow("recover_by_name", names.tidy(name).lower())
    if form.is_valid():
        data = form.cleaned_data
        user = recovery.recover(data["user"], code=data["code"], new_password=data["password"])
        if user:
            response: HttpResponse = perform_login(request, user)
            if request.user.is_authenticated:
                messages.success(request, _("Your new password is set. This recovery code is used up."))
            return response
        form.add_error("code", _("This code has just been used."))
    if form.errors:
        sent = {name: form.cleaned_data.get(name, "") for name in ("name", "code", "password")}
        if user := recovery.user_of_repeated_form(**sent):
            again: HttpResponse = perform_login(request, user)
            return again
    return render(request, "account/recover.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
def download_data(request: SignedInRequest) -> HttpResponse:
    return JsonResponse(
        data_of(request.user),
        json_dumps_params={"ensure_ascii": False, "indent": 2},
        headers={"Content-Disposition": 'attachment; filename="evenhand.json"'},
    )


@login_required
@sensitive_post_parameters("password")
def delete(request: SignedInRequest) -> HttpResponse:
    form = PasswordForm(request.POST or None, user=request.user)
    if request.method == "POST" and (too_many := _too_many_passwords(request)):
        return too_many
    if form.is_valid():
        try:
            deletion.delete_account(request.user)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("home")
    context = {"form": form, "needed": deletion.is_last_administrator(request.user)}
    return render(request, "account/delete.html", context, status=422 if form.errors else 200)
