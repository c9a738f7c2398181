"""Answer a form of an outdated page: somebody logged in elsewhere in the same browser, or the cookies are gone."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.models import User
from accounts.requests import way_back

_ENTRANCES: Final = frozenset({"account_login", "account_signup"})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Let users who are logged in by now go on from a login form; offer any other form to be sent again."""
    match = request.resolver_match
    if match and match.url_name in _ENTRANCES and isinstance(request.user, User):
        return redirect(way_back(request))
    context = {"kept": _typed(request), "may_be_kept": _may_be_kept(request)}
    return render(request, "403_csrf.html", context, status=403)


def _may_be_kept(request: HttpRequest) -> bool:
    """Tell whether the form may be offered again: it has no file and no password, and comes from a page of ours.

    Another site could else have its own form sent with one click.
    """
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    has_password = any(value for name, value in request.POST.items() if "password" in name)
    return own and not request.FILES and not has_password


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, str(value)) for name, value in fields if name != "csrfmiddlewaretoken"]
