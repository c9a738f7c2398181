"""Pages for when something went wrong, and what browsers ask for by themselves."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.templatetags.static import static


def favicon(request: HttpRequest) -> HttpResponse:
    """For pages without our frame, such as the administration's."""
    return HttpResponseRedirect(static("img/mark.svg"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Rendered without the request: it may be what is bad about it, such as its host."""
    return HttpResponse(render_to_string("400.html"), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: whatever failed may fail again."""
    return HttpResponse(render_to_string("500.html"), status=500)
