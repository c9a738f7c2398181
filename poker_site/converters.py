"""What addresses are made of."""

from django.urls.converters import IntConverter


class KeyConverter(IntConverter):
    """The number of a row. With more digits than any database counts there is no such page."""

    regex = "[0-9]{1,18}"
