"""Show how a game went to everybody who may see its table."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render

from accounts.requests import SignedInRequest
from accounts.selectors import shown_name
from tables.access.permissions import visible_table
from tables.core import words
from tables.engine.rulebooks import RULEBOOKS
from tables.formats.standings import ranking
from tables.models import Game
from tables.page.game import hands_so_far, row, winners


@login_required
def result(request: SignedInRequest, code: str) -> HttpResponse:
    table = visible_table(code, request.user)
    game = Game.objects.filter(table=table).first() if table else None
    if table is None or game is None:
        raise Http404
    standings = ranking(game)
    context = {
        "table": table,
        "game": game,
        "kind": words.game(table.rules),
        "host": shown_name(table.owner),
        "scratch": RULEBOOKS[table.rulebook].every_hand_from_scratch,
        "progress": hands_so_far(game, game.hands_played),
        "winners": winners(standings) if game.is_over else "",
        "rows": [row(placed, game, table.rules["big_blind"]) for placed in standings],
        "own_seat": next((placed.entrant.seat for placed in standings if placed.user == request.user), None),
    }
    return render(request, "tables/result.html", context)
