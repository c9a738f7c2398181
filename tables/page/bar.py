"""Build the action bar: it says what happens and offers what the viewer may do."""

from dataclasses import replace
from typing import TYPE_CHECKING

from poker_site.web.fragments import Attributes, Fragment, ViewModel, view_model
from tables.page import actions, bar_words
from tables.page.game import GameShown, OwnGame, Row

if TYPE_CHECKING:
    from tables.page.own_place import ViewerSeat
    from tables.page.scene import Scene


@view_model
class Bar(ViewModel):
    frame: Attributes
    says: Fragment
    body: Fragment


@view_model
class FormAddress(ViewModel):
    """Holds the address of the forms for templates that need nothing else."""

    door: str


@view_model
class TopUp(ViewModel):
    stack: int
    least: int
    most: int


@view_model
class Reload(ViewModel):
    stack: int
    left: int


@view_model
class IdleActions(ViewModel):
    """Offers buttons and results to a viewer who has no move to make; few fields are set at a time."""

    door: str
    results: tuple[str, ...] = ()
    standings: tuple[Row, ...] = ()
    asked: bool = False
    can_show: bool = False
    resume: str = ""
    """Names the button's look, main or quiet; empty if the viewer cannot resume the table."""
    result_at: str = ""
    ledger_at: str = ""
    home: str = ""
    """Names the look of the link to the lobby, main or quiet; empty while the table is open."""
    broke: TopUp | None = None
    back: bool = False
    may_post: bool = False
    post: bool = False
    reload: Reload | None = None
    again: bool = False
    enters: bool = False
    password_at: str = ""
    withdraws: bool = False
    queue: str = ""
    """Says whether the button joins or leaves the waiting list; empty for no button."""
    stops: bool = False
    prepares: bool = False


def bar(scene: "Scene") -> Bar:
    acting = scene.actions
    price = actions.price(scene.seen) if acting else None
    frame = (("class", "actions"), ("tabindex", "-1"), ("aria-labelledby", "t-bar-title"))
    return Bar(
        frame=Attributes("t-bar", (*frame, ("data-turn", acting is not None), ("data-price", price)), "section"),
        says=Fragment("t-bar-says", "tables/page/bar_says.html", bar_words.says(scene)),
        body=_body(scene),
    )


def _body(scene: "Scene") -> Fragment:
    name, door = "t-bar-body", scene.table.door
    if scene.actions:
        return Fragment(name, "tables/page/acting.html", scene.actions)
    if scene.holding and scene.guests.wish:
        return Fragment(name, "tables/page/wished.html", FormAddress(door=door))
    if scene.holding and scene.guests.password:
        return Fragment(name, "tables/page/password.html", FormAddress(door=door))
    if scene.holding:
        return Fragment(name, "tables/page/buying.html", scene.holding)
    if scene.pre:
        return Fragment(name, "tables/page/ahead.html", scene.pre)
    game, own = scene.public.game, scene.game
    deeds = _idle(scene) if game is None or own is None else _in_a_game(scene, game, own)
    return Fragment(name, "tables/page/deeds.html", deeds)


def _idle(scene: "Scene") -> IdleActions:
    me, closed, books = scene.me, scene.table.state == "closed", scene.has_books
    asked = me is not None and me.asked
    can_show = me is not None and me.can_show
    resumes = scene.phase == "paused" and scene.hosts
    stays = me is not None and not closed and not me.broke and not me.leaves
    away = me is not None and stays and me.stays_away
    return IdleActions(
        door=scene.table.door,
        results=scene.public.results,
        asked=asked,
        can_show=can_show,
        resume=("quiet" if me and (asked or me.broke) else "main") if resumes else "",
        ledger_at=scene.table.ledger_at if closed and books else "",
        home=("quiet" if books else "main") if closed else "",
        broke=_top_up(me) if me and me.broke and not closed else None,
        back=away,
        may_post=away and me is not None and me.may_post,
        post=me is not None and stays and not away and me.must_wait and me.may_post,
        again=scene.guests.may_play_again,
        queue=_queue(scene),
    )


def _top_up(me: "ViewerSeat") -> TopUp:
    return TopUp(stack=me.stack, least=me.top_up_least, most=me.top_up_most)


def _queue(scene: "Scene") -> str:
    if scene.sit.waiting:
        return "leave"
    return "join" if scene.sit.full and scene.me is None else ""


def _in_a_game(scene: "Scene", game: GameShown, own: OwnGame) -> IdleActions:
    ranked = game.over and game.played and game.scratch
    can_show = not game.over and scene.me is not None and scene.me.can_show
    always = IdleActions(
        door=scene.table.door,
        results=() if ranked else scene.public.results,
        standings=game.rows if ranked else (),
        asked=can_show and scene.me is not None and scene.me.asked,
        can_show=can_show,
    )
    if game.over:
        return replace(
            always,
            result_at=scene.table.result_at if game.played else "",
            home="quiet" if scene.table.state == "closed" else "",
            again=scene.guests.may_play_again,
        )
    if scene.phase == "paused" and scene.hosts:
        return replace(always, resume="main")
    if game.starting:
        return replace(always, stops=scene.hosts)
    if game.running:
        return _in_a_running_game(scene, always, game, own)
    return _before_a_game(scene, always, game, own)


def _in_a_running_game(scene: "Scene", always: IdleActions, game: GameShown, own: OwnGame) -> IdleActions:
    me = None if own.out else scene.me
    if me is None:
        return always
    reloads = not me.stays_away and own.may_reload and not own.wants_reload
    return replace(
        always,
        back=me.stays_away,
        may_post=me.stays_away and me.may_post,
        reload=Reload(stack=game.stack, left=own.reloads_left) if reloads else None,
    )


def _before_a_game(scene: "Scene", always: IdleActions, game: GameShown, own: OwnGame) -> IdleActions:
    outside = not own.signed_up
    enters = outside and not game.full and scene.sit.may
    asks = outside and not game.full and not enters and scene.sit.password
    return replace(
        always,
        withdraws=own.signed_up,
        queue=("leave" if scene.sit.waiting else "join") if outside and game.full else "",
        enters=enters,
        password_at=scene.table.password_at if asks else "",
        prepares=scene.hosts and game.enough,
    )
