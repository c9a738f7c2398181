from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from poker_site.limits import TooOften
from poker_site.views import too_often


class TooOftenMiddleware:
    """A limit that a view lets pass becomes the page that says how long to wait."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return too_often(request, exception) if isinstance(exception, TooOften) else None
