"""Write sentences for people, in English. Their values are kept apart, so that a program can translate them."""

from typing import Any


def translatable(sentence: str) -> str:
    """Mark a sentence for the catalogue of translations; values stand in it as names between braces."""
    return sentence


class TranslatableError(Exception):
    """Says why something cannot be, in a sentence that can be translated: `template` and `values` make it."""

    def __init__(self, template: str, **values: Any) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values

    @property
    def sentence(self) -> str:
        return str(self)
