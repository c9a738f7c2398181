"""Show the page of a user's hands."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import SignedInRequest
from tables.history.hands.listing import listing


@login_required
@require_safe
def hands(request: SignedInRequest) -> HttpResponse:
    """Send the whole page, with or without script: the script takes the list out of it."""
    return render(request, "hands/page.html", {"hands": listing(request.user, request.GET)})
