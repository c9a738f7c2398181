"""Define refusals: why something is not done, in words for the user who asked."""

from typing import Any

from django.utils.formats import number_format


class Refused(Exception):
    """Says why nothing was changed: a sentence in the language of the reader, and a code for programs."""

    code = "refused"

    def __init__(self, sentence: Any, **parameters: int | str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.parameters = parameters

    def __str__(self) -> str:
        told = {name: format_value(value) for name, value in self.parameters.items()}
        return str(self.sentence) % told if told else str(self.sentence)


def format_value(value: int | str) -> str:
    """Write a value as it stands in a sentence: numbers in groups of three digits."""
    return value if isinstance(value, str) else number_format(value, force_grouping=True)


class Unavailable(Refused):
    """Says that a part of the site that this needs is down; over HTTP it is answered with status 503."""

    code = "unavailable"
