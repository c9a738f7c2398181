"""Test the knock-out contest of seed 002: bet any amount, raise to twice the highest bet."""

from tables.engine.events import Acted, DealtBoard, Returned, Shown, Won
from tables.engine.hand import HandState
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import RULEBOOKS
from tables.engine.rules import BlindGrowth
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    CONTEST,
    DRY_BOARD,
    best_first,
    bets,
    check_around,
    check_down,
    deal,
    happened,
    legal,
    names,
    of_kind,
    play,
    refusal,
    showing,
    stacks,
    turn,
    waiting,
    won,
)


def contest(players: int = 4, **stacks: int) -> HandState:
    return deal(CONTEST, players, stack=1_000, having=stacks)


def on_the_flop(**stacks: int) -> HandState:
    """Lead four players to the flop; `stacks` are those that they have there."""
    hand = contest(4, **{name: chips + 20 for name, chips in stacks.items()})
    return play(hand, "Ted call, Alice call, Bob call, Carol check")


def test_stacks_reloads_and_players_of_the_contest() -> None:
    book = RULEBOOKS["contest"]
    assert (book.stack, book.stack_is_fixed, book.reloads, book.ends_at_half) == (1_000, True, 2, True)
    assert (CONTEST.players_least, CONTEST.players_most) == (3, 10)
    assert CONTEST.blind_growth is BlindGrowth.DOUBLE_EACH_ORBIT


def test_the_blinds_are_10_and_20() -> None:
    assert bets(contest()) == {"Bob": 10, "Carol": 20}
    assert waiting(contest()) == "Ted Alice Bob Carol"


def test_heads_up_the_button_is_the_big_blind_and_acts_last_on_every_street() -> None:
    hand = contest(2)
    assert bets(hand) == {"Bob": 10, "Alice": 20}
    hand = play(hand, "Bob call, Alice check")
    for street in ("flop", "turn", "river"):
        assert (hand.street, waiting(hand)) == (street, "Bob Alice")
        hand = check_around(hand)


def test_a_raise_is_to_exactly_twice_the_highest_bet() -> None:
    hand = contest()
    assert legal(hand).raise_ == (40, 40)
    assert legal(play(hand, "Ted raise")).raise_ == (80, 80)
    assert bets(play(hand, "Ted raise, Alice raise 80")) == {"Bob": 10, "Carol": 20, "Ted": 40, "Alice": 80}
    rejection = refusal(hand, "Ted raise 60")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISE_EXACTLY, {"least": 40})


def test_a_raise_is_to_a_total_that_includes_the_blind() -> None:
    hand = play(contest(), "Ted fold, Alice fold, Bob raise")
    assert (bets(hand)["Bob"], stacks(hand)["Bob"]) == (40, 960)


def test_a_bet_is_any_amount_from_the_big_blind() -> None:
    hand = on_the_flop()
    assert legal(hand).bet == (20, 980)
    assert legal(play(hand, "Bob bet 137")).raise_ == (274, 274)
    assert refusal(hand, "Bob bet 19").code is Refusal.BET_TOO_SMALL


def test_a_player_is_prompted_to_bet_while_nothing_is_bet_after_the_flop() -> None:
    assert contest().prompt == "act"
    hand = on_the_flop()
    assert hand.prompt == "bet"
    assert play(hand, "Bob check").prompt == "bet"
    assert play(hand, "Bob check, Carol bet 20").prompt == "act"


def test_a_player_is_prompted_to_act_after_an_all_in() -> None:
    hand = play(on_the_flop(Bob=5), "Bob all-in")
    assert hand.prompt == "act"
    assert (hand.price, legal(hand).call, legal(hand).check, legal(hand).bet) == (5, 5, False, None)


def test_a_player_may_check_only_with_nothing_to_call() -> None:
    assert refusal(contest(), "Ted check").code is Refusal.CANNOT_CHECK
    hand = play(contest(), "Ted call, Alice call, Bob call")
    assert (legal(hand).check, legal(hand).raise_) == (True, (40, 40))


def test_a_street_has_four_raises() -> None:
    hand = play(contest(), "Ted raise, Alice raise, Bob raise")
    assert legal(hand).raise_ == (320, 320)
    rejection = refusal(play(hand, "Carol raise"), "Ted raise")
    assert (rejection.code, rejection.numbers) == (Refusal.RAISES_USED_UP, {"cap": 4})


def test_a_bet_does_not_count_as_a_raise() -> None:
    hand = play(on_the_flop(), "Bob bet 20, Carol raise, Ted raise, Alice raise")
    assert legal(hand).raise_ == (320, 320)
    assert refusal(play(hand, "Bob raise"), "Carol raise").code is Refusal.RAISES_USED_UP


def test_raises_are_counted_anew_on_every_street() -> None:
    hand = play(contest(), "Ted raise, Alice raise, Bob raise, Carol raise, Ted call, Alice call, Bob call")
    assert legal(play(hand, "Bob bet 20")).raise_ == (40, 40)


def test_an_all_in_above_the_highest_bet_reopens_the_betting_for_everyone_with_less_in() -> None:
    hand = play(on_the_flop(Carol=130), "Bob bet 100, Carol all-in")
    assert (hand.price, waiting(hand)) == (130, "Ted Alice Bob")
    hand = play(hand, "Ted call, Alice call")
    assert (legal(hand).call, legal(hand).raise_) == (30, (260, 260))


def test_an_all_in_below_the_highest_bet_does_not_reopen_the_betting() -> None:
    hand = play(on_the_flop(Carol=60), "Bob bet 100, Carol all-in")
    assert (hand.price, waiting(hand)) == (100, "Ted Alice")
    assert legal(hand).raise_ == (200, 200)


def test_an_all_in_counts_neither_as_a_bet_nor_as_a_raise() -> None:
    hand = play(on_the_flop(Carol=90), "Bob bet 20, Carol all-in, Ted raise, Alice raise, Bob raise")
    assert hand.price == 720
    assert legal(hand).raise_ is None
    hand = play(
        on_the_flop(Bob=20, Carol=50), "Bob all-in, Carol all-in, Ted raise, Alice raise, Ted raise, Alice raise"
    )
    assert refusal(hand, "Ted raise").code is Refusal.RAISES_USED_UP


def test_an_all_in_is_possible_after_four_raises_and_reopens_the_betting() -> None:
    hand = play(contest(Alice=2_000), "Ted raise, Alice raise, Bob raise, Carol raise, Ted all-in")
    assert (hand.price, waiting(hand)) == (1_000, "Alice Bob Carol")
    assert legal(hand).raise_ is None


def test_a_player_with_too_few_chips_to_double_may_go_all_in() -> None:
    hand = play(on_the_flop(Carol=150), "Bob bet 100")
    assert (legal(hand).raise_, legal(hand).call, legal(hand).all_in) == (None, 100, 150)
    assert refusal(hand, "Carol raise").code is Refusal.NOT_ENOUGH_CHIPS


def test_a_player_with_too_few_chips_to_bet_may_go_all_in() -> None:
    hand = on_the_flop(Bob=15)
    assert (legal(hand).bet, legal(hand).all_in) == (None, 15)
    assert refusal(hand, "Bob bet 15").code is Refusal.NOT_ENOUGH_CHIPS


def test_a_call_with_too_few_chips_is_all_in() -> None:
    hand = play(on_the_flop(Carol=60), "Bob bet 100, Carol call")
    assert (bets(hand)["Carol"], stacks(hand)["Carol"]) == (60, 0)


def test_a_short_big_blind_leaves_the_price_at_20() -> None:
    hand = contest(Carol=5)
    assert (hand.price, legal(hand).call, legal(hand).raise_) == (20, 20, (40, 40))


def test_a_program_may_bet_over_a_standing_bet() -> None:
    hand = play(on_the_flop(), "Bob bet 100")
    assert legal(hand).overbet == (101, 980)
    hand = play(hand, "Carol overbet 150")
    assert (hand.price, waiting(hand)) == (150, "Ted Alice Bob")
    assert legal(hand).raise_ == (300, 300)


def test_an_overbet_before_the_flop_adds_at_least_the_big_blind_to_what_is_in() -> None:
    bounds = legal(play(contest(), "Ted call, Alice call")).overbet
    assert bounds == (30, 1_000)


def test_there_is_no_overbet_without_a_bet() -> None:
    assert legal(on_the_flop()).overbet is None


def test_an_overbet_counts_as_a_bet_and_not_as_a_raise() -> None:
    hand = play(on_the_flop(), "Bob bet 20, Carol overbet 30, Ted overbet 40, Alice overbet 50")
    assert legal(hand).overbet is None
    assert legal(hand).raise_ == (100, 100)
    hand = play(hand, "Bob raise, Carol raise, Ted raise, Alice raise")
    assert hand.price == 800


def test_a_fifth_bet_is_refused_because_bets_are_used_up() -> None:
    hand = play(on_the_flop(), "Bob bet 20, Carol overbet 30, Ted overbet 40, Alice overbet 50")
    rejection = refusal(hand, "Bob overbet 60")
    assert (rejection.code, rejection.numbers) == (Refusal.BETS_USED_UP, {"cap": 4})


def test_a_hand_that_ends_by_folds_gets_its_board_dealt_out() -> None:
    hand = play(contest(), "Ted raise, Alice fold, Bob fold, Carol fold")
    assert hand.over
    assert [event.street for event in of_kind(hand, DealtBoard)] == ["flop", "turn", "river"]
    assert len(hand.board) == 5


def test_all_cards_are_shown_at_the_end_even_folded_ones() -> None:
    hand = play(contest(), "Ted raise, Alice fold, Bob fold, Carol fold")
    assert names(sorted(hand.shown)) == "Alice Bob Carol Ted"
    hand = check_down(play(contest(), "Ted call, Alice fold, Bob call, Carol check"))
    assert showing(hand) == "Bob Carol Ted Alice"


def test_the_board_dealt_after_folds_does_not_change_who_wins() -> None:
    hand = deal(CONTEST, 3, stack=1_000, hole=best_first("Bob Carol Alice"), board=DRY_BOARD)
    hand = play(hand, "Alice raise, Bob fold, Carol fold")
    assert won(hand) == {"Alice": 50}


def test_a_hand_that_ends_by_folds_on_the_turn_is_dealt_the_river() -> None:
    hand = play(check_around(on_the_flop()), "Bob bet 20, Carol fold, Ted fold, Alice fold")
    assert happened(hand, Acted, Returned, DealtBoard, Shown, Won)[-4:] == ["Returned", "DealtBoard", "Shown", "Won"]
    assert len(hand.board) == 5


def test_a_card_is_burnt_before_every_street() -> None:
    assert CONTEST.burns == (True, True, True)


def test_odd_chips_go_to_the_winners_from_the_left_of_the_button() -> None:
    hand = play(deal(CONTEST, 4, stack=1_000, board=BOARD_PLAYS), "Ted call, Alice call, Bob fold, Carol check")
    assert won(check_down(hand)) == {"Carol": 24, "Ted": 23, "Alice": 23}


def test_an_all_in_on_an_earlier_street_does_not_decide_who_shows_first() -> None:
    hand = play(on_the_flop(Carol=130), "Bob bet 100, Carol all-in, Ted call, Alice fold, Bob call")
    assert turn(hand) == "Bob"
    hand = check_down(hand)
    assert showing(hand) == "Bob Carol Ted Alice"
