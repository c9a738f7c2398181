"""Read and check bet sizes: up to three percentages of the pot that one press bets, such as "33 75 100"."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MOST_SIZES: Final = 3
MOST_PERCENT: Final = 1_000
MOST_LETTERS: Final = 30
_BETWEEN: Final = re.compile(r"[\s,;%，、；％]+")


def read_bet_sizes(text: str) -> tuple[int, ...]:
    """Parse the percentages as the database keeps them."""
    return tuple(int(percent) for percent in text.split())


def tidy_bet_sizes(text: str) -> str:
    """Return the percentages as the database keeps them, ascending; raises ValidationError for anything else."""
    parts = [part for part in _BETWEEN.split(text) if part]
    if not all(part.isascii() and part.isdigit() and len(part) <= len(str(MOST_PERCENT)) for part in parts):
        raise ValidationError(_("Give up to three whole numbers, such as 33 75 100."))
    percents = sorted({int(part) for part in parts})
    if len(percents) > MOST_SIZES or not all(1 <= percent <= MOST_PERCENT for percent in percents):
        raise ValidationError(_("Give up to three numbers from 1 to 1000."))
    return " ".join(map(str, percents))
