from typing import Any

from django import template

from accounts.avatar import avatar_of
from accounts.devices import device
from accounts.models import User
from accounts.selectors import shown_name

register = template.Library()


@register.inclusion_tag("account/partials/avatar.html")
def avatar(user: User) -> dict[str, Any]:
    return {"avatar": avatar_of(shown_name(user))}


register.filter("device", device)


@register.filter
def name(user: User) -> str:
    return shown_name(user)
