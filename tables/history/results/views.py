"""Show the page of a user's results, and let them agree to a table's board."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest, post_or_back_to
from tables.core.refusals import Refused
from tables.history.results.results_filter import filter_from_query
from tables.history.results.scene import results as results_of
from tables.hosting import shared_results

VERBS: Final = {"agree": shared_results.agree, "take_back": shared_results.take_back}


@login_required
@require_safe
def results(request: SignedInRequest) -> HttpResponse:
    wanted = filter_from_query(request.GET, request.user)
    if wanted is None:
        raise Http404
    scene = results_of(request.user, wanted, request.GET.get("older", ""))
    return render(request, "results/page.html", {"results": scene})


@login_required
@post_or_back_to("results")
def board(request: SignedInRequest, code: str) -> HttpResponse:
    """Agree to the table's board, or take the agreement back."""
    wanted = filter_from_query({"table": code}, request.user)
    if wanted is None or wanted.table is None:
        raise Http404
    try:
        verb = next((verb for name, verb in VERBS.items() if name in request.POST), None)
        if verb is None:
            raise Refused(_("There is no such action."))
        verb(wanted.table, request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(f"{reverse('results')}?{wanted.query()}#board")
