"""Test who shows, in which order, and when cards stay secret."""

import pytest

from tables.engine.events import Acted, DealtBoard, Mucked, Returned, Shown, Won
from tables.engine.hand import HandState
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Reveal, Rules
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    CONTEST,
    DRY_BOARD,
    QUEUE,
    best_first,
    check_around,
    check_down,
    deal,
    happened,
    names,
    of_kind,
    play,
    refusal,
    seat_of,
    showing,
    stacks,
)

CASH = rules_for("cash", reveal="live")
MAY_MUCK = rules_for("cash", reveal="losers_may_muck")
CALLED = "Ted call, Alice call, Bob call, Carol check"


def on_the_river(ranking: str = "Ted Alice Carol Bob", *, muck: bool = False, board: str = DRY_BOARD) -> HandState:
    hand = deal(MAY_MUCK if muck else CASH, 4, hole=best_first(ranking), board=board)
    return check_around(check_around(play(hand, CALLED)))


def mucked(hand: HandState) -> str:
    return names([event.seat for event in of_kind(hand, Mucked)])


def test_the_first_left_of_the_button_shows_first_without_a_bet_on_the_last_street() -> None:
    assert showing(check_down(on_the_river())) == "Bob Carol Ted Alice"


def test_the_last_to_bet_shows_first_and_then_clockwise() -> None:
    hand = play(on_the_river(), "Bob check, Carol check, Ted bet 100, Alice call, Bob call, Carol call")
    assert showing(hand) == "Ted Alice Bob Carol"


def test_the_last_to_raise_shows_before_the_bettor() -> None:
    hand = play(on_the_river(), "Bob bet 100, Carol raise 300, Ted fold, Alice call, Bob call")
    assert showing(hand) == "Carol Alice Bob"


def test_a_bet_on_an_earlier_street_does_not_decide_who_shows_first() -> None:
    hand = play(deal(CASH, 4), "Ted raise 300, Alice call, Bob call, Carol call, Bob check, Carol bet 100")
    hand = check_down(play(hand, "Ted call, Alice call, Bob call"))
    assert showing(hand) == "Bob Carol Ted Alice"


def test_the_next_live_player_shows_first_if_the_first_left_of_the_button_folded() -> None:
    assert showing(check_down(play(on_the_river(), "Bob fold"))) == "Carol Ted Alice"


def test_heads_up_the_player_without_the_button_shows_first() -> None:
    assert showing(check_down(play(deal(CASH, 2), "Alice call, Bob check"))) == "Bob Alice"


def test_a_player_all_in_above_the_bet_shows_first() -> None:
    hand = play(deal(CASH, 4, Carol=250), CALLED)
    hand = play(check_around(check_around(hand)), "Bob bet 100, Carol all-in, Ted call, Alice call, Bob call")
    assert showing(hand) == "Carol Ted Alice Bob"


def test_a_player_all_in_below_the_bet_does_not_show_first() -> None:
    hand = play(deal(CASH, 4, Carol=150), CALLED)
    hand = play(check_around(check_around(hand)), "Bob bet 100, Carol all-in, Ted call, Alice call")
    assert showing(hand) == "Bob Carol Ted Alice"


def test_every_live_player_shows_where_nobody_may_muck() -> None:
    hand = check_down(on_the_river("Bob Carol Ted Alice"))
    assert mucked(hand) == ""
    assert names(sorted(hand.shown)) == "Alice Bob Carol Ted"


@pytest.mark.parametrize("rulebook", ["cash", "home"])
def test_losers_may_muck_unless_the_table_chooses_otherwise(rulebook: str) -> None:
    assert rules_for(rulebook).reveal is Reveal.LOSERS_MAY_MUCK
    assert rules_for(rulebook, reveal="live").reveal is Reveal.LIVE


def test_a_loser_may_muck_against_a_better_hand_already_shown() -> None:
    hand = check_down(on_the_river("Bob Carol Ted Alice", muck=True))
    assert showing(hand) == "Bob"
    assert mucked(hand) == "Carol Ted Alice"


def test_a_player_who_beats_the_hands_shown_before_must_show() -> None:
    hand = check_down(on_the_river("Ted Carol Bob Alice", muck=True))
    assert (showing(hand), mucked(hand)) == ("Bob Carol Ted", "Alice")


def test_the_last_to_bet_shows_even_when_beaten() -> None:
    hand = play(on_the_river("Alice Bob Carol Ted", muck=True), "Bob check, Carol check, Ted bet 100, Alice call")
    hand = play(hand, "Bob fold, Carol fold")
    assert (showing(hand), mucked(hand)) == ("Ted Alice", "")


def test_a_player_who_ties_with_the_best_hand_shown_must_show() -> None:
    hand = check_down(on_the_river("", muck=True, board=BOARD_PLAYS))
    assert (showing(hand), mucked(hand)) == ("Bob Carol Ted Alice", "")


def test_a_player_who_mucked_may_show_after_the_hand() -> None:
    hand = check_down(on_the_river("Bob Carol Ted Alice", muck=True))
    after = hand.act("show", seat=seat_of("Ted"))
    assert showing(after) == "Bob Ted"
    assert after.stacks == hand.stacks
    assert hand.shown < after.shown


def test_nobody_mucks_when_a_player_is_all_in() -> None:
    hand = deal(MAY_MUCK, 3, Alice=400, hole=best_first("Bob Carol Alice"), board=DRY_BOARD)
    hand = check_down(play(hand, "Alice all-in, Bob call, Carol call"))
    assert (showing(hand), mucked(hand)) == ("Bob Carol Alice", "")


@pytest.mark.parametrize("rules", [CASH, MAY_MUCK])
def test_all_in_hands_are_turned_up_before_the_board_runs_out(rules: Rules) -> None:
    hand = play(deal(rules, 2, Bob=1_000), "Alice all-in, Bob call")
    assert happened(hand, Acted, Returned, Shown, DealtBoard, Won) == [
        "Acted",
        "Returned",
        "Shown",
        "DealtBoard",
        "Won",
    ]
    assert [event.street for event in of_kind(hand, DealtBoard)] == ["flop", "turn", "river"]


def test_all_in_hands_on_the_turn_are_turned_up_before_the_river() -> None:
    hand = deal(CASH, 2, hole=best_first("Alice Bob"), board=DRY_BOARD)
    hand = play(check_around(play(hand, "Alice call, Bob check")), "Bob all-in, Alice call")
    assert [type(event) for event in hand.events[-4:]] == [Shown, Shown, DealtBoard, Won]
    assert showing(hand) == "Bob Alice"


def test_hands_stay_secret_while_two_players_go_on_betting_beside_an_all_in() -> None:
    hand = play(deal(CASH, 3, Alice=400), "Alice all-in, Bob call, Carol call")
    assert hand.shown == frozenset()
    hand = play(check_around(hand), "Bob bet 300")
    assert hand.shown == frozenset()
    assert showing(play(hand, "Carol fold")) == "Bob Alice"


def test_nothing_is_shown_when_all_but_one_fold() -> None:
    hand = play(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold")
    assert showing(hand) == ""
    assert of_kind(hand, DealtBoard) == []
    assert hand.shown == frozenset()


def test_the_winner_of_a_hand_without_showdown_may_show() -> None:
    hand = play(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold").act("show", seat=seat_of("Alice"))
    assert names(hand.shown) == "Alice"
    assert hand.events[-1] == Shown(hand.seats[-1], hand.hole(seat_of("Alice")))


def test_a_player_who_folded_may_show_after_the_hand() -> None:
    hand = play(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold")
    hand = hand.act("show", seat=seat_of("Carol")).act("show", seat=seat_of("Bob"))
    assert showing(hand) == "Carol Bob"


def test_a_muck_after_the_hand_is_final() -> None:
    """The muck is no event that others see, but it is part of the record."""
    over = play(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold")
    hand = over.act("muck", seat=seat_of("Alice"))
    assert (names(hand.put_away), hand.events) == ("Alice", over.events)
    again = HandState.replay(hand.opening, hand.moves)
    assert again.put_away == hand.put_away
    for verb in ("show", "muck"):
        assert refusal(again, f"Alice {verb}").code is Refusal.MUCKED_ALREADY
    assert names(again.act("show", seat=seat_of("Bob")).shown) == "Bob"


def test_nobody_mucks_shown_cards_nor_before_the_hand_is_over() -> None:
    hand = check_down(play(deal(CASH, 2), "Alice call, Bob check"))
    assert refusal(hand, "Alice muck").code is Refusal.SHOWN_ALREADY
    assert refusal(deal(CASH, 3), "Alice muck").code is Refusal.HAND_NOT_OVER


def test_nobody_shows_before_the_hand_is_over() -> None:
    assert refusal(deal(CASH, 3), "Alice show").code is Refusal.HAND_NOT_OVER


def test_nobody_shows_twice() -> None:
    hand = check_down(play(deal(CASH, 2), "Alice call, Bob check"))
    assert refusal(hand, "Alice show").code is Refusal.SHOWN_ALREADY


def test_a_voluntary_show_is_part_of_the_record() -> None:
    hand = play(deal(CASH, 3), "Alice raise 300, Bob fold, Carol fold").act("show", seat=seat_of("Alice"))
    again = HandState.replay(hand.opening, hand.moves)
    assert (again, again.events) == (hand, hand.events)


def test_the_showdown_ends_with_the_winners_paid() -> None:
    hand = check_down(on_the_river("Ted Alice Carol Bob"))
    assert happened(hand)[-2:] == ["Shown", "Won"]
    assert stacks(hand)["Ted"] == 10_300
    assert refusal(hand, "Ted check").code is Refusal.HAND_IS_OVER


def test_in_a_queue_the_last_to_raise_shows_first() -> None:
    hand = play(
        deal(QUEUE, 3), "Alice call, Bob call, Bob call, Carol call, Alice call, Bob call, Carol call, Alice call"
    )
    assert showing(play(hand, "Bob call, Carol raise, Alice call, Bob call")) == "Carol Alice Bob"


def test_in_a_contest_the_last_to_bet_shows_first() -> None:
    hand = check_around(check_around(play(deal(CONTEST, 3), "Alice call, Bob call, Carol check")))
    assert showing(play(hand, "Bob check, Carol bet 20, Alice call, Bob call")) == "Carol Alice Bob"


def test_in_a_contest_the_winner_by_folds_shows_before_those_who_folded() -> None:
    assert showing(play(deal(CONTEST, 3), "Alice raise, Bob fold, Carol fold")) == "Alice Bob Carol"
