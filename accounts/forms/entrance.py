"""Reword allauth's forms: no placeholders, no second password field (the first can be shown)."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.forms import default_token_generator
from allauth.core import context
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.services import first_admin
from accounts.services.rights import lock_open

PASSWORD_HINT = _("At least 8 characters.")
NAME_HINT = _("2 to 20 characters. You log in with it, and the other players see it.")
CODE_HINT = _("It is printed in the terminal where the server was started.")
LABELS = {
    "oldpassword": _("Current password"),
    "password": _("Password"),
    "password1": _("New password"),
    "email": _("E-mail"),
}


class RewordedForm:
    """Replaces labels and hints of a form of allauth's by ours."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)
            field.help_text = PASSWORD_HINT if name == "password1" else ""


class SignupForm(RewordedForm, allauth_forms.SignupForm):  # type: ignore[misc]
    """Asks for name and password; the very first account also needs the terminal's code, which its link fills in."""

    code = forms.CharField(label=_("Code"))
    field_order = ["username", "password1", "email", "code"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Skip allauth's validators: the adapter checks the tidied name and words the errors.
        attributes = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        self.fields["username"] = forms.CharField(
            label=_("Name"), help_text=NAME_HINT, max_length=80, widget=forms.TextInput(attrs=attributes)
        )
        self.fields["password1"].label = LABELS["password"]
        if "email" in self.fields:
            self.fields["email"].label = _("E-mail (optional)")
            self.fields["email"].help_text = _("Only to reset a forgotten password.")
        self.fields["code"].help_text = CODE_HINT
        self.fields["code"].initial = context.request.GET.get("code", "")
        self.proved_owner = False
        if not first_admin.awaits_first_account():
            del self.fields["code"]

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not first_admin.is_setup_code(code):
            raise forms.ValidationError(_("This is not the code from the terminal."))
        self.proved_owner = True
        return code

    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        if user.is_superuser:
            messages.success(request, _("You are the first one here, so you are the administrator."))
        return user


class LoginForm(RewordedForm, allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")

    def clean_login(self) -> str:
        return names.tidy(self.cleaned_data["login"])


class ReauthenticateForm(RewordedForm, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(RewordedForm, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def clean_oldpassword(self) -> str:
        """Accept the new password too: when the form is sent twice, it is the current one by then."""
        new: str = self.data.get("password1", "")
        return new if self.user.check_password(new) else str(super().clean_oldpassword())


class ResetPasswordForm(RewordedForm, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    pass


class ResetPasswordKeyForm(RewordedForm, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    @transaction.atomic
    def save(self) -> None:
        """Set the password, unless another request has used the link at the same moment."""
        if not default_token_generator.check_token(lock_open(self.user), self.temp_key):
            raise PermissionDenied
        super().save()


class AddEmailForm(RewordedForm, allauth_forms.AddEmailForm):  # type: ignore[misc]
    pass
