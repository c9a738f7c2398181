"""Define the fields that a host fills in for a game with an end, besides those of every table."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tables.core.words import chips
from tables.engine.rulebooks import RULEBOOKS
from tables.hosting.form_fields import NumberField
from tables.hosting.open_game import KINDS, MOST_HANDS, MOST_LEVEL_MINUTES, MOST_RELOADS, MOST_STACK

_OF_GAMES: Final = ("stack", "hands_most", "reloads")
_OF_RING_GAMES: Final = ("small_blind", "big_blind", "buy_in_least", "buy_in_most")


def usual_numbers(rulebook: str) -> dict[str, int]:
    """Return the usual number of each field, which the form shows where nothing was typed."""
    book, kind = RULEBOOKS[rulebook], KINDS.get(rulebook)
    return {"stack": book.stack, "hands_most": kind.hands if kind else 0, "reloads": book.reloads, "level_minutes": 0}


class GameFields(forms.Form):
    stack = NumberField(label=gettext_lazy("Chips at the start"), least=1, most=MOST_STACK)
    hands_most = NumberField(label=pgettext_lazy("number", "Hands"), least=0, most=MOST_HANDS)
    reloads = NumberField(label=gettext_lazy("Reloads"), least=0, most=MOST_RELOADS)
    ends_with_one = forms.BooleanField(label=gettext_lazy("Play on until one player has all the chips"), required=False)
    level_minutes = NumberField(label=gettext_lazy("Minutes a level"), least=0, most=MOST_LEVEL_MINUTES)
    waits_for_host = forms.BooleanField(label=gettext_lazy("It starts only when I start it"), required=False)
    opens_cards = forms.BooleanField(
        label=gettext_lazy("Whoever watches sees everybody's cards, one hand later"), required=False
    )
    original_pace = forms.BooleanField(
        label=gettext_lazy("For programs of the original contest: a second before each turn, 15 between hands"),
        required=False,
    )

    def forget_what_is_hidden(self, data: dict[str, Any]) -> None:
        """Clear fields that the page hides for this rulebook, and their errors: nobody could see those."""
        for name in _OF_RING_GAMES if data["rulebook"] in KINDS else _OF_GAMES:
            self.errors.pop(name, None)
            data[name] = None
        if not RULEBOOKS[data["rulebook"]].reloads:
            self.errors.pop("reloads", None)
            self.errors.pop("level_minutes", None)
            data["reloads"] = data["level_minutes"] = None
            data["original_pace"] = data["ends_with_one"] = False

    def check_game(self, data: dict[str, Any]) -> None:
        book, kind = RULEBOOKS[data["rulebook"]], KINDS[data["rulebook"]]
        least = book.rules.players_least
        if data.get("players_most") and data["players_most"] < least:
            self.add_error("players_most", _("At least %(least)s.") % {"least": least})
        if data.get("stack") is not None and data["stack"] < book.rules.big_blind:
            self.add_error("stack", _("At least one big blind: %(least)s.") % {"least": chips(book.rules.big_blind)})
        if kind.needs_hands and data.get("hands_most") == 0:
            self.add_error("hands_most", _("At least %(least)s.") % {"least": 1})

    def game_choices(self) -> dict[str, Any]:
        """Return the arguments for `open_game`."""
        data = self.cleaned_data
        return {
            "rulebook": data["rulebook"],
            "stack": data["stack"],
            "hands_most": data["hands_most"],
            "reloads": data["reloads"],
            "ends_with_one": data["ends_with_one"],
            "level_minutes": data["level_minutes"] or 0,
            "starts_when_full": not data["waits_for_host"],
            "opens_cards": data["opens_cards"],
            "original_pace": data["original_pace"],
            "seconds_to_act": data["seconds_to_act"],
        }
