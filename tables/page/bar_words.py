"""Word what the action bar says: a title and a note below it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from poker_site.web.fragments import ViewModel, view_model
from tables.core import words
from tables.core.refusals import reason
from tables.page.game import GameShown, OwnGame

if TYPE_CHECKING:
    from tables.page.own_place import ViewerSeat
    from tables.page.scene import Scene


@view_model
class Says(ViewModel):
    title: str
    until: str = ""
    """Holds the title to show until the last card of an all-in is turned."""
    note: str = ""
    soft: bool = True
    shows_time: bool = False
    time_first: bool = False
    replay: str = ""


def says(scene: "Scene") -> Says:
    if scene.actions:
        why = reason(scene.seen.legal.no_raise) if scene.seen and scene.seen.legal else ""
        return Says(title=_("Your turn"), note=why, shows_time=True, time_first=True)
    if scene.holding:
        return _holding(scene, scene.holding.number)
    if scene.pre:
        return Says(title=scene.public.to_act, shows_time=True, time_first=True)
    game, own = scene.public.game, scene.game
    if game is not None and own is not None:
        return _of_a_game(scene, game, own)
    return _idle(scene)


def _holding(scene: "Scene", seat: int) -> Says:
    wish, number = scene.guests.wish, {"number": seat}
    if wish:
        values = {"name": scene.table.host_name, "chips": words.chips(wish.chips)}
        note = _("%(name)s is asked whether you may sit down with %(chips)s chips.") % values
        return Says(title=_("Seat %(number)s is held for you") % number, note=note, shows_time=True)
    if scene.guests.password:
        note = _("What is the table's password?")
        return Says(title=_("Seat %(number)s is held for you") % number, note=note, soft=False, shows_time=True)
    title = _("Seat %(number)s is yours") % number
    return Says(title=title, note=_("With how many chips?"), soft=False, shows_time=True)


def _over(scene: "Scene") -> Says:
    """Word the bar after a hand, where a player may be asked to show."""
    asked = scene.me is not None and scene.me.asked
    note = _("Only you have seen them.") if asked else ""
    says = Says(title=_("The hand is over"), note=note, shows_time=True, replay=scene.replay)
    if asked:
        return replace(says, title=_("Show or muck?"))
    return replace(says, until=_("Showdown")) if scene.public.runs else says


def _idle(scene: "Scene") -> Says:
    if scene.phase == "over":
        return _over(scene)
    return Says(title=_idle_title(scene), note=_note(scene))


def _idle_title(scene: "Scene") -> str:
    match scene.phase:
        case "closed":
            return _("This table is closed")
        case "paused":
            return _("The table is paused")
        case "cutting":
            return _("The deck is being cut")
        case "running":
            return scene.public.to_act
        case "deserted":
            return _("Everybody is away")
        case _:
            return _of_me(scene.me)


def _of_me(me: "ViewerSeat | None") -> str:
    if me and me.broke:
        return _("You have no chips left")
    if me and me.state == "out":
        return _("You sit out")
    if me and me.state == "away":
        return _("You are away")
    return _("Waiting for players")


def _note(scene: "Scene") -> str:
    if scene.phase == "closed":
        return _("Everybody has their chips back. The ledger says who owes whom.") if scene.has_books else ""
    if scene.phase == "paused":
        return _paused(scene)
    if scene.sit.waiting:
        values = {"place": scene.sit.waiting, "number": scene.sit.waiting_count}
        return _("You are number %(place)s of %(number)s on the waiting list.") % values
    return _at_my_seat(scene, scene.me) if scene.me else _watching(scene)


def _paused(scene: "Scene") -> str:
    return _("You can resume it.") if scene.hosts else _("%(name)s can resume it.") % {"name": scene.table.host_name}


def _watching(scene: "Scene") -> str:
    if scene.sit.full:
        return _("All seats are taken.")
    if scene.sit.may:
        return _("You watch. Take a free seat to play.")
    if scene.sit.password:
        return _("You're watching. Take a seat and enter the password to play.")
    return _("You watch.")


def _at_my_seat(scene: "Scene", me: "ViewerSeat") -> str:
    running = scene.phase == "running"
    state = scene.my_seat.state if scene.my_seat else ""
    if me.leaves and running:
        return _leaving(state)
    if me.broke:
        return (
            _("More chips come after this hand.")
            if me.top_up_pending
            else _("Add chips to play on, or leave the table.")
        )
    if me.state == "out":
        return _("You sit out until you are back.")
    if me.state == "away":
        return _("You are dealt out until you are back.")
    if me.must_wait:
        return _("You post a blind with the next hand.") if me.posts else _("You wait for the big blind.")
    if running and state in ("allin", "folded"):
        return _in_or_out(state)
    if me.in_hand or (scene.phase == "cutting" and scene.in_hand is not None):
        return ""
    if scene.phase in ("running", "cutting"):
        return _("You play from the next hand on.")
    return _("The next hand starts as soon as two can play.")


def _leaving(state: str) -> str:
    if state == "allin":
        return _("You leave when the hand is over.")
    if state == "folded":
        return _("You leave; your cards are folded.")
    return _("You're leaving. On your turn you check if that's free, else you fold.")


def _in_or_out(state: str) -> str:
    return _("You are all-in.") if state == "allin" else _("You have folded.")


def _of_a_game(scene: "Scene", game: GameShown, own: OwnGame) -> Says:
    closed = scene.table.state == "closed"
    if game.over:
        title = _("This table is closed") if closed else game.winners or _("The game is over")
        return Says(title=title, note=_place(game, own))
    if scene.phase == "paused":
        return Says(title=_("The table is paused"), note=_paused(scene))
    if game.starting:
        return Says(title=_("The game is about to start"), shows_time=True)
    if game.waiting:
        signed = {"signed": game.signed_up, "seats": scene.table.seats}
        title = ngettext("%(signed)s of %(seats)s signed up", "%(signed)s of %(seats)s signed up", game.signed_up)
        return Says(title=title % signed, note=_before(scene, game, own))
    if scene.phase == "over":
        note = _of_player(scene, own)
        return replace(_over(scene), note=note, shows_time=False, replay="") if note else _over(scene)
    return Says(title=_running(scene), note=_of_player(scene, own) or _playing(scene))


def _running(scene: "Scene") -> str:
    if scene.phase == "cutting":
        return _("The deck is being cut")
    if scene.phase == "deserted" and scene.public.turn is None:
        return _("Everybody is away")
    return scene.public.to_act


def _place(game: GameShown, own: OwnGame) -> str:
    if not own.rank or not game.played:
        return ""
    values = {"rank": own.rank, "net": own.net}
    if game.scratch:
        return _("You finished in place %(rank)s: %(net)s chips.") % values
    return _("You finished in place %(rank)s.") % values


def _before(scene: "Scene", game: GameShown, own: OwnGame) -> str:
    told = []
    if own.signed_up:
        told.append(_("You are in."))
    elif game.opens_cards:
        told.append(_("Whoever watches sees everybody's cards, one hand later."))
    if not game.enough:
        told.append(_("It takes %(least)s to begin.") % {"least": game.least})
    elif not scene.hosts:
        starts = _("%(name)s starts the game.") % {"name": scene.table.host_name}
        told.append(_("It starts by itself when every seat is taken.") if game.by_itself else starts)
    return " ".join(told)


def _of_player(scene: "Scene", own: OwnGame) -> str:
    """Word what matters more to this player than the hand: out, away, reloads."""
    if own.out:
        return _("You have lost all your chips: for you the game is over.")
    if scene.me and scene.me.stays_away:
        return _("Nobody waits for you until you are back.")
    if own.wants_reload:
        return _("Your reload comes with the next hand.")
    if own.was_reloaded:
        return _("You have lost all your chips, and a reload has brought new ones.")
    return ""


def _playing(scene: "Scene") -> str:
    if scene.me is None:
        return _("You watch.")
    state = scene.my_seat.state if scene.my_seat else ""
    return _in_or_out(state) if scene.phase == "running" and state in ("allin", "folded") else ""
