"""Serve the pages to read, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.guide.protocols.pages import ALL, overview, page_of
from tables.guide.ranking import ranking
from tables.guide.rulebooks import comparison
from tables.lobby.live_games import watching


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "guide/rules.html", {"ranking": ranking(), "comparison": comparison()})


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    return render(request, "tables/watch.html", {"live": watching(request.user)})


@require_safe
def protocols(request: HttpRequest) -> HttpResponse:
    return render(request, "guide/protocols.html", {"protocols": overview(request)})


@require_safe
def protocol(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in ALL:
        raise Http404
    return render(request, "guide/protocol.html", {"protocol": page_of(ALL[slug](), request)})
