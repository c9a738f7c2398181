"""Play hands with the libraries that ours is measured against, through their public APIs, as fast as we know how.

They are untyped, or not installed where types are checked, hence `import_module`.
"""

from importlib import import_module
from typing import Any

from tests.bench.engine.policy import BIG_BLIND, CHECK_OR_CALL, FOLD, MIND, SMALL_BLIND, STACK, PlayHand, choose

clubs: Any = import_module("clubs")
texasholdem: Any = import_module("texasholdem")
pokerkit: Any = import_module("pokerkit")


def clubs_table(players: int) -> PlayHand:
    """Keep one Dealer for all hands (no gym, no viewer), reset with full stacks; call Dealer.step as it observes."""
    config = {
        **clubs.configs.NO_LIMIT_HOLDEM_NINE_PLAYER,
        "num_players": players,
        "blinds": [SMALL_BLIND, BIG_BLIND, *[0] * (players - 2)],
        "start_stack": STACK,
    }
    dealer = clubs.Dealer(**config)
    step, draw = dealer.step, MIND.random

    def play() -> int:
        actions = 0
        # The button stays, because elsewhere clubs may raise IndexError for an odd chip.
        seen = dealer.reset(reset_button=True, reset_stacks=True)
        while (player := seen["action"]) >= 0:
            if not seen["stacks"][player]:  # clubs also asks a player who is all-in and has nothing to decide
                seen, _, _ = step(0)
                continue
            actions += 1
            call, most = seen["call"], seen["max_raise"]
            amount = choose(draw, call, seen["min_raise"], most if most > call else 0)
            seen, _, _ = step(amount or call)
        return actions

    return play


def texasholdem_table(players: int) -> PlayHand:
    """Keep one TexasHoldEm for all hands, chips set back; call take_action by its attributes (quicker than moves)."""
    game = texasholdem.TexasHoldEm(buyin=STACK, big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=players)
    kinds = texasholdem.ActionType
    act, draw = game.take_action, MIND.random

    def play() -> int:
        actions = 0
        for player in game.players:
            player.chips = STACK
        game.btn_loc = players - 1  # moves to 0 when the hand starts
        game.start_hand()
        while game.is_hand_running():
            actions += 1
            seat = game.current_player
            call, chips = game.chips_to_call(seat), game.players[seat].chips
            most = chips if game.raise_option and chips > call else 0
            amount = choose(draw, call, min(call + game.min_raise(), chips), most)
            if amount == CHECK_OR_CALL:
                act(kinds.CALL if call else kinds.CHECK)
            elif amount == FOLD:
                act(kinds.FOLD)
            else:
                act(kinds.RAISE, total=amount + game.player_bet_amount(seat))
        return actions

    return play


def pokerkit_table(players: int) -> PlayHand:
    """Keep one NoLimitTexasHoldem and make a State for each hand; its automations deal, burn, show and pay."""
    game = pokerkit.NoLimitTexasHoldem(
        tuple(pokerkit.Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND, mode=pokerkit.Mode.CASH_GAME
    )
    stacks, draw = (STACK,) * players, MIND.random

    def play() -> int:
        actions = 0
        state = game(stacks, players)
        while state.status:
            actions += 1
            least = state.min_completion_betting_or_raising_to_amount
            most = 0 if least is None else state.max_completion_betting_or_raising_to_amount
            amount = choose(draw, state.checking_or_calling_amount, least, most)
            if amount == CHECK_OR_CALL:
                state.check_or_call()
            elif amount == FOLD:
                state.fold()
            else:
                state.complete_bet_or_raise_to(amount)
        return actions

    return play


PEERS = {"clubs": clubs_table, "texasholdem": texasholdem_table, "pokerkit": pokerkit_table}
