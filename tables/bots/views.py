"""Show players their own bots and what they may do with them, and everybody the record of each bot."""

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Bot
from accounts.requests import SignedInRequest, is_number, post_or_back_to
from accounts.services import bots
from tables.bots.api.files import FILES
from tables.bots.duel.standings import of_account
from tables.bots.records import bot_shown, bots_of

EXAMPLES: Final = {
    "bot.py": "pip install websockets\ncurl -O {file}\nBOT_KEY={key} python bot.py {address}",
    "bot.mjs": "curl -O {file}\nBOT_KEY={key} node bot.mjs {address}",
}
"""Commands to copy into a shell."""


@login_required
def page(request: SignedInRequest) -> HttpResponse:
    return _page(request)


def _page(request: SignedInRequest, *, name: str = "", refusal: str = "") -> HttpResponse:
    found = bots_of(request.user)
    context = {"bots": found, "room": len(found) < bots.MOST_BOTS, "name": name, "refusal": refusal}
    return render(request, "bots/list.html", context, status=422 if refusal else 200)


@login_required
@never_cache
@post_or_back_to("bots")
def make(request: SignedInRequest) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        bot, key = bots.open_bot(request.user, name)
    except ValidationError as error:
        return _page(request, name=name, refusal=" ".join(error.messages))
    return _key_page(request, bot, key)


@login_required
@never_cache
@post_or_back_to("bots")
def rotate(request: SignedInRequest, bot_id: int) -> HttpResponse:
    bot, number = _own(request, bot_id), request.POST.get("number", "")
    try:
        key = bots.rotate(bot, by=request.user, number=int(number) if is_number(number) else None)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("bots")
    return _key_page(request, bot, key)


@login_required
def rename(request: SignedInRequest, bot_id: int) -> HttpResponse:
    bot = _own(request, bot_id)
    name, refusal = request.POST.get("name", bot.user.display_name), ""
    if request.method == "POST":
        try:
            renamed = bots.rename(bot, name, by=request.user)
        except ValidationError as error:
            refusal = " ".join(error.messages)
        else:
            messages.success(request, _("Your bot is called %(name)s now.") % {"name": renamed})
            return redirect("bots")
    context = {"bot": bot, "name": name, "refusal": refusal}
    return render(request, "bots/rename.html", context, status=422 if refusal else 200)


@login_required
@post_or_back_to("bots")
def revoke(request: SignedInRequest, bot_id: int) -> HttpResponse:
    bot = _own(request, bot_id)
    bots.revoke(bot, by=request.user)
    messages.success(request, _("The key of %(name)s is good for nothing any more.") % {"name": bot.user})
    return redirect("bots")


@login_required
def delete(request: SignedInRequest, bot_id: int) -> HttpResponse:
    if request.method == "POST" and not Bot.objects.filter(pk=bot_id).exists():
        return redirect("bots")  # pressed twice
    bot = _own(request, bot_id)
    if request.method != "POST":
        return render(request, "bots/delete.html", {"bot": bot})
    bots.delete(bot, by=request.user)
    messages.success(request, _("%(name)s is deleted.") % {"name": bot.user})
    return redirect("bots")


@login_required
@require_safe
def record(request: SignedInRequest, bot_id: int) -> HttpResponse:
    """Show a bot's record to everybody who is signed in."""
    found = bot_shown(bot_id, request.user)
    if found is None:
        raise Http404
    return render(request, "bots/bot.html", {"shown": found, "bot": found.bot, "arena": of_account(bot_id)})


@require_safe
def download(request: HttpRequest, name: str) -> HttpResponse:
    """Serve a file that a programmer needs to begin with: to everybody, without an account."""
    if name not in FILES:
        raise Http404
    file = FILES[name]
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(file.path.read_bytes(), content_type=f"{file.kind}; charset=utf-8", headers=headers)


def _key_page(request: SignedInRequest, bot: Bot, key: str) -> HttpResponse:
    """Show a key, the only time that anybody sees it."""
    site = f"{request.scheme}://{request.get_host()}"
    address = f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}/ws/bot/v1/"
    examples = [
        example.format(file=site + reverse("bot_file", args=[name]), key=key, address=address)
        for name, example in EXAMPLES.items()
    ]
    return render(request, "bots/key.html", {"bot": bot, "key": key, "examples": examples})


def _own(request: SignedInRequest, bot_id: int) -> Bot:
    """Find the reader's own bot; another's is not found, so that nothing tells that it exists."""
    found = Bot.objects.filter(pk=bot_id, owner=request.user).select_related("user", "owner").first()
    if found is None:
        raise Http404
    return found
