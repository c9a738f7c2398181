"""Read the filters of the list of hands from an address, and say in a sentence what is wrong with them."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import User
from accounts.social.friendships import find
from tables.engine.rules import MOST_CHIPS
from tables.history.hands.selecting import Filters, hands_of
from tables.hosting.form_fields import NumberField
from tables.hosting.rulebook_cards import CARDS
from tables.models import HandPlayer, Sitting, Table
from tables.records import hole_cards

MOST_TABLES: Final = 40
"""The most tables to choose from, those of the latest sessions; an address may name any."""
_TO_THE_MINUTE: Final = re.compile(r".*[T ]\d\d:\d\d(?:Z|[+-].*)?")
_YEARS: Final = (2000, 2200)


class MomentField(forms.Field):
    """Reads a day, or a moment of it; at the end of a period the whole day or minute belongs to it."""

    def __init__(self, *, label: Any, ends: bool) -> None:
        super().__init__(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}))
        self.ends = ends

    def to_python(self, value: Any) -> datetime | None:
        text = str(value or "").strip()
        if not text:
            return None
        try:
            moment, lasts = _read(text)
            aware = (moment if timezone.is_aware(moment) else timezone.make_aware(moment)).astimezone(UTC)
        except (ValueError, OverflowError):
            raise forms.ValidationError(_("Write a day like 2026-03-31."), code="invalid") from None
        if not _YEARS[0] < aware.year < _YEARS[1]:
            raise forms.ValidationError(_("Write a day like 2026-03-31."), code="invalid")
        return aware + lasts - timedelta(microseconds=1) if self.ends and lasts else aware


def _read(text: str) -> tuple[datetime, timedelta]:
    """Return the moment, and how long the day, minute or second that was named lasts."""
    if "T" not in text and " " not in text:
        return datetime.combine(date.fromisoformat(text), time.min), timedelta(days=1)
    moment = datetime.fromisoformat(text)
    if _TO_THE_MINUTE.fullmatch(text):
        return moment, timedelta(minutes=1)
    return moment, timedelta(seconds=0 if "." in text else 1)


class FilterForm(forms.Form):
    """Is made from an address, so that whatever it chooses can be kept as a link."""

    table = forms.CharField(label=gettext_lazy("Table"), required=False, widget=forms.Select)
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Rulebook"),
        required=False,
        choices=[("", gettext_lazy("All rulebooks")), *((card.value, card.title) for card in CARDS.values())],
        error_messages={"invalid_choice": gettext_lazy("Choose one of these.")},
    )
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        required=False,
        choices=[
            ("", gettext_lazy("Won or lost")),
            ("won", gettext_lazy("Won chips")),
            ("lost", gettext_lazy("Lost chips")),
        ],
        error_messages={"invalid_choice": gettext_lazy("Choose one of these.")},
    )
    cards = forms.CharField(
        label=gettext_lazy("My cards"),
        required=False,
        max_length=hole_cards.LONGEST,
        error_messages={"max_length": gettext_lazy("At most %(limit_value)d characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=gettext_lazy("Such as AKs, TT+, KTo+, 88-TT"),
    )
    player = forms.CharField(
        label=gettext_lazy("With player"),
        required=False,
        max_length=names.LONGEST,
        error_messages={"max_length": gettext_lazy("At most %(limit_value)d characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    pot_from = NumberField(label=gettext_lazy("Pot from"), least=0, most=MOST_CHIPS)
    pot_to = NumberField(label=gettext_lazy("Pot up to"), least=0, most=MOST_CHIPS)
    showdown = forms.BooleanField(label=gettext_lazy("Only hands that I took to showdown"), required=False)

    def __init__(self, data: Any, *, user: User) -> None:
        super().__init__(data, auto_id="f-%s")
        self.user = user
        self.named = self._named(str(self.data.get("table", "")))
        self.fields["from"] = MomentField(label=_("From day"), ends=False)
        self.fields["to"] = MomentField(label=_("To day"), ends=True)
        order = ("table", "rulebook", "from", "to", "result", "player", "cards", "pot_from", "pot_to", "showdown")
        self.order_fields([*order])
        for name in ("from", "to"):
            if "T" in str(self.data.get(name, "")):
                self.fields[name].widget = forms.TextInput()  # links of sessions are exact to the second
        self.fields["table"].widget.choices = [("", _("All tables")), *self._tables()]

    def _tables(self) -> list[tuple[str, str]]:
        """Return the tables of the latest sessions, and the one that the address names."""
        lately = Sitting.objects.filter(user=self.user).order_by("-began_at").values_list("table", flat=True)
        latest = list(dict.fromkeys(lately[: 10 * MOST_TABLES]))[:MOST_TABLES]
        found = Table.objects.filter(pk__in=[*latest, *([self.named] if self.named else [])])
        return sorted(found.values_list("code", "name"), key=lambda pair: pair[1].casefold())

    def _named(self, code: str) -> int | None:
        """Return the table if the user has played there: about others nothing is said, not even that they exist."""
        if not (code.isalnum() and code.isascii()):
            return None
        own = HandPlayer.objects.filter(user=self.user, table__code=code, ended_at__isnull=False)
        return own.order_by().values_list("table", flat=True).first()

    def clean_table(self) -> int | None:
        if self.cleaned_data["table"] and self.named is None:
            raise forms.ValidationError(_("You have played no hand at that table."))
        return self.named

    def clean_player(self) -> int | None:
        """Accept a player with whom the user has played: about others nothing is said, not even that they exist."""
        name = self.cleaned_data["player"]
        found = find(name) if name else None
        if found is not None and hands_of(self.user, Filters(beside=found.pk)).exists():
            return found.pk
        if name:
            raise forms.ValidationError(_("You have played no hand with a player of this name."))
        return None

    def clean_cards(self) -> frozenset[str]:
        try:
            return hole_cards.parse_kinds(self.cleaned_data["cards"])
        except hole_cards.NotKinds as wrong:
            told = _("“%(part)s” names no cards. Write for example AKs, TT+, KTo+ or 88-TT.")
            raise forms.ValidationError(told % {"part": wrong.part[:20]}) from None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for least, most in (("pot_from", "pot_to"), ("from", "to")):
            if data.get(least) is not None and data.get(most) is not None and data[most] < data[least]:
                self.add_error(most, _("The end comes before the beginning: no hand is like that."))
        return data

    @property
    def chooses(self) -> bool:
        """Tell whether any filter is set."""
        return any(str(self.data.get(name, "")).strip() for name in self.fields)

    def filters(self) -> Filters:
        """Return the filters of a valid form."""
        data = self.cleaned_data
        return Filters(
            table=data["table"],
            rulebook=data["rulebook"],
            since=data["from"],
            until=data["to"],
            result=data["result"],
            pot_least=data["pot_from"],
            pot_most=data["pot_to"],
            showdown=data["showdown"],
            beside=data["player"],
            kinds=data["cards"],
        )
