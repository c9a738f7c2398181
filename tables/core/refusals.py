"""Say why a table refuses something, in words for the person who asked."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from poker_site.web.refusals import Refused, format_value
from tables.engine.rejection import SENTENCES, Refusal, Rejection
from tables.engine.sentences import TranslatableError

__all__ = ["Refused", "RefusedByRules", "Stale", "Unreadable", "in_words", "reason"]


class Stale(Refused):
    """Refuses an answer to a decision that is over: show the caller the current state."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(_("The hand has moved on. Nothing was done."))


class Unreadable(Refused):
    """Says that the log of a hand cannot be replayed. Its table is paused until the host or a moderator has looked."""

    code = "unreadable"

    def __init__(self) -> None:
        super().__init__(_("This hand cannot go on. A moderator will look at it."))


def in_words(error: TranslatableError) -> str:
    """Translate what the engine says into the reader's language."""
    return gettext(error.template).format(**{name: format_value(value) for name, value in error.values.items()})


class RefusedByRules(Refused):
    """Passes on the engine's refusal of an action; its sentence is translated when it is read."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(_(rejection.template), **rejection.numbers)
        self.code = rejection.code.value

    def __str__(self) -> str:
        return str(self.sentence).format(**{name: format_value(value) for name, value in self.parameters.items()})


_WITHOUT_NUMBERS: Final = (Refusal.NOBODY_CAN_ANSWER, Refusal.NOT_REOPENED, Refusal.FIRST_CANNOT_RAISE)


def reason(code: Refusal | None) -> str:
    """Return why something is not possible, as a hint, or "" for refusals that need none."""
    return gettext(SENTENCES[code]) if code in _WITHOUT_NUMBERS else ""
