from collections.abc import Callable

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from poker_site.ops.disk import DiskFull, is_lack_of_room
from poker_site.web.error_pages import too_often, unavailable
from poker_site.web.limits import TooOften
from poker_site.web.refusals import Unavailable


class RefusalMiddleware:
    """Turns exceptions of a view into pages that say how long to wait, or what does not work."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DatabaseError) and is_lack_of_room(exception):
            exception = DiskFull()
        if isinstance(exception, Unavailable):
            return unavailable(request, exception)
        return too_often(request, exception) if isinstance(exception, TooOften) else None
