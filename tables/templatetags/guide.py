"""Sentences with code in them."""

import re
from typing import Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_CODE: Final = re.compile(r"`([^`]+)`")


@register.filter
def coded(sentence: object) -> SafeString:
    """What stands between backticks is code."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(str(sentence))))  # noqa: S308  escaped
