from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from accounts.models import User

LONGEST_NUMBER: Final = 18

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
View = Callable[Concatenate[R, P], HttpResponse]


class SignedInRequest(HttpRequest):
    """Types the request of a view behind `login_required`; nothing else differs from HttpRequest."""

    user: User
    htmx: HtmxDetails


def post_or_back_to(page: str, *of: str) -> Callable[[View[R, P]], View[R, P]]:
    """Make a view answer POST only; other visits, such as after a login, are redirected to the form's page.

    `of` names the parts of this address that the page's address has too.
    """

    def decorate(view: View[R, P]) -> View[R, P]:
        @wraps(view)
        def wrapped(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            return redirect(reverse(page, kwargs={name: kwargs[name] for name in of}))

        return wrapped

    return decorate


def way_back(request: HttpRequest, otherwise: str = "/") -> str:
    """Return the page of this site that the form names as its origin, or else `otherwise`, an address or name."""
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else otherwise


def address_of(request: HttpRequest) -> str:
    """Return the address of the visitor, as far as trusted proxies tell."""
    return str(get_adapter().get_client_ip(request))


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """Return the visitor's address for a socket, whose handshake carries the headers of a request; empty if unknown."""
    request = HttpRequest()
    if scope.get("client"):
        request.META["REMOTE_ADDR"] = scope["client"][0]
    forwarded = [value.decode("latin1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if forwarded:
        request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    try:
        return address_of(request)
    except PermissionDenied:
        return ""


def is_number(text: str) -> bool:
    """Tell whether a text is a number that a row can have in any of our databases."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
