"""What addresses are made of."""

from django.urls.converters import IntConverter, StringConverter

from poker_site.web import typed_codes


class KeyConverter(IntConverter):
    """The number of a row. With more digits than any database counts there is no such page."""

    regex = "[0-9]{1,18}"


class CodeConverter(StringConverter):
    """A code that somebody may have typed: from a sheet of paper, a screen, a call."""

    def to_python(self, value: str) -> str:
        return typed_codes.plain(value)
