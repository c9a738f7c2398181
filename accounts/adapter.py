from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.selectors import ban_in_force
from accounts.services.names import NameTaken, refuse_taken
from accounts.services.signup import open_account
from accounts.viewer import THEME_COOKIE


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """allauth's way of doing things, with our names, our first account and our bans."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("Name and password do not belong together."),
        "too_many_login_attempts": _("Too many wrong passwords for this name. Wait five minutes, then try again."),
        "incorrect_password": _("The password is wrong."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.tidy(username)
        names.check(name)
        if not shallow:
            refuse_taken(name)
        return name

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        data = form.cleaned_data
        user.email = data.get("email") or ""
        user.set_password(data["password1"])
        try:
            theme = request.COOKIES.get(THEME_COOKIE, "")
            return open_account(user, name=data["username"], theme=theme, may_be_first=True)
        except NameTaken as error:  # somebody else was faster, since the form was checked
            messages.error(request, error.messages[0])
            raise ImmediateHttpResponse(redirect("account_signup")) from error

    def pre_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse | None:
        ban = ban_in_force(user.pk)
        if ban is not None:
            clear_login(request)
            return render(request, "account/banned.html", {"ban": ban}, status=403)
        response: HttpResponse | None = super().pre_login(request, user, **details)
        return response
