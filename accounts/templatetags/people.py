from functools import lru_cache

from django import template
from django.template.loader import render_to_string

from accounts.avatar import avatar_of
from accounts.models import User
from accounts.selectors import shown_name
from accounts.user_agents import device

register = template.Library()


@register.simple_tag
def avatar(user: User) -> str:
    return _drawn(shown_name(user))


@register.simple_tag
def face(name: str) -> str:
    """Draw the avatar for this name."""
    return _drawn(name)


@lru_cache(5_000)
def _drawn(name: str) -> str:
    return render_to_string("account/partials/avatar.html", {"avatar": avatar_of(name)})


register.filter("device", device)


@register.filter
def name(user: User) -> str:
    return shown_name(user)
