"""Build the viewer's own menus: to add chips, sit out or leave."""

from typing import TYPE_CHECKING

from poker_site.web.fragments import Fragment, ViewModel, view_model
from tables.page.bar import TopUp

if TYPE_CHECKING:
    from tables.page.scene import Scene


@view_model
class TopUpMenu(ViewModel):
    door: str = ""
    pending: int = 0
    asked: int = 0
    """Holds the chips that wait for the host's approval."""
    most: Fragment | None = None
    """Holds the form's bounds; None if the viewer cannot add chips."""


@view_model
class Leaving(ViewModel):
    door: str = ""
    """Holds the address of the form; empty if the viewer has no seat."""
    leaves: bool = False
    may_stay: bool = False
    gone: bool = False
    """True if the player has left, while the hand is still played."""
    sits_out_next: bool = False
    back: bool = False
    """True if the menu offers to come back, because the bar does not."""
    may_post: bool = False
    sits_out: bool = False
    """True if the menu offers to sit out."""
    now: Fragment | None = None


@view_model
class LeavingNow(ViewModel):
    """Lets the player leave at once, or after the hand that is being played."""

    door: str
    after_hand: bool
    asks: bool
    """True if the page asks for confirmation, because leaving now may cost chips."""


@view_model
class LeavingGame(ViewModel):
    door: str
    kind: str
    """Names the button: back, leave, go (nothing is lost) or withdraw; empty for none."""
    may_post: bool


def top_up(scene: "Scene") -> Fragment:
    value = TopUpMenu() if scene.snapshot.game is not None else _top_up(scene)
    return Fragment("t-add", "tables/page/top_up.html", value)


def leaving(scene: "Scene") -> Fragment:
    if scene.snapshot.game is not None:
        return Fragment("t-leaving", "tables/page/leaving_game.html", _leaving_game(scene))
    return Fragment("t-leaving", "tables/page/leaving.html", _leaving(scene))


def _top_up(scene: "Scene") -> TopUpMenu:
    me, wish = scene.me, scene.guests.wish
    if me is None or not me.may_top_up:
        return TopUpMenu()
    value = TopUp(stack=me.stack, least=me.top_up_least, most=me.top_up_most)
    return TopUpMenu(
        door=scene.table.door,
        pending=me.top_up_pending,
        asked=wish.chips if wish else 0,
        most=Fragment("t-top-up-most", "tables/page/top_up_most.html", value),
    )


def _leaving(scene: "Scene") -> Leaving:
    me, door = scene.me, scene.table.door
    if me is None:
        return Leaving()
    decides = scene.actions is not None or scene.pre is not None
    rests = me.sits_out_next or me.stays_away
    now = LeavingNow(door=door, after_hand=not me.leaves and me.in_hand, asks=me.in_hand and not me.all_in)
    return Leaving(
        door=door,
        leaves=me.leaves,
        may_stay=me.may_stay,
        gone=me.state == "out" and me.in_hand,
        sits_out_next=me.sits_out_next,
        back=not me.leaves and rests and (decides or (me.sits_out_next and not me.stays_away)),
        may_post=me.may_post,
        sits_out=not me.leaves and not rests,
        now=Fragment("t-leave-now", "tables/page/leaving_now.html", now)
        if not me.leaves or me.state != "out"
        else None,
    )


def _leaving_game(scene: "Scene") -> LeavingGame:
    game, own, me = scene.public.game, scene.game, scene.me
    kind = ""
    if game and own and own.signed_up and game.over:
        kind = "go"
    elif game and own and own.signed_up and not own.out:
        if game.running and me and (me.stays_away or me.leaves):
            kind = "back" if scene.actions or scene.pre else ""
        elif game.running:
            kind = "leave"
        elif game.starting:
            kind = "withdraw"
    return LeavingGame(door=scene.table.door, kind=kind, may_post=me is not None and me.may_post)
