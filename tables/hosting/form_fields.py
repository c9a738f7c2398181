"""Define fields that forms about tables share."""

import re
import unicodedata
from datetime import datetime
from itertools import groupby
from typing import Any, Final, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from tables.core.refusals import Refused
from tables.core.words import chips
from tables.hosting.invitations import refuse_unless_soon
from tables.models import Table

LONGEST_NAME: Final = 40


class NumberField(forms.IntegerField):
    """Reads a whole number as people write it, such as "10,000" and "10 000"; empty means the usual one."""

    def __init__(self, *, label: str | Promise, least: int, most: int) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(label=cast(str, label), required=False, widget=widget)
        self.least, self.most = least, most

    def to_python(self, value: Any) -> int | None:
        text = re.sub(r"[\s,']", "", unicodedata.normalize("NFKC", str(value or "")))
        if not text:
            return None
        if not re.fullmatch(r"[-+]?[0-9]+", text):
            raise forms.ValidationError(_("Write a whole number."), code="invalid")
        if len(text) > 30 or not self.least <= int(text) <= self.most:
            raise forms.ValidationError(
                _("Choose from %(least)s to %(most)s."),
                code="range",
                params={"least": chips(self.least), "most": chips(self.most)},
            )
        return int(text)


class PaceField(forms.TypedChoiceField):
    """Offers `Table.Pace`; normal if none is chosen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=Table.Pace.choices, initial=Table.Pace.NORMAL, empty_value="", **kwargs)

    def clean(self, value: Any) -> int:
        return int(super().clean(value) or Table.Pace.NORMAL)


class NameField(forms.CharField):
    """Reads a name of one line and refuses characters that are invisible or turn the text around."""

    def to_python(self, value: Any) -> str:
        joined = re.sub("[\u200d\ufe0f]", "", super().to_python(value) or "")  # these two only combine emoji
        name = " ".join(unicodedata.normalize("NFC", joined).split())
        if len(name) > LONGEST_NAME:
            raise forms.ValidationError(_("At most %(most)d characters."), params={"most": LONGEST_NAME})
        if not all(_shows(char) for char in name):
            raise forms.ValidationError(_("There are characters in it that cannot be shown."))
        marks = groupby(name, key=lambda char: unicodedata.category(char)[0] == "M")
        if any(is_mark and len(list(run)) > 2 for is_mark, run in marks):
            raise forms.ValidationError(_("There are too many accents on one letter."))
        return name


class StartField(forms.DateTimeField):
    """Reads a day and a time of day by the viewer's clock, or nothing."""

    def __init__(self, *, label: str | Promise) -> None:
        widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
        messages = {"invalid": cast(str, gettext_lazy("Choose a day and a time."))}
        super().__init__(label=cast(str, label), required=False, widget=widget, error_messages=messages)

    def clean(self, value: Any) -> datetime | None:
        starts_at = cast(datetime | None, super().clean(value))
        try:
            refuse_unless_soon(starts_at)
        except Refused as refused:
            raise forms.ValidationError(str(refused), code="range") from None
        return starts_at


def _shows(char: str) -> bool:
    return unicodedata.category(char)[0] != "C" and names.skeleton(char) != ""
