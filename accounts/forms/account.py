import re
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.bet_sizes import tidy_bet_sizes
from accounts.forms.entrance import PASSWORD_HINT
from accounts.forms.widgets import LongSelect
from accounts.models import Preferences, User
from accounts.services import recovery
from accounts.services.names import refuse_taken


class DisplayNameForm(forms.Form):
    display_name = forms.CharField(label=_("Display name"), max_length=80)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].initial = user.display_name
        self.user = user

    def clean_display_name(self) -> str:
        name = names.tidy(self.cleaned_data["display_name"])
        names.check(name)
        refuse_taken(name, by=self.user)
        return name


@cache
def zones() -> list[str]:
    """List time zones by place, without the aliases that only computers use."""
    return sorted(zone for zone in available_timezones() if re.match(r"(UTC$|(?!Etc/)[A-Z][a-z]+/)", zone))


class TableLooksForm(forms.ModelForm[Preferences]):
    """Edits the preferences that a player may want to change while playing."""

    class Meta:
        model = Preferences
        fields = ["theme", "deck", "amounts", "bet_sizes", "sounds", "animations", "hand_name", "confirm_all_in"]
        widgets = {"bet_sizes": forms.TextInput(attrs={"autocomplete": "off"})}

    def clean_bet_sizes(self) -> str:
        return tidy_bet_sizes(self.cleaned_data["bet_sizes"])


class PreferencesForm(TableLooksForm):
    language = forms.ChoiceField(label=_("Language"), required=False)
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, widget=LongSelect)

    class Meta(TableLooksForm.Meta):
        fields = ["language", "time_zone", *TableLooksForm.Meta.fields, "seen_by_friends"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        as_browser = ("", _("Same as my browser"))
        self.fields["language"].choices = [as_browser, *settings.LANGUAGES]  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = [as_browser, *((zone, zone) for zone in zones())]  # type: ignore[attr-defined]


class RecoverForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "username"}))
    code = forms.CharField(
        label=_("Recovery code"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    password = forms.CharField(
        label=_("New password"),
        help_text=PASSWORD_HINT,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "name" in data and "code" in data:
            data["user"] = recovery.find_by_code(name=data["name"], code=data["code"])
            if data["user"] is None:
                raise forms.ValidationError(_("Wrong name or recovery code, or the code has been used."))
            if "password" in data:
                self._check_password(data["password"], data["user"])
        return data

    def _check_password(self, password: str, user: User) -> None:
        try:
            validate_password(password, user)
        except forms.ValidationError as error:
            self.add_error("password", error)


class PasswordForm(forms.Form):
    """Asks a logged-in user for the password again."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("The password is wrong."))
        return password


class MakeCodesForm(PasswordForm):
    """Carries the id of the latest codes when it was shown, so that sending it twice does not void the new ones."""

    latest = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        self.fields["latest"].initial = recovery.latest(user)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if (data.get("latest") or 0) != recovery.latest(self.user):
            self.data = {}  # shown again, the form carries the id of the present codes
            raise forms.ValidationError(_("New codes were made already. If you did not write them down, make others."))
        return data
