"""Why something is refused, in words for the person who asked."""

from typing import Any

from django.utils.formats import number_format


class Refused(Exception):
    """Nothing was changed. The sentence is in the language of whoever reads it, the code is for programs."""

    code = "refused"

    def __init__(self, sentence: Any, **numbers: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.numbers = numbers

    def __str__(self) -> str:
        numbers = {name: number_format(number, force_grouping=True) for name, number in self.numbers.items()}
        return str(self.sentence) % numbers if numbers else str(self.sentence)
