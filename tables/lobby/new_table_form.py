"""Define the form that opens a table. Rulebook and who can join must be chosen: the rest has usual values."""

from itertools import count
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import shown_name
from tables.core.lock_order import account_lock
from tables.core.words import GAMES, chips
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import MOST_PLAYERS, AnteFrom, Reveal, Rules, RulesError
from tables.hosting.form_fields import LONGEST_NAME, NameField, NumberField, PaceField, StartField
from tables.hosting.open_game import open_game
from tables.hosting.rule_changes import HIGHEST_BLIND, HIGHEST_BUY_IN
from tables.hosting.rulebook_cards import CARDS, USUAL_SEATS, Card
from tables.lobby import open_once
from tables.lobby.new_game_form import GameFields, usual_numbers
from tables.models import Table
from tables.play import lifecycle

LONGEST_PASSWORD: Final = 64
USUAL_SECONDS: Final = 20
_OPTIONS: Final = frozenset({"betting", "big_blind", "ante", "ante_from", "reveal"})
"""The options that only some rulebooks leave to choose."""
_CHOOSE: Final = {
    "required": gettext_lazy("Choose one of these."),
    "invalid_choice": gettext_lazy("Choose one of these."),
}


_WHO_CAN_JOIN: Final = [
    (Table.FoundBy.LINK.value, gettext_lazy("People with the link")),
    (Table.FoundBy.INVITATION.value, gettext_lazy("People I invite")),
    (Table.FoundBy.LOBBY.value, gettext_lazy("Everyone: it is listed in the lobby")),
]


class NewTableForm(GameFields, open_once.SentOnce, forms.Form):
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Rulebook"),
        choices=[(card.value, card.title) for card in CARDS.values()],
        initial="cash",
        error_messages=_CHOOSE,
    )
    name = NameField(
        label=gettext_lazy("Name of the table"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 40}),
    )
    betting = forms.ChoiceField(
        label=gettext_lazy("Betting"),
        choices=list(GAMES.items()),
        initial=next(iter(GAMES)),
        required=False,
        error_messages=_CHOOSE,
    )
    players_most = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        choices=[(seats, str(seats)) for seats in range(2, MOST_PLAYERS + 1)],
        coerce=int,
        empty_value=None,
        initial=USUAL_SEATS,
        required=False,
        error_messages=_CHOOSE,
    )
    small_blind = NumberField(label=gettext_lazy("Small blind"), least=0, most=HIGHEST_BLIND)
    big_blind = NumberField(label=gettext_lazy("Big blind"), least=1, most=HIGHEST_BLIND)
    buy_in_least = NumberField(label=gettext_lazy("Buy-in from"), least=1, most=HIGHEST_BUY_IN)
    buy_in_most = NumberField(label=gettext_lazy("Buy-in up to"), least=1, most=HIGHEST_BUY_IN)
    seconds_to_act = NumberField(label=gettext_lazy("Seconds to act"), least=5, most=300)
    ante = NumberField(label=gettext_lazy("Ante"), least=0, most=HIGHEST_BLIND)
    ante_from = forms.ChoiceField(
        label=gettext_lazy("Who pays the ante"),
        choices=[
            (AnteFrom.EVERYONE.value, gettext_lazy("Everyone")),
            (AnteFrom.BIG_BLIND.value, gettext_lazy("The big blind")),
            (AnteFrom.BUTTON.value, gettext_lazy("The button")),
        ],
        required=False,
        error_messages=_CHOOSE,
    )
    reveal = forms.BooleanField(label=gettext_lazy("Losers may muck"), initial=True, required=False)
    pace = PaceField(label=gettext_lazy("Pace"), required=False, error_messages=_CHOOSE)
    starts_at = StartField(label=gettext_lazy("Start (optional)"))
    found_by = forms.ChoiceField(
        label=gettext_lazy("Who can join"),
        choices=_WHO_CAN_JOIN,
        initial=Table.FoundBy.LINK,
        widget=forms.RadioSelect,
        error_messages=_CHOOSE,
    )
    unwatched = forms.BooleanField(label=gettext_lazy("Nobody may watch: only players see the table"), required=False)
    approves = forms.BooleanField(label=gettext_lazy("I approve who sits down and who tops up"), required=False)
    admits_bots = forms.BooleanField(label=gettext_lazy("Bots of players may sit down"), required=False)
    allows_same_owner = forms.BooleanField(
        label=gettext_lazy("An owner and their bots may sit together"), required=False
    )
    password = forms.CharField(
        label=gettext_lazy("Password to sit down"),
        required=False,
        max_length=LONGEST_PASSWORD,
        error_messages={"max_length": gettext_lazy("At most %(limit_value)d characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=gettext_lazy("Tell it to your friends; whoever you invite needs none. Empty: none."),
    )

    def __init__(self, *args: Any, host: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.usual_name = self.fields["name"].initial = _usual_name(host)
        card = self.card
        self.fields["players_most"].initial = card.seats
        usual = {
            "small_blind": card.rules.small_blind,
            "big_blind": card.rules.big_blind,
            "buy_in_least": card.least * card.rules.big_blind,
            "buy_in_most": card.most * card.rules.big_blind,
            "seconds_to_act": card.game.seconds if card.game else USUAL_SECONDS,
            "ante": 0,
            **usual_numbers(card.value),
        }
        for field, number in usual.items():
            self.fields[field].initial = self.fields[field].widget.attrs["placeholder"] = chips(number)

    @property
    def card(self) -> Card:
        """Return the card of the chosen rulebook."""
        return CARDS.get(str(self["rulebook"].value()), CARDS["cash"])

    @property
    def cards(self) -> list[Card]:
        return list(CARDS.values())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "rulebook" in data:
            for option in _OPTIONS.difference(RULEBOOKS[data["rulebook"]].options):
                self.errors.pop(option, None)  # the page hides this field, so nobody would see its error
                data[option] = None
            self.forget_what_is_hidden(data)
            if self.card.game:
                self.check_game(data)
                return data
        if {"rulebook", "small_blind", "big_blind"} <= set(data):
            self._check_rules(data)
        return data

    def _check_rules(self, data: dict[str, Any]) -> None:
        data["options"] = _options(data)
        try:
            rules = rules_for(data["rulebook"], **data["options"])
        except RulesError as error:
            self.add_error(error.option if error.option in self.fields else None, _explained(error, data["rulebook"]))
            self._check_order(data.get("buy_in_least"), data.get("buy_in_most"))
        else:
            if rules.ante > rules.big_blind:
                self.add_error("ante", _("At most the big blind."))
            self._check_buy_in(data, rules)

    def _check_order(self, least: int | None, most: int | None) -> None:
        if least is not None and most is not None and most < least:
            self.add_error("buy_in_most", _("Must be %(least)s or more.") % {"least": chips(least)})

    def _check_buy_in(self, data: dict[str, Any], rules: Rules) -> None:
        """Fill in an empty buy-in limit from the blinds or the other limit, then check both."""
        least, most = data.get("buy_in_least"), data.get("buy_in_most")
        usual_least, usual_most = self.card.least * rules.big_blind, self.card.most * rules.big_blind
        data["least"] = least if least is not None else min(usual_least, most or usual_least)
        data["most"] = most if most is not None else max(usual_most, data["least"])
        if data["least"] < rules.big_blind:
            field = "buy_in_most" if least is None else "buy_in_least"
            self.add_error(field, _("At least one big blind: %(least)s.") % {"least": chips(rules.big_blind)})
        else:
            self._check_order(data["least"], data["most"])

    def choices(self) -> dict[str, Any]:
        """Return the arguments for `open_table`."""
        data = self.cleaned_data
        return {
            "name": data["name"] or self.usual_name,
            "rulebook": data["rulebook"],
            "options": data["options"],
            "buy_in_least": data["least"],
            "buy_in_most": data["most"],
            "seconds_to_act": data["seconds_to_act"] or USUAL_SECONDS,
            **self.manners(),
        }

    def open(self, host: User) -> Table:
        """Open the table; the same form sent once more leads to the table that it opened."""
        code = open_once.code_of(self.data, host)
        with account_lock(host):
            opened = Table.objects.filter(code=code).first()
            if opened is None or opened.is_closed:
                return self._opened(host, "" if opened else code)
            return opened

    def _opened(self, host: User, code: str) -> Table:
        """Open a ring game or a game with an end, whichever the rulebook is for."""
        if self.card.game is None:
            return lifecycle.open_table(host, code=code, **self.choices())
        data = self.cleaned_data
        name, seats = data["name"] or self.usual_name, data["players_most"] or self.card.seats
        return open_game(host, code=code, name=name, players_most=seats, **self.game_choices(), **self.manners())

    def manners(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "found_by": data["found_by"],
            "watchable": not data["unwatched"],
            "approves": data["approves"],
            "admits_bots": data["admits_bots"],
            "allows_same_owner": data["allows_same_owner"],
            "password": data["password"],
            "pace": data["pace"],
            "starts_at": data["starts_at"],
        }


def _usual_name(host: User) -> str:
    """Give a second table of the same host a number: in the lobby only the name tells them apart."""
    name = _("%(name)s's table") % {"name": shown_name(host)}
    taken = set(Table.objects.filter(owner=host).exclude(state=Table.State.CLOSED).values_list("name", flat=True))
    numbers = ("" if number == 1 else f" {number}" for number in count(1))
    return next(free for end in numbers if (free := name[: LONGEST_NAME - len(end)].rstrip() + end) not in taken)


def _options(data: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were chosen; the rulebook has the rest."""
    small, big, ante = data["small_blind"], data["big_blind"], data.get("ante")
    options = {
        "betting": data.get("betting"),
        "players_most": data.get("players_most") or USUAL_SEATS,
        "small_blind": big // 2 if small is None and big is not None else small,
        "big_blind": big,
        "ante": ante,
        "ante_from": data.get("ante_from") if ante else None,
        "reveal": Reveal.LOSERS_MAY_MUCK if data.get("reveal") else Reveal.LIVE,
    }
    known = RULEBOOKS[data["rulebook"]].options
    return {option: value for option, value in options.items() if value not in (None, "") and option in known}


def _explained(error: RulesError, rulebook: str) -> str:
    if error.option == "small_blind":
        return _("A step is at least one chip.") if rulebook == "queue" else _("At most the big blind.")
    return _("This does not go together with the rest.")
