"""Test uncalled bets, side pots, and how a pot is split to the last chip."""

from tables.engine.events import Returned, Won
from tables.engine.hand import HandState
from tables.engine.pots import Pot, Share, split_pots
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    CASH,
    CAST,
    DRY_BOARD,
    best_first,
    check_down,
    deal,
    names,
    of_kind,
    play,
    pots,
    stacks,
    won,
)

SMALL = rules_for("cash", small_blind=5, big_blind=10)


def returned(hand: HandState) -> list[tuple[str, int]]:
    return [(names([event.seat]), event.amount) for event in of_kind(hand, Returned)]


def shares(hand: HandState) -> list[tuple[int, str, int]]:
    return [(event.pot, names([event.seat]), event.amount) for event in of_kind(hand, Won)]


def test_a_bet_that_everybody_folds_to_is_returned() -> None:
    hand = play(deal(CASH, 3), "Alice call, Bob call, Carol check, Bob bet 500, Carol fold, Alice fold")
    assert returned(hand) == [("Bob", 500)]
    assert won(hand) == {"Bob": 300}
    assert stacks(hand)["Bob"] == 10_200


def test_the_part_of_an_all_in_that_nobody_can_match_is_returned() -> None:
    hand = deal(CASH, 3, Alice=1_000, Bob=600, hole=best_first("Bob Alice"), board=DRY_BOARD)
    hand = play(hand, "Alice all-in, Bob all-in, Carol fold")
    assert returned(hand) == [("Alice", 400)]
    assert stacks(hand) == {"Bob": 1_300, "Carol": 9_900, "Alice": 400}


def test_a_bet_is_returned_down_to_the_most_that_a_folded_player_put_in() -> None:
    hand = play(deal(CASH, 4), "Ted raise 300, Alice raise 900, Bob fold, Carol fold, Ted fold")
    assert returned(hand) == [("Alice", 600)]
    assert won(hand) == {"Alice": 300 + 300 + 50 + 100}


def test_the_part_of_the_big_blind_that_nobody_matched_is_returned() -> None:
    hand = play(deal(CASH, 3), "Alice fold, Bob fold")
    assert returned(hand) == [("Carol", 50)]
    assert won(hand) == {"Carol": 100}


def test_a_bet_that_is_called_in_full_is_not_returned() -> None:
    assert returned(check_down(play(deal(CASH, 2), "Alice raise 300, Bob call"))) == []


def test_a_pot_holds_what_was_put_in_on_the_streets_before() -> None:
    hand = play(deal(CASH, 4), "Ted call, Alice call, Bob call, Carol check, Bob bet 200, Carol call")
    assert pots(hand) == [(400, "Bob Carol Ted Alice")]
    assert hand.middle == 800


def test_there_is_one_pot_as_long_as_nobody_is_all_in() -> None:
    hand = play(deal(CASH, 4), "Ted raise 400, Alice call, Bob fold, Carol fold")
    assert pots(hand) == [(950, "Ted Alice")]


def test_folded_chips_are_spread_over_many_side_pots() -> None:
    hole = best_first("Ted Erin Carol Bob")
    hand = deal(CASH, 5, Ted=300, Erin=700, Bob=1_500, hole=hole, board=DRY_BOARD)
    hand = play(hand, "Ted all-in, Erin all-in, Alice call, Bob all-in, Carol call, Alice fold")
    assert pots(hand) == [(1_500, "Bob Carol Ted Erin"), (1_600, "Bob Carol Erin"), (1_600, "Bob Carol")]
    assert shares(hand) == [(0, "Ted", 1_500), (1, "Erin", 1_600), (2, "Carol", 1_600)]


def test_folded_chips_lie_in_every_pot_they_reached() -> None:
    hand = deal(CASH, 5, Erin=200, hole=best_first("Erin Alice"), board=DRY_BOARD)
    hand = play(hand, "Ted raise 250, Erin call, Alice raise 600, Bob fold, Carol fold, Ted fold")
    assert returned(hand) == [("Alice", 350)]
    assert pots(hand) == [(750, "Erin Alice"), (100, "Alice")]
    assert won(hand) == {"Erin": 750, "Alice": 100}


def test_folded_chips_above_what_any_live_player_has_in_are_won_too() -> None:
    hand = deal(CASH, 4, Bob=30, Carol=30, posts={"Ted": 100}, hole=best_first("Carol Bob"), board=DRY_BOARD)
    hand = play(hand, "Ted fold, Alice fold")
    assert returned(hand) == []
    assert won(hand) == {"Carol": 160}


def test_a_player_who_folded_never_wins_a_pot() -> None:
    hand = deal(CASH, 3, Alice=500, hole=best_first("Carol Alice Bob"), board=DRY_BOARD)
    hand = play(hand, "Alice all-in, Bob call, Carol call, Bob bet 300, Carol fold")
    assert pots(hand) == [(1_500, "Bob Alice")]
    assert won(hand) == {"Alice": 1_500}


def test_the_best_hand_wins_no_more_than_it_matched() -> None:
    hole = best_first("Alice Bob Carol")
    hand = deal(CASH, 3, Alice=100, Bob=200, hole=hole, board=DRY_BOARD)
    hand = play(hand, "Alice call, Bob all-in, Carol call")
    assert won(hand) == {"Alice": 300, "Bob": 200}


def test_a_side_pot_may_begin_on_a_later_street() -> None:
    hand = deal(CASH, 3, Alice=500, hole=best_first("Alice Carol Bob"), board=DRY_BOARD)
    hand = play(hand, "Alice call, Bob call, Carol check, Bob bet 300, Carol call, Alice call, Bob bet 200, Carol call")
    assert pots(hand) == [(1_200, "Bob Carol Alice")]
    assert pots(play(hand, "Alice fold")) == [(1_600, "Bob Carol")]
    hand = play(hand, "Alice all-in")
    assert pots(hand) == [(1_200 + 300, "Bob Carol Alice"), (200, "Bob Carol")]
    assert won(check_down(hand)) == {"Alice": 1_500, "Carol": 200}


def test_ten_players_all_in_with_ten_stacks_make_nine_pots() -> None:
    hole = best_first("Alice Carol")
    rich = {name: 100 * number for number, name in enumerate(CAST, start=1)}
    ted_to_ivan = ", ".join([f"{name} all-in" for name in CAST[3:9]])
    hand = deal(CASH, 10, having=rich, hole=hole, board=DRY_BOARD)
    hand = play(hand, f"{ted_to_ivan}, Judy call, Alice all-in, Bob all-in, Carol all-in")
    assert [amount for amount, _ in pots(hand)] == [1_000, 900, 800, 700, 600, 500, 400, 300, 200]
    assert (won(hand)["Alice"], won(hand)["Carol"]) == (1_000, 900 + 800)
    assert sum(stacks(hand).values()) == 5_500


def test_equal_hands_split_the_pot() -> None:
    hand = deal(CASH, 2, hole={"Alice": "AsKh", "Bob": "AdKc"}, board=DRY_BOARD)
    assert won(check_down(play(hand, "Alice raise 300, Bob call"))) == {"Alice": 300, "Bob": 300}


def test_all_live_players_split_the_pot_when_the_board_plays() -> None:
    hand = play(deal(CASH, 4, board=BOARD_PLAYS), "Ted call, Alice call, Bob call, Carol check, Bob fold")
    assert won(check_down(hand)) == {"Carol": 134, "Ted": 133, "Alice": 133}


def test_the_odd_chip_goes_to_the_winner_nearest_left_of_the_button() -> None:
    hand = play(deal(SMALL, 3, board=BOARD_PLAYS), "Alice call, Bob fold, Carol check")
    assert won(check_down(hand)) == {"Carol": 13, "Alice": 12}


def test_odd_chips_go_one_each_from_the_left_of_the_button() -> None:
    hand = play(deal(SMALL, 4, board=BOARD_PLAYS), "Ted call, Alice call, Bob fold, Carol check")
    assert won(check_down(hand)) == {"Carol": 12, "Ted": 12, "Alice": 11}


def test_a_loser_left_of_the_button_gets_nothing_of_a_split_pot() -> None:
    hole = {"Bob": "4c4d", "Alice": "AsKh", "Ted": "AdKc"}
    hand = play(deal(rules_for("cash", ante=1), 4, hole=hole, board="Ah9s8d7c2d"), "Ted raise 200, Alice call")
    hand = check_down(play(hand, "Bob call, Carol fold"))
    assert hand.middle == 704
    assert won(hand) == {"Ted": 352, "Alice": 352}


def odd_in_two_pots() -> HandState:
    """Play a hand with a main pot of 89 for three and a side pot of 65 for two of them; the board plays."""
    hand = deal(SMALL, 5, Ted=21, board=BOARD_PLAYS)
    hand = play(hand, "Ted all-in, Erin call, Alice call, Bob fold, Carol call")
    hand = play(hand, "Carol bet 15, Erin call, Alice call, Carol bet 10, Erin call, Alice fold")
    return check_down(hand)


def test_every_pot_settles_its_odd_chips_on_its_own() -> None:
    hand = odd_in_two_pots()
    assert pots(hand) == [(89, "Carol Ted Erin"), (65, "Carol Erin")]
    assert shares(hand) == [(0, "Carol", 30), (0, "Ted", 30), (0, "Erin", 29), (1, "Carol", 33), (1, "Erin", 32)]


def test_a_pot_may_be_split_while_another_is_not() -> None:
    hole = {"Ted": "AsKh", "Erin": "AdKc", "Alice": "QcTc"}
    hand = deal(CASH, 5, Ted=500, Alice=1_000, hole=hole, board="Ac9s8d7h2d")
    hand = play(hand, "Ted all-in, Erin raise 1000, Alice call, Bob fold, Carol fold")
    assert pots(hand) == [(1_650, "Ted Erin Alice"), (1_000, "Erin Alice")]
    assert shares(hand) == [(0, "Ted", 825), (0, "Erin", 825), (1, "Erin", 1_000)]


def test_split_pots_neither_make_nor_lose_chips() -> None:
    hand = odd_in_two_pots()
    assert sum(stacks(hand).values()) == 40_021
    assert sum(won(hand).values()) == hand.middle == 154


def test_nobody_wins_anything_when_folds_leave_only_an_uncalled_blind() -> None:
    hand = play(deal(rules_for("home", small_blind=0, big_blind=20), 2), "Alice fold")
    assert returned(hand) == [("Bob", 20)]
    assert shares(hand) == []
    assert stacks(hand) == {"Alice": 10_000, "Bob": 10_000}


def test_there_is_no_pot_before_the_flop() -> None:
    assert deal(CASH, 3).pots == ()


def test_a_pot_smaller_than_its_winners_leaves_some_with_nothing() -> None:
    assert split_pots([Pot(2, (0, 1, 2))], [1, 1, 1]) == (Share(0, 1, 0), Share(1, 1, 0))
