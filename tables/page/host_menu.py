"""Build the host's menu: each section is an element of its own."""

from typing import TYPE_CHECKING

from accounts.models import User
from accounts.selectors import shown_name
from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.access.permissions import Tie
from tables.core import words
from tables.engine.rulebooks import RULEBOOKS
from tables.engine.rules import Rules
from tables.models import Seat, Table

if TYPE_CHECKING:
    from tables.page.game import GameShown
    from tables.page.scene import Scene

Choice = tuple[str, str, bool]
"""Holds value, label, and whether it is chosen."""


@view_model
class Hosting(ViewModel):
    """Holds the host's menus, which are None for a viewer who is no host."""

    menu: "HostMenu | None" = None
    invite: Fragment | None = None


@view_model
class HostMenu(ViewModel):
    door: str
    paused: bool
    closing: bool
    counters: bool
    """True in a game with an end, whose chips are not bought."""
    end: Fragment
    game: Fragment
    people: Fragment
    bots: Fragment | None
    access: Fragment
    chat: Fragment


@view_model
class GameControls(ViewModel):
    """Offers to start and to end a game."""

    door: str
    starts: bool = False
    starting: bool = False
    running: bool = False


@view_model
class GameSettings(ViewModel):
    door: str
    counters: bool
    small_blind: int
    big_blind: int
    ante: int
    has_blinds: bool
    is_step: bool
    has_ante: bool
    next: str
    seconds: int
    paces: tuple[Choice, ...]
    least: int
    most: int
    bet_sizes: str


@view_model
class Access(ViewModel):
    door: str
    counters: bool
    found_by: tuple[Choice, ...]
    watchable: bool
    approves: bool
    admits_bots: bool
    allows_same_owner: bool
    shares_hands: bool
    password: bool


@view_model
class ChatSettings(ViewModel):
    door: str
    says_slowly: int
    watchers_apart: bool
    quiet_all_in: bool


@view_model
class Bots(ViewModel):
    door: str
    bots: tuple[tuple[int, str], ...]
    """Lists seat and name of each."""
    full: bool
    filled: bool


@view_model
class Rest(ViewModel):
    """Lets the host make a player sit out, as long as they play."""

    id: int
    plays: bool


@view_model
class Person(ViewModel):
    """Shows the host a player who sits at the table or is on the waiting list."""

    door: str
    id: int
    name: str
    owns: bool
    """True if the viewer owns the table and may name co-hosts."""
    cohost: bool
    banned: bool
    may_remove: bool = False
    rest: Fragment
    goes: bool = False
    may_take_over: bool = False


@view_model
class HostPeople(ViewModel):
    door: str
    owns: bool
    people: tuple[Fragment, ...]
    cohosts: tuple[tuple[int, str], ...]
    """Lists the co-hosts who do not sit at the table, by id and name."""
    banned: tuple[tuple[int, str], ...]


def hosting(scene: "Scene") -> Hosting:
    table, user, invite = scene.snapshot.table, scene.user, scene.guests.invite
    if user is None or invite is None:
        return Hosting()
    return Hosting(
        menu=_menu(scene, table, user),
        invite=Fragment("t-hosting-invite", "tables/page/invite.html", invite),
    )


def _menu(scene: "Scene", table: Table, user: User) -> HostMenu:
    door, game = scene.table.door, scene.public.game
    shows_bots = game is None or game.waiting
    return HostMenu(
        door=door,
        paused=table.state == Table.State.PAUSED,
        closing=table.closes_after_hand,
        counters=game is not None,
        end=Fragment("t-host-end", "tables/page/host_end.html", _game_deeds(door, game)),
        game=Fragment("t-host-settings", "tables/page/host_game.html", _settings(scene, table)),
        people=Fragment("t-host-people-list", "tables/page/host_people.html", _people(scene, user)),
        bots=Fragment("t-host-bots-list", "tables/page/host_bots.html", _bots(scene, table)) if shows_bots else None,
        access=Fragment("t-host-access", "tables/page/host_access.html", _access(scene, table)),
        chat=Fragment("t-host-chat-form", "tables/page/host_chat.html", _chat(scene, table)),
    )


def _game_deeds(door: str, game: "GameShown | None") -> GameControls:
    if game is None:
        return GameControls(door=door)
    return GameControls(door=door, starts=game.waiting and game.enough, starting=game.starting, running=game.running)


def _settings(scene: "Scene", table: Table) -> GameSettings:
    options, rules = RULEBOOKS[table.rulebook].options, table.next_rules or table.rules
    return GameSettings(
        door=scene.table.door,
        counters=scene.snapshot.game is not None,
        small_blind=rules["small_blind"],
        big_blind=rules["big_blind"],
        ante=rules["ante"],
        has_blinds="small_blind" in options,
        is_step="big_blind" not in options,
        has_ante="ante" in options,
        next=words.stakes(Rules.from_json(table.next_rules)) if table.next_rules else "",
        seconds=table.seconds_to_act,
        paces=tuple((str(value), str(label), value == table.pace) for value, label in Table.Pace.choices),
        least=table.buy_in_least,
        most=table.buy_in_most,
        bet_sizes=table.bet_sizes,
    )


def _access(scene: "Scene", table: Table) -> Access:
    return Access(
        door=scene.table.door,
        counters=scene.snapshot.game is not None,
        found_by=tuple((value, str(label), value == table.found_by) for value, label in Table.FoundBy.choices),
        watchable=table.watchable,
        approves=table.approves,
        admits_bots=table.admits_bots,
        allows_same_owner=table.allows_same_owner,
        shares_hands=table.shares_hands,
        password=bool(table.password),
    )


def _chat(scene: "Scene", table: Table) -> ChatSettings:
    return ChatSettings(
        door=scene.table.door,
        says_slowly=table.says_slowly,
        watchers_apart=table.watchers_apart,
        quiet_all_in=table.quiet_all_in,
    )


def _bots(scene: "Scene", table: Table) -> Bots:
    seats = scene.snapshot.seats
    free = table.played_by.players_most - len(seats)
    return Bots(
        door=scene.table.door,
        bots=tuple((seat.number, shown_name(seat.user)) for seat in seats.values() if seat.house),
        full=free < 1,
        filled=free < (1 if scene.me else 2),  # a host who does not sit yet keeps a seat
    )


def _people(scene: "Scene", user: User) -> HostPeople:
    seated = [seat for _, seat in sorted(scene.snapshot.seats.items()) if not seat.house and seat.user_id != user.pk]
    waiting = [waiting for waiting in scene.snapshot.waiting if waiting.pk != user.pk]
    people = [*[_seated(scene, seat) for seat in seated], *[_person(scene, one) for one in waiting]]
    here = {seat.user_id for seat in scene.snapshot.seats.values()}
    return HostPeople(
        door=scene.table.door,
        owns=_owns(scene),
        people=tuple(Fragment(f"t-host-{one.id}", "tables/page/host_person.html", one) for one in people),
        cohosts=_others(scene, Tie.COHOST, but=here),
        banned=_others(scene, Tie.BANNED, but=set()),
    )


def _owns(scene: "Scene") -> bool:
    return scene.user is not None and scene.snapshot.table.owner_id == scene.user.pk


def _seated(scene: "Scene", seat: Seat) -> Person:
    playing = seat.state in (Seat.State.PLAYING, Seat.State.AWAY)
    return _person(
        scene,
        seat.user,
        plays=playing and not seat.sits_out_next and scene.snapshot.game is None,
        goes=seat.sent_away,
        may_take_over=_owns(scene) and seat.state != Seat.State.HELD,
    )


def _person(
    scene: "Scene", user: User, *, plays: bool = False, goes: bool = False, may_take_over: bool = False
) -> Person:
    owns, cohost = _owns(scene), scene.snapshot.ties.has(user, Tie.COHOST)
    return Person(
        door=scene.table.door,
        id=user.pk,
        name=shown_name(user),
        owns=owns,
        cohost=cohost,
        banned=scene.snapshot.ties.has(user, Tie.BANNED),
        may_remove=user.pk != scene.snapshot.table.owner_id and (owns or not cohost),
        rest=Fragment(f"t-rest-{user.pk}", "tables/page/host_rest.html", Rest(id=user.pk, plays=plays)),
        goes=goes,
        may_take_over=may_take_over,
    )


def _others(scene: "Scene", tie: Tie, *, but: set[int]) -> tuple[tuple[int, str], ...]:
    ids = scene.snapshot.ties.users.get(tie, frozenset()) - but
    found = [(user.pk, shown_name(user)) for user in scene.snapshot.named if user.pk in ids]
    return tuple(sorted(found, key=lambda person: person[1].casefold()))
