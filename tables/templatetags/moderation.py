from django import template

from tables.models import Report

register = template.Library()
MOST = 100


@register.simple_tag
def open_reports() -> str:
    """How many wait; beyond a hundred nobody needs the number."""
    waiting = Report.objects.filter(closed_at=None).order_by()[:MOST].count()
    return f"{MOST}+" if waiting == MOST else str(waiting or "")
