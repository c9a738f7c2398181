"""Signing a bot of one's own up for a knock-out, for programs that cannot say where they want to play."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import Bot
from accounts.requests import SignedInRequest, post_or_back_to
from poker_site import codes
from tables.models.table import CODE_LENGTH
from tables.refusals import Refused
from tables.services import contesting


@login_required
@post_or_back_to("bots")
def enter(request: SignedInRequest, bot_id: int) -> HttpResponse:
    bot = Bot.objects.filter(pk=bot_id, owner=request.user).select_related("user", "owner").first()
    if bot is None:
        raise Http404
    try:
        table = contesting.sign_up(bot, request.user, _code(request.POST.get("table", "")))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(bot)s is signed up at %(table)s.") % {"bot": bot.user, "table": table.name})
    return redirect("bots")


def _code(text: str) -> str:
    """Of an address that was copied, or a code that was typed."""
    last = text.split("?", maxsplit=1)[0].strip().strip("/").split("/")[-1]
    return codes.plain(last)[: CODE_LENGTH + 1]
