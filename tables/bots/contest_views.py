"""Sign one's own bots up for a knock-out, as some programs cannot say where they play, and take them away again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import Bot
from accounts.requests import SignedInRequest, post_or_back_to
from poker_site.web import typed_codes
from tables.core.refusals import Refused
from tables.hosting import bot_entry
from tables.models import Table
from tables.models.table import CODE_LENGTH


@login_required
@post_or_back_to("bots")
def enter(request: SignedInRequest, bot_id: int) -> HttpResponse:
    bot = _own(request, bot_id)
    try:
        table = bot_entry.sign_up(bot, request.user, _code(request.POST.get("table", "")))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(bot)s is signed up at %(table)s.") % {"bot": bot.user, "table": table.name})
    return redirect("bots")


@login_required
@post_or_back_to("bots")
def take_away(request: SignedInRequest, bot_id: int) -> HttpResponse:
    """Take the bot away from every table where it sits: its owner may not even know what some are called."""
    bot = _own(request, bot_id)
    tables = Table.objects.filter(seated__user=bot.user).exclude(state=Table.State.CLOSED).order_by("pk")
    try:
        gone = [bot_entry.withdraw_bot(bot, request.user, table_id) for table_id in tables.values_list("pk", flat=True)]
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("bots")
    if all(gone):
        messages.success(request, _("%(bot)s sits nowhere any more.") % {"bot": bot.user})
    else:
        sentence = _("A hand or a game still needs %(bot)s in its seat: there it folds from now on.")
        messages.success(request, sentence % {"bot": bot.user})
    return redirect("bots")


def _own(request: SignedInRequest, bot_id: int) -> Bot:
    bot = Bot.objects.filter(pk=bot_id, owner=request.user).select_related("user", "owner").first()
    if bot is None:
        raise Http404
    return bot


def _code(text: str) -> str:
    """Extract the table's code from an address that was copied or a code that was typed."""
    last = text.split("?", maxsplit=1)[0].strip().strip("/").split("/")[-1]
    return typed_codes.normalised(last)[: CODE_LENGTH + 1]
