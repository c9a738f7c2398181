from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import shown_name
from tables.still import STILL


def home(request: HttpRequest) -> HttpResponse:
    """What this is for whoever comes by; the lobby for whoever is logged in."""
    if isinstance(request.user, User):
        context = {
            "greeting": greeting(timezone.localtime().hour) % {"name": shown_name(request.user)},
            "codes_left": request.user.recovery_codes.count(),
        }
        return render(request, "tables/lobby.html", context)
    return render(request, "tables/welcome.html", {"still": STILL, "still_stack": 2170, "still_pot": 1300})


def greeting(hour: int) -> str:
    if 5 <= hour < 12:
        return _("Good morning, %(name)s")
    if 12 <= hour < 18:
        return _("Good afternoon, %(name)s")
    return _("Good evening, %(name)s")
