"""Pages to read up in; for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.guide.ranking import ranking
from tables.guide.rulebooks import comparison


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "guide/rules.html", {"ranking": ranking(), "comparison": comparison()})
