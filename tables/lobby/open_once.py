"""Let a form open one table however often it is sent: by a double click, or again because no answer came."""

from typing import Any, Final

from django import forms
from django.utils.crypto import salted_hmac

from accounts.models import User
from poker_site.web import typed_codes
from tables.models.table import CODE_LENGTH, new_code

_NEW_EACH_TIME: Final = "csrfmiddlewaretoken"


class SentOnce(forms.Form):
    once = forms.CharField(widget=forms.HiddenInput, required=False, initial=new_code)
    """Tells this form from the next one with the same values."""


def code_of(data: Any, host: User) -> str:
    """Return the code of the table that this form opens: nobody can work it out without the server's key."""
    if not data.get("once"):
        return ""
    values = sorted((name, data.getlist(name)) for name in data if name != _NEW_EACH_TIME)
    sealed = salted_hmac("tables.once", repr((host.pk, values)), algorithm="sha256").digest()
    return typed_codes.from_bytes(sealed[:CODE_LENGTH])
