"""Define what is asked before a player enters a table: its password, or the buy-in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.core.words import chips
from tables.hosting.form_fields import NumberField


class PasswordForm(forms.Form):
    password = forms.CharField(
        label=_("Password of the table"), widget=forms.PasswordInput(attrs={"autocomplete": "off", "maxlength": 100})
    )


class BuyInForm(forms.Form):
    """Asks for the buy-in at a table that nobody sees before they sit there."""

    def __init__(self, *args: Any, least: int, most: int, usual: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chips"] = field = NumberField(label=_("Buy-in, in chips"), least=least, most=most)
        field.help_text = _("From %(least)s to %(most)s.") % {"least": chips(least), "most": chips(most)}
        field.required, field.initial = True, usual
        self.fixed = chips(most) if least == most else ""
        """The buy-in in words if there is nothing to choose, as in a game with an end; else empty."""
        if self.fixed:
            field.widget = forms.HiddenInput()
