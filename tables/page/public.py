"""Build the public part of a table's page, the same for all viewers with one language and unit of amounts."""

from django.utils.translation import gettext as _

from poker_site.web.fragments import Attributes, Fragment, Lines, Plain, ViewModel, view_model
from tables.page.felt import FeltCentre, felt_centre
from tables.page.scene import PublicScene
from tables.page.seats import PublicSeat, SeatShown, seat_shown


@view_model
class PublicPage(ViewModel):
    top: Fragment
    middle: FeltCentre
    seats: tuple[SeatShown, ...]
    """Holds the seats, sorted by number; each viewer's private page says where they lie around the table."""
    newest: Fragment
    log: Lines
    people: Fragment
    standing: Attributes
    """Tells scripts what stays the same for a hand or longer."""
    data: Attributes
    """Tells scripts what is new with every version."""


@view_model
class Top(ViewModel):
    name: str
    badge: str
    game: str
    stakes: str
    next_stakes: str
    progress: str
    hand_number: int | None
    watchers: int


@view_model
class Newest(ViewModel):
    text: str


@view_model
class PeopleStack(ViewModel):
    number: int
    text: str


@view_model
class PeopleRow(ViewModel):
    number: int
    user_id: int
    name: str
    is_host: bool
    is_cohost: bool
    bot: str
    offline: bool
    stack: Fragment


@view_model
class People(ViewModel):
    rows: tuple[Fragment, ...]
    host_name: str
    watchers: int
    waiting: tuple[str, ...]


def public_page(scene: PublicScene) -> PublicPage:
    seats, log = scene.seats, scene.log
    lines = tuple([Fragment(f"l-{line.key}", "tables/page/log_line.html", line) for line in log])
    return PublicPage(
        top=Fragment("t-top", "tables/page/top.html", _top(scene)),
        middle=felt_centre(scene, seats, _calm(scene)),
        seats=tuple([seat_shown(seat, scene) for seat in seats]),
        newest=Fragment("t-newest", "tables/page/newest.html", Newest(text=log[-1].text if log else "")),
        log=Lines("t-log", lines),
        people=Fragment("t-people", "tables/page/people.html", _people(scene, seats)),
        standing=_standing(scene),
        data=_data(scene, seats),
    )


def _top(scene: PublicScene) -> Top:
    table, badge = scene.table, ""
    if scene.phase in ("running", "cutting"):
        if table.closing:
            badge = _("Closes after this hand")
        elif table.state == "paused":
            badge = _("Pauses after this hand")
    return Top(
        name=table.name,
        badge=badge,
        game=table.game,
        stakes=table.stakes,
        next_stakes=table.next_stakes,
        progress=table.progress,
        hand_number=None if table.progress else scene.hand_number,
        watchers=scene.snapshot.watchers,
    )


def _calm(scene: PublicScene) -> str:
    if scene.street or scene.cutting:
        return ""
    if scene.table.calm:
        return str(scene.table.calm)
    match scene.phase:
        case "closed":
            return _("This table is closed")
        case "paused":
            return _("Paused")
        case "deserted":
            return _("Everybody is away")
        case _:
            return _("Waiting for players")


def _people(scene: PublicScene, seats: tuple[PublicSeat, ...]) -> People:
    rows = [_row(scene, seat, seat.user_id) for seat in seats if seat.user_id is not None]
    return People(
        rows=tuple([Fragment(f"t-player-{row.number}", "tables/page/people_row.html", row) for row in rows]),
        host_name=scene.table.host_name,
        watchers=scene.snapshot.watchers,
        waiting=scene.waiting,
    )


def _row(scene: PublicScene, seat: PublicSeat, user_id: int) -> PeopleRow:
    stack = PeopleStack(number=seat.number, text=seat.stack_text)
    return PeopleRow(
        number=seat.number,
        user_id=user_id,
        name=seat.name,
        is_host=user_id == scene.table.host_id,
        is_cohost=user_id in scene.cohosts,
        bot=seat.bot,
        offline=seat.offline,
        stack=Fragment(f"k{seat.number}", "tables/page/people_stack.html", stack),
    )


def _standing(scene: PublicScene) -> Attributes:
    table = scene.table
    stays = (("data-at", table.at), ("data-big-blind", table.big_blind), ("data-pace", table.pace))
    return Attributes("t-standing", (("hidden", True), *stays, ("data-root", scene.root)))


def _data(scene: PublicScene, seats: tuple[PublicSeat, ...]) -> Attributes:
    clock = scene.clock
    values: dict[str, Plain] = {
        "version": scene.version,
        "moment": scene.moment,
        "phase": scene.phase,
        "hand": str(scene.hand_number or ""),
        "street": scene.street,
        "cutting": scene.cutting,
        "bank": clock is not None and clock.bank,
        "cards": "".join([f"{seat.number} " for seat in seats if seat.has_cards]),
        "bets": "".join([f"{seat.number}:{seat.bet} " for seat in seats if seat.bet]) or None,
    }
    left = (clock.left_ms, clock.total_ms, clock.bank_ms) if clock else (None, None, None)
    return Attributes(
        "t-data",
        (("hidden", True), *((f"data-{name}", value) for name, value in values.items())),
        running=tuple(zip(("data-left", "data-total", "data-bank-left"), left, strict=True)),
    )
