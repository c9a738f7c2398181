"""Why something is refused, in words for the person who asked."""

from typing import Any

from django.utils.formats import number_format


class Refused(Exception):
    """Nothing was changed. The sentence is in the language of whoever reads it, the code is for programs."""

    code = "refused"

    def __init__(self, sentence: Any, **parameters: int | str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.parameters = parameters

    def __str__(self) -> str:
        told = {name: written(value) for name, value in self.parameters.items()}
        return str(self.sentence) % told if told else str(self.sentence)


def written(value: int | str) -> str:
    """Write a value as it stands in a sentence: numbers in groups of three digits."""
    return value if isinstance(value, str) else number_format(value, force_grouping=True)


class Unavailable(Refused):
    """A part of the site that this needs is down. Answered with 503 where it comes by HTTP."""

    code = "unavailable"
