"""Build the server's messages from pieces that are put together once for everybody who gets them."""

from collections.abc import Sequence
from typing import Final

from tables.bots.duel.play import DuelHand
from tables.bots.duel.wire import framed, text_message
from tables.engine.legal import Legal

COMPLETE: Final = text_message("success", "Complete playing")
READY: Final = framed('{"info":"ready"}')


def failed(text: str) -> bytes:
    return text_message("error", text)


def state_rest(play: DuelHand) -> str:
    """Return the part of a state message that is the same in everybody's copy."""
    legal = play.legal
    if legal is None:
        due = '"action_position":-1,"legal_actions":[],"raise_range":[]'
    else:
        due = f'"action_position":{legal.seat},{_choices(legal)}'
    return f'{due},"public_card":{play.board},{play.players()},{play.history()}}}'


def _choices(legal: Legal) -> str:
    stay = "check" if legal.check else "call"
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return f'"legal_actions":["fold","{stay}"],"raise_range":[]'
    return f'"legal_actions":["fold","{stay}","raise"],"raise_range":[{bounds.least},{bounds.most}]'


def state_head(play: DuelHand, seat: int) -> str:
    """Return the part of a state message that only this player may know, the same all through the hand."""
    return f'{{"info":"state","position":{seat},"private_card":{play.holes[seat]},'


def observed_state(play: DuelHand) -> bytes:
    legal = play.legal
    due = -1 if legal is None else legal.seat
    cards = play.shown() if play.over else f'"player_card":[{",".join(["[]"] * len(play.left))}]'
    action, player = play.last
    return framed(
        f'{{"info":"state","action_position":{due},"public_card":{play.board},{play.players()},{play.history()},{cards},'
        f'"round_raise":[{",".join(map(str, play.put_in))}],"current_action":"{action}","action_player":{player}}}'
    )


def result(play: DuelHand, seat: int) -> bytes:
    return framed(_result(play, play.shown(own=seat)) + "}")


def observed_result(play: DuelHand, *, totals: Sequence[int], times: int) -> bytes:
    """Encode a result for watchers; like all lists, `totals` and the hands played so far go by seat."""
    sums = ",".join(map(str, totals))
    counts = ",".join([str(times)] * len(totals))
    return framed(f'{_result(play, play.shown())},"total_money":[{sums}],"times":[{counts}]}}')


def _result(play: DuelHand, cards: str) -> str:
    return f'{{"info":"result","public_card":{play.board},{play.history()},{cards},{play.results()}'
