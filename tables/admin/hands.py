"""List hands: who played, and the public record of those that are over. The deck stays sealed for everybody."""

from typing import Any, Final

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.requests import is_number
from accounts.selectors import shown_name
from poker_site.web.administration import searched
from tables.admin import pairs
from tables.admin.base import OfTable, OfUser, Pages, link_to, people_named, person
from tables.admin.record import lines_of
from tables.hosting import moderation
from tables.models import Hand, HandPlayer

DID: Final = {
    "fold": _("Fold"),
    "check": _("Check"),
    "pass": _("Pass"),
    "call": _("Call"),
    "bet": _("Bet"),
    "raise": _("Raise"),
    "overbet": _("Overbet"),
    "all-in": _("All-in"),
    "show": _("Show"),
    "muck": _("Muck"),
}


class PlayedBy(OfUser):
    title = _("player")
    parameter_name = "player"
    field = "players__user"


def _void(hand: Hand, by: User, form: QueryDict) -> Any:
    moderation.void_hand(hand.table_id, by, form.get("words", ""), hand_id=hand.pk)
    return _("The hand at %s is void; everybody has their chips back.") % hand.table


@admin.register(Hand)
class HandAdmin(Pages):
    page = "admin/moderation/hand.html"
    change_list_template = "admin/moderation/hands.html"
    deeds = {"void": _void}
    list_display = ["title", "at_table", "state", "who", "began_at", "ended_at"]
    list_display_links = ["title"]
    list_filter = ["state", OfTable, PlayedBy]
    search_fields = ["number"]
    search_help_text = _("Name or code of a table, or a name of somebody who played; “12 Kitchen” is hand 12 there.")
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        hands = super().get_queryset(request).select_related("table").prefetch_related("players__user")
        return hands.defer("sealed", "rules")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Hand], search_term: str) -> Any:
        """Search by table and player; a short number at the start is the number of the hand."""
        number, _space, rest = searched(search_term).partition(" ")
        if is_number(number) and len(number) < 9:
            queryset = queryset.filter(number=int(number))
        else:
            rest = f"{number} {rest}".strip()
        if rest:
            players = HandPlayer.objects.filter(user__in=people_named(rest))
            place = Q(table__name__icontains=rest) | Q(table__code=rest)
            queryset = queryset.filter(place | Q(pk__in=players.values("hand")))
        return queryset, False

    @admin.display(description=_("hand"))
    def title(self, hand: Hand) -> str:
        return f"#{hand.number}"

    @admin.display(description=_("table"))
    def at_table(self, hand: Hand) -> str:
        return link_to(hand.table, hand.table.name)

    @admin.display(description=_("players"))
    def who(self, hand: Hand) -> str:
        return ", ".join(shown_name(player.user) for player in hand.players.all())

    def look(self, request: HttpRequest, thing: Hand) -> dict[str, Any]:
        players = list(thing.players.all())
        names = {player.seat: person(player.user) for player in players}
        moves = thing.moves.all()
        return {
            "title": _("Hand %(number)s at %(table)s") % {"number": thing.number, "table": thing.table},
            "players": players,
            "moves": [{"name": names.get(m.seat, m.seat), "did": DID.get(m.verb, m.verb), "move": m} for m in moves],
            "record": lines_of(thing),
            "running": thing.ended_at is None,
            "ledger": thing.ledger.select_related("user"),
        }

    def get_urls(self) -> list[URLPattern]:
        own = path("pairs/", self.admin_site.admin_view(self.pairs), name="tables_pairs")
        return [own, *super().get_urls()]

    def pairs(self, request: HttpRequest) -> HttpResponse:
        return pairs.page(self, request)
