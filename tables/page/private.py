"""Build the part of a table's page that only one viewer sees: own cards, action bar, own menus."""

from typing import TYPE_CHECKING

from django.urls import reverse

from poker_site.web.fragments import Attributes, Fragment, Plain, ViewModel, view_model
from tables.page import bar, game, menu
from tables.page.host_log import HostEvent
from tables.page.host_menu import hosting
from tables.page.invitations import LinkOnFelt, WishShown
from tables.page.own_place import OwnPlate, SeatPosition, my_seat, own_places

if TYPE_CHECKING:
    from tables.page.scene import Scene


@view_model
class StaticPage(ViewModel):
    """Holds what no move changes."""

    elsewhere: Fragment
    seats: tuple[SeatPosition, ...]
    """Holds the seats, sorted by number."""
    top_up: Fragment
    hosting: Fragment
    wishes: Fragment
    game: Fragment
    events: Fragment
    books: Fragment
    looks: Attributes
    """Tells scripts when the page has to be loaded again."""


@view_model
class PrivatePage(ViewModel):
    still: StaticPage
    mine: OwnPlate | None
    asking: Fragment
    bar: bar.Bar
    leaving: Fragment
    data: Attributes


@view_model
class OtherTable(ViewModel):
    code: str
    name: str
    url: str
    my_turn: bool


@view_model
class Elsewhere(ViewModel):
    tables: tuple[OtherTable, ...]


@view_model
class LinkOnFeltShown(ViewModel):
    asking: LinkOnFelt | None


@view_model
class Wishes(ViewModel):
    door: str
    wishes: tuple[WishShown, ...]


@view_model
class Events(ViewModel):
    events: tuple[HostEvent, ...]


@view_model
class Books(ViewModel):
    """Links to the ledger and the viewer's hands; empty for a viewer who may not read the ledger."""

    ledger_at: str = ""
    hands_at: str = ""


def private_page(scene: "Scene", still: StaticPage | None = None) -> PrivatePage:
    """Build the private page; pass `still` if only moves happened since, to reuse it."""
    return PrivatePage(
        still=still or static_page(scene),
        mine=my_seat(scene),
        asking=Fragment("t-asking", "tables/page/asking.html", LinkOnFeltShown(asking=scene.asking)),
        bar=bar.bar(scene),
        leaving=menu.leaving(scene),
        data=_data(scene),
    )


def static_page(scene: "Scene") -> StaticPage:
    wishes = scene.guests.wishes
    return StaticPage(
        elsewhere=Fragment("t-elsewhere", "tables/page/elsewhere.html", Elsewhere(tables=_elsewhere(scene))),
        seats=own_places(scene),
        top_up=menu.top_up(scene),
        hosting=Fragment("t-hosting", "tables/page/hosting.html", hosting(scene)),
        wishes=Fragment(
            "t-wishes", "tables/page/wishes.html", Wishes(door=scene.table.door if wishes else "", wishes=wishes)
        ),
        game=Fragment("t-game", "tables/page/game.html", game.panel(scene)),
        events=Fragment("t-events", "tables/page/events.html", Events(events=scene.happened)),
        books=Fragment("t-books", "tables/page/books.html", _books(scene)),
        looks=Attributes("t-looks", (("hidden", True), ("data-looks", scene.looks))),
    )


def _elsewhere(scene: "Scene") -> tuple[OtherTable, ...]:
    return tuple(
        [
            OtherTable(code=other.code, name=other.name, url=reverse("table", args=[other.code]), my_turn=other.my_turn)
            for other in scene.others
        ]
    )


def _books(scene: "Scene") -> Books:
    if not scene.has_books:
        return Books()
    return Books(ledger_at=scene.table.ledger_at, hands_at=scene.table.hands_at)


def _data(scene: "Scene") -> Attributes:
    """Tell the page's scripts what concerns only this viewer."""
    seat = scene.my_seat
    held = None
    if scene.holding and scene.mine and scene.mine.held_until:
        held = max(int((scene.mine.held_until - scene.snapshot.taken_at).total_seconds() * 1000), 0)
    values: dict[str, Plain] = {
        "seated": scene.me is not None,
        "dealt": scene.in_hand is not None,
        "mine": scene.is_my_turn,
        "won": seat is not None and bool(seat.won_text),
        # Running values are not sent alone: the version sends the time left along with every change.
        "held-at": scene.snapshot.version if held is not None else None,
    }
    pairs = tuple((f"data-{name}", value) for name, value in values.items())
    return Attributes("t-viewer", (("hidden", True), *pairs), running=(("data-held", held),))
