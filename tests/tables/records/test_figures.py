"""Check what is counted of a hand: who paid to see the flop, raised, raised again, saw it through, and won."""

from dataclasses import replace
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.hand import HandState
from tables.engine.legal import Legal
from tables.engine.opening import Opening, SeatNumber
from tables.records.figures import Figures, figures, in_mbb
from tests.tables.engine.strategies import VARIANTS, examples, hands, openings, play
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    CASH,
    CAST,
    CONTEST,
    DRY_BOARD,
    HOME,
    QUEUE,
    best_first,
    check_down,
    deal,
    names,
    seat_of,
)
from tests.tables.engine.tables import play as played
from tests.tables.engine.vectors import files, lines, opening_of


def who(hand: HandState, figure: str) -> str:
    """Name the players with this figure, in the order of the cast."""
    found = figures(hand)
    return names(seat for seat in sorted(found) if getattr(found[seat], figure))


def of(hand: HandState, name: str) -> Figures:
    return figures(hand)[SeatNumber(seat_of(name))]


def ended(hand: HandState) -> HandState:
    while hand.legal:
        hand = hand.act("check" if hand.legal.check else "fold")
    return hand


class TestVpip:
    def test_calls_count_and_blinds_do_not(self) -> None:
        hand = played(deal(CASH, 4), "Ted call, Alice fold, Bob fold, Carol check")
        assert who(ended(hand), "vpip") == "Ted"

    def test_small_blind_that_calls_counts(self) -> None:
        hand = played(deal(CASH, 3), "Alice fold, Bob call, Carol check")
        assert who(ended(hand), "vpip") == "Bob"

    def test_big_blind_that_wins_unopposed_does_not_count(self) -> None:
        hand = played(deal(CASH, 3), "Alice fold, Bob fold")
        assert who(hand, "vpip") == ""
        assert of(hand, "Carol").net == 50

    def test_antes_and_posts_do_not_count(self) -> None:
        hand = played(
            deal(replace(CASH, ante=10), 4, posts={"Ted": 100}), "Ted check, Alice fold, Bob fold, Carol check"
        )
        assert who(ended(hand), "vpip") == ""

    def test_chips_after_the_flop_do_not_count(self) -> None:
        hand = played(deal(CASH, 2), "Alice call, Bob check, Bob bet 100, Alice fold")
        assert who(hand, "vpip") == "Alice"

    def test_passing_in_a_queue_does_not_count(self) -> None:
        hand = played(deal(QUEUE, 4), "Ted pass, Alice call, Bob fold, Ted fold")
        assert who(ended(hand), "vpip") == "Alice"


class TestPfr:
    def test_raise_before_the_flop_counts(self) -> None:
        hand = played(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold")
        assert who(hand, "pfr") == "Alice"

    def test_bet_after_the_flop_does_not_count(self) -> None:
        hand = played(deal(CASH, 2), "Alice call, Bob check, Bob bet 100, Alice raise 300, Bob fold")
        assert who(hand, "pfr") == ""

    def test_all_in_below_the_price_is_a_call(self) -> None:
        hand = played(deal(CASH, 3, Alice=80), "Alice all-in, Bob fold")
        assert (who(ended(hand), "vpip"), who(ended(hand), "pfr")) == ("Alice", "")

    def test_all_in_above_the_price_is_a_raise_even_if_it_is_not_a_full_one(self) -> None:
        hand = played(deal(CASH, 3, Alice=130), "Alice all-in, Bob fold, Carol fold")
        assert who(hand, "pfr") == "Alice"

    def test_all_in_as_a_move_of_its_own_is_a_raise_above_the_price(self) -> None:
        hand = played(deal(CONTEST, 3, Alice=8), "Alice all-in, Bob all-in, Carol fold")
        assert who(hand, "pfr") == "Bob"


class TestThreeBet:
    def test_second_raise_is_the_three_bet(self) -> None:
        hand = played(deal(CASH, 4), "Ted raise 300, Alice raise 900, Bob fold, Carol fold, Ted fold")
        assert who(hand, "three_bet") == "Alice"

    def test_players_who_face_one_raise_have_the_chance(self) -> None:
        hand = played(deal(CASH, 4), "Ted raise 300, Alice call, Bob fold, Carol fold")
        assert who(ended(hand), "three_bet_chance") == "Alice Bob Carol"

    def test_first_raiser_and_players_after_the_second_raise_have_no_chance(self) -> None:
        hand = played(deal(CASH, 4), "Ted raise 300, Alice raise 900, Bob fold, Carol fold, Ted call")
        assert who(ended(hand), "three_bet_chance") == "Alice"

    def test_third_raise_is_no_three_bet(self) -> None:
        hand = played(deal(CASH, 4), "Ted raise 300, Alice raise 900, Bob raise 2000, Carol fold, Ted fold, Alice fold")
        assert (who(hand, "three_bet"), who(hand, "pfr")) == ("Alice", "Alice Bob Ted")

    def test_caller_has_the_chance_when_it_comes_round(self) -> None:
        hand = played(deal(CASH, 4), "Ted call, Alice raise 300, Bob fold, Carol fold, Ted raise 900, Alice fold")
        assert (who(hand, "three_bet_chance"), who(hand, "three_bet")) == ("Bob Carol Ted", "Ted")

    def test_player_without_chips_for_it_has_no_chance(self) -> None:
        hand = played(deal(CASH, 3, Bob=300), "Alice raise 300, Bob fold, Carol fold")
        assert who(hand, "three_bet_chance") == "Carol"

    def test_nobody_has_the_chance_if_nobody_could_answer(self) -> None:
        hand = played(deal(CASH, 2, Alice=1_000), "Alice all-in, Bob fold")
        assert who(hand, "three_bet_chance") == ""


class TestFlop:
    def test_players_who_have_not_folded_see_the_flop(self) -> None:
        hand = played(deal(CASH, 4), "Ted call, Alice fold, Bob call, Carol check")
        assert who(ended(hand), "flop") == "Bob Carol Ted"

    def test_players_all_in_before_the_flop_see_it_too(self) -> None:
        hand = played(deal(CASH, 3, Alice=1_000), "Alice all-in, Bob call, Carol fold")
        assert who(hand, "flop") == "Alice Bob"

    def test_nobody_sees_a_board_that_is_dealt_to_a_single_player(self) -> None:
        hand = played(deal(CONTEST, 3), "Alice fold, Bob fold")
        assert hand.board
        assert (who(hand, "flop"), who(hand, "showdown")) == ("", "")

    def test_player_who_folds_on_the_flop_has_seen_it(self) -> None:
        hand = played(deal(CASH, 2), "Alice call, Bob check, Bob bet 100, Alice fold")
        assert (who(hand, "flop"), who(hand, "showdown")) == ("Alice Bob", "")


class TestShowdown:
    def test_best_hand_wins_the_showdown(self) -> None:
        hand = check_down(
            played(deal(CASH, 3, hole=best_first("Alice Bob Carol"), board=DRY_BOARD), "Alice call, Bob call")
        )
        assert (who(hand, "showdown"), who(hand, "showdown_won")) == ("Alice Bob Carol", "Alice")

    def test_share_of_a_pot_is_a_win(self) -> None:
        hand = check_down(played(deal(CASH, 2, board=BOARD_PLAYS), "Alice call"))
        assert who(hand, "showdown_won") == "Alice Bob"

    def test_side_pot_is_a_win(self) -> None:
        stacked = deal(CASH, 3, hole=best_first("Carol Alice Bob"), board=DRY_BOARD, Carol=500)
        hand = played(stacked, "Alice all-in, Bob call, Carol call")
        assert who(hand, "showdown_won") == "Alice Carol"
        assert [of(hand, name).net for name in CAST[:3]] == [9_000, -10_000, 1_000]

    def test_mucking_counts_as_a_showdown(self) -> None:
        stacked = deal(HOME, 2, hole=best_first("Alice Bob"), board=DRY_BOARD)
        hand = check_down(played(stacked, "Alice call"))
        assert who(hand, "showdown") == "Alice Bob"


class TestNet:
    def test_net_is_counted_in_chips_and_in_thousandths_of_a_big_blind(self) -> None:
        hand = played(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold")
        assert {name: of(hand, name)[:2] for name in CAST[:3]} == {
            "Alice": (150, 1_500),
            "Bob": (-50, -500),
            "Carol": (-100, -1_000),
        }

    @pytest.mark.parametrize(
        ("thousandths", "big_blind", "mbb"),
        [(1_000, 3, 333), (2_000, 3, 667), (-2_000, 3, -667), (3, 2, 2), (-3, 2, -2), (1, 2, 1), (0, 7, 0), (1, 3, 0)],
    )
    def test_rounding_is_to_the_nearest_and_the_same_for_gains_and_losses(
        self, thousandths: int, big_blind: int, mbb: int
    ) -> None:
        assert in_mbb(thousandths, big_blind) == mbb


def slowly(states: list[HandState]) -> dict[SeatNumber, dict[str, bool]]:
    """Count the figures from every state of the hand in turn, as an observer would who sees nothing else."""
    last = states[-1]
    found = {seat: dict.fromkeys(Figures._fields[2:], False) for seat in last.seats}
    raisers: list[SeatNumber] = []
    gone_early = set()
    for now, then in pairwise(states):
        seat, legal = now.turn, now.legal
        if now.street != "preflop" or seat is None or legal is None:
            continue
        verb = then.moves[len(now.moves)].verb
        above = max([bounds.most for bounds in (legal.raise_, legal.overbet) if bounds] + [legal.all_in or 0])
        if len(raisers) == 1 and seat not in raisers and above > now.price:
            found[seat]["three_bet_chance"] = True
        if verb in ("call", "raise", "bet", "overbet", "all-in"):
            found[seat]["vpip"] = True
        if verb in ("raise", "bet", "overbet") or (verb == "all-in" and (legal.all_in or 0) > now.price):
            found[seat]["pfr"] = True
            found[seat]["three_bet"] |= len(raisers) == 1
            raisers.append(seat)
        if verb == "fold":
            gone_early.add(seat)
    _after(last, found, gone_early)
    return found


def _after(last: HandState, found: dict[SeatNumber, dict[str, bool]], gone_early: set[SeatNumber]) -> None:
    left = [seat for seat, out in zip(last.seats, last.folded, strict=True) if not out]
    for seat in last.seats:
        found[seat]["flop"] = bool(last.board) and seat not in gone_early and len(last.seats) - len(gone_early) > 1
        found[seat]["showdown"] = seat in left and len(left) > 1
        found[seat]["showdown_won"] = found[seat]["showdown"] and last.won[last.seats.index(seat)] > 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_figures_are_what_an_observer_would_count(variant: str) -> None:
    @examples(30)
    @given(opening=openings(variant), decisions=play)
    def holds(opening: Opening, decisions: bytes) -> None:
        states = list(hands(opening, decisions))
        found = figures(states[-1])
        assert {seat: dict(list(one._asdict().items())[2:]) for seat, one in found.items()} == slowly(states)
        assert sum(one.net for one in found.values()) == 0

    holds()


@examples(60)
@given(opening=st.sampled_from(VARIANTS).flatmap(openings), decisions=play)
def test_figures_imply_each_other(opening: Opening, decisions: bytes) -> None:
    for one in figures(list(hands(opening, decisions))[-1]).values():
        assert one.vpip or not one.pfr
        assert (one.pfr and one.three_bet_chance) or not one.three_bet
        assert one.flop or not one.showdown
        assert one.showdown or not one.showdown_won


HANDS_A_FILE = 120


@pytest.mark.parametrize("path", files("hands_*.jsonl"))
def test_figures_of_recorded_hands_match_their_records(path: Path) -> None:
    for record in lines(path, quick=HANDS_A_FILE):
        hand = HandState.deal(opening_of(record))
        for verb, _seat, *amount in record["actions"]:
            if hand.legal and verb in ("fold", "call", "raise_to"):
                hand = hand.act(*_move(hand.legal, verb, *amount))
        found = figures(hand)
        assert {name: {int(seat) for seat in found if getattr(found[seat], name)} for name in _READ} == _read(record)


def _move(legal: Legal, verb: str, amount: int = 0) -> tuple[str, int | None]:
    if verb == "raise_to":
        return "bet" if legal.bet else "raise", amount
    return ("fold" if verb == "fold" else "call" if amount else "check"), None


_READ = ("vpip", "pfr", "three_bet", "flop", "showdown")


def _read(record: dict[str, Any]) -> dict[str, set[int]]:
    """Count the figures from the words of the record alone."""
    actions = [action for action in record["actions"] if action[0] != "deal_hole"]
    early = [*takewhile(lambda action: action[0] != "deal_board", actions)]
    raisers = [action[1] for action in early if action[0] == "raise_to"]
    everybody, sees = {*range(record["players"])}, any(action[0] == "deal_board" for action in actions)
    stayed = everybody - {action[1] for action in early if action[0] == "fold"}
    left = everybody - {action[1] for action in actions if action[0] == "fold"}
    return {
        "vpip": {action[1] for action in early if action[0] == "call" and action[2]} | {*raisers},
        "pfr": {*raisers},
        "three_bet": {*raisers[1:2]},
        "flop": stayed if sees and len(stayed) > 1 else set(),
        "showdown": left if len(left) > 1 else set(),
    }
