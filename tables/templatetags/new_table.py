"""Write the sentence that says what table the form would open."""

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def shown(field: BoundField) -> SafeString:
    """Draw a field's value as a part of a sentence; a script keeps it up to date."""
    value = str(field.value() or "")
    labels = {str(choice): label for choice, label in getattr(field.field, "choices", ())}
    return format_html('<b data-shows="{}">{}</b>', field.html_name, labels.get(value, value))
