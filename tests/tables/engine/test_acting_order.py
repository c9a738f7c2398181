"""Test whose turn it is, and when a street or the hand ends."""

from tests.tables.engine.tables import CASH, check_around, check_down, deal, happened, legal, play, turn, waiting

CALLED = "Ted call, Alice call, Bob call, Carol check"


def test_player_left_of_the_big_blind_acts_first_before_the_flop() -> None:
    assert waiting(deal(CASH, 4)) == "Ted Alice Bob Carol"
    assert waiting(deal(CASH, 3)) == "Alice Bob Carol"


def test_player_left_of_the_button_acts_first_after_the_flop() -> None:
    hand = play(deal(CASH, 4), CALLED)
    for street in ("flop", "turn", "river"):
        assert (hand.street, waiting(hand)) == (street, "Bob Carol Ted Alice")
        hand = check_around(hand)
    assert hand.over


def test_the_first_live_player_left_of_the_button_acts_first_after_the_flop() -> None:
    assert waiting(play(deal(CASH, 4), "Ted call, Alice call, Bob fold, Carol check")) == "Carol Ted Alice"


def test_heads_up_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    hand = deal(CASH, 2)
    assert waiting(hand) == "Alice Bob"
    hand = play(hand, "Alice call, Bob check")
    for street in ("flop", "turn", "river"):
        assert (hand.street, waiting(hand)) == (street, "Bob Alice")
        hand = check_around(hand)
    assert hand.over


def test_ten_players_act_clockwise() -> None:
    hand = deal(CASH, 10)
    assert waiting(hand) == "Ted Erin Frank Grace Heidi Ivan Judy Alice Bob Carol"
    everybody = ("Ted", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Alice", "Bob")
    hand = play(hand, ", ".join([f"{name} call" for name in everybody] + ["Carol check"]))
    assert waiting(hand) == "Bob Carol Ted Erin Frank Grace Heidi Ivan Judy Alice"


def test_big_blind_may_check_or_raise_after_calls() -> None:
    hand = play(deal(CASH, 4), "Ted call, Alice call, Bob call")
    assert turn(hand) == "Carol"
    assert (legal(hand).check, legal(hand).call, legal(hand).bet) == (True, 0, None)
    assert legal(hand).raise_ == (200, 10_000)
    assert play(hand, "Carol check").street == "flop"
    assert waiting(play(hand, "Carol raise 300")) == "Ted Alice Bob"


def test_big_blind_may_not_check_after_a_raise() -> None:
    hand = play(deal(CASH, 4), "Ted raise 300, Alice fold, Bob fold")
    assert (legal(hand).check, legal(hand).call) == (False, 200)
    assert play(hand, "Carol call").street == "flop"


def test_small_blind_may_not_check_after_calls() -> None:
    hand = play(deal(CASH, 4), "Ted call, Alice call")
    assert (legal(hand).check, legal(hand).call) == (False, 50)


def test_heads_up_the_player_without_the_button_may_check_after_a_call() -> None:
    hand = play(deal(CASH, 2), "Alice call")
    assert (turn(hand), legal(hand).check) == ("Bob", True)


def test_short_big_blind_does_not_act_again() -> None:
    assert play(deal(CASH, 4, Carol=100), "Ted call, Alice call, Bob call").street == "flop"


def test_a_street_ends_when_everybody_has_acted_and_matched() -> None:
    hand = play(deal(CASH, 4), CALLED)
    assert play(hand, "Bob bet 100, Carol call, Ted call, Alice call").street == "turn"


def test_a_street_ends_with_the_player_right_of_the_last_raiser() -> None:
    hand = play(deal(CASH, 4), CALLED)
    hand = play(hand, "Bob bet 100, Carol raise 200, Ted call, Alice raise 300, Bob call, Carol call")
    assert (hand.street, turn(hand)) == ("flop", "Ted")
    assert play(hand, "Ted call").street == "turn"


def test_a_bet_brings_the_action_back_to_those_who_checked() -> None:
    assert waiting(play(play(deal(CASH, 4), CALLED), "Bob check, Carol check, Ted bet 100")) == "Alice Bob Carol"


def test_players_who_folded_or_are_all_in_are_skipped() -> None:
    hand = play(
        deal(CASH, 4, Carol=500), "Ted call, Alice call, Bob call, Carol raise 500, Ted call, Alice fold, Bob call"
    )
    assert (hand.street, waiting(hand)) == ("flop", "Bob Ted")


def test_a_player_may_fold_where_a_check_is_free() -> None:
    hand = play(play(deal(CASH, 4), CALLED), "Bob fold")
    assert waiting(hand) == "Carol Ted Alice"


def test_the_hand_ends_when_all_but_one_have_folded() -> None:
    hand = play(deal(CASH, 4), "Ted fold, Alice fold, Bob fold")
    assert hand.over
    assert hand.board == ()
    assert (hand.turn, hand.legal) == (None, None)


def test_betting_ends_when_everybody_is_all_in() -> None:
    hand = play(deal(CASH, 3, stack=1_000), "Alice all-in, Bob call, Carol call")
    assert hand.over
    assert len(hand.board) == 5


def test_betting_ends_when_the_only_player_with_chips_has_matched() -> None:
    hand = play(deal(CASH, 3, Alice=1_000, Bob=500), "Alice all-in, Bob call, Carol call")
    assert hand.over
    assert len(hand.board) == 5


def test_the_only_player_with_chips_still_answers_an_all_in() -> None:
    hand = play(deal(CASH, 3, Alice=1_000, Bob=500), "Alice all-in, Bob call")
    assert (turn(hand), legal(hand).call) == ("Carol", 900)
    assert play(hand, "Carol fold").over


def test_big_blind_does_not_act_when_all_others_are_all_in_for_less() -> None:
    hand = play(deal(CASH, 3, Alice=80, Bob=60), "Alice call, Bob call")
    assert hand.over
    assert hand.middle == 60 + 80 + 80


def test_two_players_with_chips_go_on_betting_beside_an_all_in() -> None:
    hand = play(deal(CASH, 3, Alice=400), "Alice all-in, Bob call, Carol call")
    assert (hand.street, waiting(hand)) == ("flop", "Bob Carol")
    hand = play(hand, "Bob bet 300, Carol fold")
    assert hand.over
    assert happened(hand)[-3:] == ["Shown", "DealtBoard", "Won"]


def test_a_hand_checked_to_the_end_reaches_the_showdown() -> None:
    hand = check_down(play(deal(CASH, 4), CALLED))
    assert [len(hand.board), hand.street, hand.over] == [5, "river", True]
