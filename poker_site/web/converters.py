"""Define how parts of addresses are read."""

from django.urls.converters import IntConverter, StringConverter

from poker_site.web import typed_codes


class KeyConverter(IntConverter):
    """Reads the number of a row; a number with more digits than databases count matches no page."""

    regex = "[0-9]{1,18}"


class CodeConverter(StringConverter):
    """Reads a code that a visitor may have typed: from a sheet of paper, a screen, a call."""

    def to_python(self, value: str) -> str:
        return typed_codes.normalised(value)
