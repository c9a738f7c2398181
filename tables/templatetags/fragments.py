"""Draw the elements of a table's page within other templates."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from poker_site.web.fragments import Element, Fragment, collapse_white_space

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: dict[str, Any], element: Element) -> SafeString:
    """Draw an element; on a loaded page its forms also get a token and the moment, to work without JavaScript."""
    token = context.get("csrf_token")
    if isinstance(element, Fragment) and token:
        without_script = {"it": element.value, "csrf_token": token, "moment": context.get("moment")}
        return mark_safe(collapse_white_space(render_to_string(element.template, without_script)))  # noqa: S308
    return mark_safe(element.html(get_language()))  # noqa: S308  templates have escaped it


@register.simple_tag
def id_of(element: Element) -> SafeString:
    """Write the `id` attribute of the HTML element that this element fills."""
    return mark_safe(f' id="{element.id}"')  # noqa: S308  ids are never user input
