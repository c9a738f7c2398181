"""List games with an end and matches of programs, to read only."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from poker_site.web.administration import ReadOnlyAdmin, searched
from tables.admin.base import OfTable, link_to, people_named
from tables.bots.duel import reasons
from tables.bots.duel.standings import who_of
from tables.core import words
from tables.models import ArenaMatch, ArenaPlayer, Game


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["at_table", "kind", "state", "players", "progress", "started_at", "ended_at", "standings"]
    list_select_related = ["table"]
    list_filter = ["state", OfTable]
    fields = ["state", "stack", "reloads_most", "starts_when_full", "opens_cards", "started_at", "ended_at"]
    search_fields = ["table__name"]
    search_help_text = _("Name or code of a table, or a name of somebody who was in the game.")
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games: QuerySet[Game] = super().get_queryset(request)
        return games.annotate(entered=Count("entrants"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Game], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            entered = Game.objects.filter(entrants__user__in=people_named(term)).values("pk")
            named = Q(table__name__icontains=term) | Q(table__code=term) | Q(pk__in=entered)
            queryset = queryset.filter(named)
        return queryset, False

    @admin.display(description=_("table"))
    def at_table(self, game: Game) -> SafeString:
        return link_to(game.table, game.table.name)

    @admin.display(description=_("game"))
    def kind(self, game: Game) -> str:
        return words.game(game.table.rules)

    @admin.display(description=_("players"))
    def players(self, game: Any) -> int:
        entered: int = game.entered
        return entered

    @admin.display(description=_("hands"))
    def progress(self, game: Game) -> str:
        return f"{game.hands_played} / {game.hands_most}" if game.hands_most else str(game.hands_played)

    @admin.display(description=_("Standings"))
    def standings(self, game: Game) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("game_result", args=[game.table.code]), _("Standings"))


@admin.register(ArenaMatch)
class ArenaMatchAdmin(ReadOnlyAdmin):
    list_display = ["number", "room", "who", "state", "hands_wanted", "duplicate", "began_at", "ended_at", "broke_off"]
    list_filter = ["state", "duplicate"]
    search_fields = ["players__name"]
    search_help_text = _("A name of somebody who played.")
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ArenaMatch]:
        players = Prefetch("players", ArenaPlayer.objects.select_related("user").order_by("place"))
        matches: QuerySet[ArenaMatch] = super().get_queryset(request)
        return matches.prefetch_related(players)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[ArenaMatch], search_term: str) -> Any:
        term = searched(search_term)
        if term:
            found = ArenaPlayer.objects.filter(Q(name__icontains=term) | Q(user__in=people_named(term)))
            queryset = queryset.filter(pk__in=found.values(match_pk=F("match")))
        return queryset, False

    @admin.display(description=_("number"))
    def number(self, match: ArenaMatch) -> SafeString:
        return format_html('<a href="{}">#{}</a>', reverse("arena_match", args=[match.pk]), match.pk)

    @admin.display(description=_("why it broke off"))
    def broke_off(self, match: ArenaMatch) -> str:
        return reasons.read(match.why)

    @admin.display(description=_("players"))
    def who(self, match: ArenaMatch) -> str:
        return ", ".join(who_of(player).name for player in match.players.all())
