"""Test what is put in before the cards (antes, blinds, blinds out of turn), and which cards go to whom."""

from tables.engine.cards import DECK, cards_text
from tables.engine.events import DealtBoard, Posted
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tests.tables.engine.tables import (
    BOARD_PLAYS,
    CASH,
    CAST,
    DRY_BOARD,
    best_first,
    bets,
    check_down,
    deal,
    happened,
    legal,
    names,
    net,
    of_kind,
    play,
    pots,
    refusal,
    seat_of,
    stacks,
    turn,
    waiting,
    won,
)

EVERYBODY_ANTES = rules_for("cash", ante=10)
BIG_BLIND_ANTES = rules_for("cash", ante=100, ante_from="big_blind")
BUTTON_ANTES = rules_for("cash", ante=100, ante_from="button")


def posted(hand: HandState) -> list[tuple[str, str, int]]:
    return [(names([event.seat]), event.kind, event.amount) for event in of_kind(hand, Posted)]


def test_the_two_players_left_of_the_button_post_the_blinds() -> None:
    hand = deal(CASH, 4)
    assert posted(hand) == [("Bob", "small_blind", 50), ("Carol", "big_blind", 100)]
    assert stacks(hand) == {"Bob": 9_950, "Carol": 9_900, "Ted": 10_000, "Alice": 10_000}


def test_heads_up_the_button_is_the_small_blind() -> None:
    assert posted(deal(CASH, 2)) == [("Alice", "small_blind", 50), ("Bob", "big_blind", 100)]


def test_three_handed_the_button_posts_nothing() -> None:
    assert bets(deal(CASH, 3)) == {"Bob": 50, "Carol": 100}


def from_a_sorted_deck(players: int) -> HandState:
    seats = range(1, players + 1)
    return HandState.deal(Opening.make(CASH, seats=seats, stacks=[1_000] * players, button=1, deck=DECK))


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    hand = from_a_sorted_deck(3)
    assert cards_text(hand.hole(seat_of("Bob"))) == "2c2s"
    assert cards_text(hand.hole(seat_of("Carol"))) == "2d3c"
    assert cards_text(hand.hole(seat_of("Alice"))) == "2h3d"


def test_a_card_is_burnt_before_flop_turn_and_river() -> None:
    hand = check_down(play(from_a_sorted_deck(3), "Alice call, Bob call"))
    dealt = [(event.street, cards_text(event.cards)) for event in of_kind(hand, DealtBoard)]
    assert dealt == [("flop", "3s4c4d"), ("turn", "4s"), ("river", "5d")]


def test_a_short_big_blind_leaves_the_price_at_the_full_big_blind() -> None:
    hand = deal(CASH, 4, Carol=30)
    assert bets(hand) == {"Bob": 50, "Carol": 30}
    assert hand.price == 100
    assert legal(hand).call == 100
    assert legal(hand).raise_ == (200, 10_000)
    assert legal(play(hand, "Ted call, Alice fold")).call == 50


def test_a_short_big_blind_wins_no_more_than_it_can_match() -> None:
    hand = deal(CASH, 4, Carol=30, hole=best_first("Carol Bob Ted Alice"), board=DRY_BOARD)
    hand = play(hand, "Ted call, Alice call, Bob call")
    assert pots(hand) == [(120, "Bob Carol Ted Alice"), (210, "Bob Ted Alice")]
    assert won(check_down(hand))["Carol"] == 120


def test_a_short_small_blind_is_all_in() -> None:
    hand = deal(CASH, 4, Bob=20)
    assert bets(hand) == {"Bob": 20, "Carol": 100}
    assert waiting(hand) == "Ted Alice Carol"


def test_small_blind_pays_the_full_price_to_a_short_big_blind_and_gets_the_rest_back() -> None:
    hand = deal(CASH, 2, Bob=80, board=BOARD_PLAYS)
    assert (turn(hand), legal(hand).call, legal(hand).raise_) == ("Alice", 50, None)
    hand = play(hand, "Alice call")
    assert hand.over
    assert won(hand) == {"Bob": 80, "Alice": 80}


def test_small_blind_that_covers_a_short_big_blind_does_not_act() -> None:
    hand = deal(CASH, 2, Bob=30, hole=best_first("Bob Alice"), board=DRY_BOARD)
    assert hand.over
    assert len(hand.board) == 5
    assert net(hand) == {"Bob": 30, "Alice": -30}


def test_two_players_all_in_on_the_blinds_go_straight_to_the_showdown() -> None:
    hand = deal(CASH, 2, Alice=40, Bob=100, hole=best_first("Alice Bob"), board=DRY_BOARD)
    assert hand.over
    assert happened(hand) == ["Posted", "DealtIn", "Returned", "Shown", "DealtBoard", "Won"]
    assert stacks(hand) == {"Alice": 80, "Bob": 60}


def test_the_only_player_with_chips_may_call_but_not_raise_blinds_that_are_all_in() -> None:
    hand = deal(CASH, 3, Bob=50, Carol=70)
    assert turn(hand) == "Alice"
    assert legal(hand).call == 100
    assert refusal(hand, "Alice raise 200").code is Refusal.NOBODY_CAN_ANSWER
    hand = play(hand, "Alice call")
    assert hand.over
    assert hand.middle == 50 + 70 + 70


def test_each_player_antes_before_the_blinds() -> None:
    hand = deal(EVERYBODY_ANTES, 3)
    antes = [("Bob", "ante", 10), ("Carol", "ante", 10), ("Alice", "ante", 10)]
    assert posted(hand) == [*antes, ("Bob", "small_blind", 50), ("Carol", "big_blind", 100)]


def test_an_ante_belongs_to_the_pot_and_not_to_the_bets() -> None:
    hand = deal(EVERYBODY_ANTES, 3)
    assert bets(hand) == {"Bob": 50, "Carol": 100}
    assert pots(hand) == [(30, "Bob Carol Alice")]
    assert legal(hand).call == 100


def test_the_ante_is_paid_before_the_blind_when_chips_are_short() -> None:
    hand = deal(EVERYBODY_ANTES, 4, Carol=60)
    assert posted(hand)[-1] == ("Carol", "big_blind", 50)
    assert hand.price == 100


def test_a_short_ante_plays_for_as_much_of_every_ante() -> None:
    hand = play(deal(EVERYBODY_ANTES, 4, Ted=6), "Alice call, Bob call, Carol check")
    assert pots(hand) == [(24, "Bob Carol Ted Alice"), (3 * 4 + 300, "Bob Carol Alice")]


def test_a_hand_is_over_when_everybody_is_all_in_on_the_ante() -> None:
    hand = deal(rules_for("cash", ante=100), 3, Alice=100, Bob=60, Carol=100, board=BOARD_PLAYS)
    assert hand.over
    assert stacks(hand) == {"Bob": 60, "Carol": 100, "Alice": 100}


def test_the_only_player_with_chips_does_not_act_when_others_are_all_in_on_the_ante() -> None:
    hand = deal(rules_for("cash", ante=100), 3, stack=100, Alice=5_000, board=BOARD_PLAYS)
    assert hand.over
    assert stacks(hand)["Alice"] == 5_000


def test_the_big_blind_antes_for_all() -> None:
    assert posted(deal(BIG_BLIND_ANTES, 4)) == [
        ("Carol", "ante", 100),
        ("Bob", "small_blind", 50),
        ("Carol", "big_blind", 100),
    ]
    assert posted(deal(BIG_BLIND_ANTES, 2))[0] == ("Bob", "ante", 100)


def test_the_button_antes_for_all() -> None:
    assert posted(deal(BUTTON_ANTES, 4))[0] == ("Alice", "ante", 100)


def test_an_ante_paid_for_all_is_in_the_main_pot_for_everybody() -> None:
    hand = deal(BIG_BLIND_ANTES, 4, Ted=100, hole=best_first("Ted Carol Alice"), board=DRY_BOARD)
    hand = play(hand, "Ted call, Alice raise 300, Bob fold, Carol call")
    assert pots(hand) == [(100 + 50 + 300, "Carol Ted Alice"), (400, "Carol Alice")]
    assert won(check_down(hand))["Ted"] == 450


def test_a_player_may_post_a_blind_to_come_in_early() -> None:
    hand = deal(CASH, 5, posts={"Erin": 100})
    assert posted(hand)[-1] == ("Erin", "post", 100)
    assert bets(hand) == {"Bob": 50, "Carol": 100, "Erin": 100}
    assert waiting(hand) == "Ted Erin Alice Bob Carol"


def test_a_player_who_posted_a_blind_may_check_or_raise() -> None:
    hand = play(deal(CASH, 5, posts={"Erin": 100}), "Ted call")
    assert (legal(hand).check, legal(hand).call, legal(hand).raise_) == (True, 0, (200, 10_000))
    after = play(hand, "Erin check, Alice fold, Bob fold, Carol check")
    assert (after.street, after.middle) == ("flop", 350)
    assert turn(play(hand, "Erin raise 200, Alice fold, Bob fold")) == "Carol"


def test_a_posted_blind_is_live_and_counts_when_the_price_rises() -> None:
    hand = play(deal(CASH, 5, posts={"Erin": 100}), "Ted raise 300")
    assert legal(hand).call == 200


def test_a_posted_small_blind_calls_the_difference() -> None:
    hand = play(deal(CASH, 5, posts={"Erin": 50}), "Ted fold")
    assert (legal(hand).check, legal(hand).call) == (False, 50)


def test_a_posted_blind_larger_than_the_stack_is_all_in() -> None:
    hand = deal(CASH, 5, Erin=70, posts={"Erin": 100})
    assert bets(hand)["Erin"] == 70
    assert waiting(hand) == "Ted Alice Bob Carol"


def test_a_post_of_a_player_who_is_a_blind_anyway_is_ignored() -> None:
    assert bets(deal(CASH, 4, posts={"Carol": 100, "Bob": 100})) == {"Bob": 50, "Carol": 100}


def test_ten_players_get_different_cards_and_no_chip_is_lost() -> None:
    hand = deal(CASH, 10)
    assert bets(hand) == {"Bob": 50, "Carol": 100}
    assert waiting(hand) == "Ted Erin Frank Grace Heidi Ivan Judy Alice Bob Carol"
    cards = [card for name in CAST for card in hand.hole(seat_of(name))]
    hand = check_down(play(hand, ", ".join(f"{name} call" for name in [*CAST[3:], "Alice", "Bob"])))
    assert len({*cards, *hand.board}) == 25
    assert sum(stacks(hand).values()) == 100_000


def test_blinds_of_zero_and_blinds_that_the_ante_took_are_not_posted() -> None:
    rules = rules_for("cash", small_blind=0, big_blind=100, ante=20)
    hand = deal(rules, 3, Carol=20)
    assert [(event.kind, event.amount) for event in of_kind(hand, Posted)] == [("ante", 20)] * 3


def test_a_folded_post_does_not_make_others_pay_more() -> None:
    hand = play(deal(CASH, 4, Carol=30, posts={"Ted": 100}), "Ted fold, Alice fold")
    assert hand.over
    assert [amount for amount, _ in hand.pots] == [90, 90]
