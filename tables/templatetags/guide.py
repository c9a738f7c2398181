"""Format sentences of the guide that contain code."""

import re
from typing import Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_CODE: Final = re.compile(r"`([^`]+)`")


@register.filter
def coded(sentence: object) -> SafeString:
    """Turn text between backticks into `<code>` elements."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(str(sentence))))  # noqa: S308  escaped
