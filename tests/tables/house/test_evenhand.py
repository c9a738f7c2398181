"""Test that Evenhand, the strong house bot, is legal everywhere, sound where the answer is known, and beats others."""

import random
from collections import Counter

import pytest

from tables.engine.cards import Card, cards_text, parse_cards
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.rulebooks import CONTEST as CONTEST_BOOK
from tables.engine.rulebooks import DUEL as DUEL_BOOK
from tables.engine.rules import Rules
from tables.engine.view import view
from tables.house import EVENHAND, decide
from tables.house.evenhand.beliefs import belief
from tables.house.evenhand.kinds import COUNTS, EQUITIES, KINDS, kind
from tables.house.evenhand.people import BUCKETS, habits
from tables.house.evenhand.qualities import qualities
from tables.house.evenhand.reading import Context, Step, steps
from tables.house.evenhand.winning import against_several, equities
from tables.house.spot import NotOnTurn
from tests import samples
from tests.bench.bots.duplicate import play_deals
from tests.tables.engine.strategies import VARIANTS, may
from tests.tables.engine.tables import CASH, CONTEST, DUEL, QUEUE, deal, legal, play
from tests.tables.house.test_house_bots import decisions, even_table, odd_table, play_out, shuffled


def verbs(hand: HandState, count: int = 24) -> Counter[str]:
    return Counter([verb for verb, _ in decisions(hand, EVENHAND, count)])


# Legal decisions


@pytest.mark.parametrize("variant", VARIANTS)
def test_decisions_are_legal_and_never_fold_for_free(variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(samples.count(25, quick=10)):
        hand = odd_table(variant, chance)
        styles = {seat: chance.choice((EVENHAND, EVENHAND, "RandomAgent", "loose")) for seat in hand.seats}
        for one in play_out(hand, styles, chance):
            assert may(legal(one.before), one.verb, one.amount)
            assert not (one.verb == "fold" and legal(one.before).check)


@pytest.mark.parametrize(("rules", "stack"), [(DUEL, DUEL_BOOK.stack), (CONTEST, CONTEST_BOOK.stack)])
@pytest.mark.parametrize("players", [2, 6, 10])
def test_tables_of_any_size_are_played_to_the_end(rules: Rules, stack: int, players: int) -> None:
    chance = random.Random(players)
    deck = shuffled(chance)
    hand = HandState.deal(Opening.make(rules, seats=range(players), stacks=[stack] * players, button=0, deck=deck))
    *_, last = play_out(hand, dict.fromkeys(hand.seats, EVENHAND), chance)
    assert last.after.over
    assert sum(last.after.net) == 0


def test_queue_sees_calls_folds_and_raises() -> None:
    chance, played = random.Random(4), Counter[str]()
    for _ in range(25):
        hand = even_table(QUEUE, 3, shuffled(chance))
        played.update([one.verb for one in play_out(hand, dict.fromkeys(hand.seats, EVENHAND), chance)])
    assert {"call", "fold", "raise"} <= {*played}


def test_viewer_who_is_not_to_act_cannot_decide() -> None:
    hand = deal(CASH, 3)
    with pytest.raises(NotOnTurn):
        decide(view(hand, next(seat for seat in hand.seats if seat != hand.turn)), EVENHAND, random.Random(1))


# Inputs of a decision


def test_same_view_and_random_numbers_give_the_same_decision() -> None:
    hand = play(deal(CASH, 3, hole={"Alice": "KsQd"}, board="Kh8c3s"), "Alice raise 300, Bob call, Carol call")
    hand = play(hand, "Bob check, Carol bet 400")
    seen = view(HandState.replay(hand.opening, hand.moves), hand.turn)
    again = [decide(seen, EVENHAND, random.Random(seed)) for seed in range(40)]
    assert again == decisions(hand, EVENHAND)


@pytest.mark.parametrize("street", ["Bob bet 400", "Bob check"])
def test_hidden_cards_change_nothing(street: str) -> None:
    outcomes = []
    for hidden, board in (("AsAd", "Kh8c3sJd4d"), ("7h2c", "Kh8c3s5h9c")):
        hand = deal(CASH, 2, hole={"Alice": "KsQd", "Bob": hidden}, board=board)
        outcomes.append(decisions(play(hand, f"Alice raise 250, Bob call, {street}"), EVENHAND))
    assert outcomes[0] == outcomes[1]


# Known chances


def test_equities_of_kinds_are_the_known_ones() -> None:
    aces, kings, low = kind(*parse_cards("AsAd")), kind(*parse_cards("KsKd")), kind(*parse_cards("7h2c"))
    suited, pair = kind(*parse_cards("AhKh")), kind(*parse_cards("2c2d"))
    assert (sum(COUNTS), len(EQUITIES)) == (1326, KINDS)
    assert EQUITIES[aces][kings] == pytest.approx(0.82, abs=0.025)
    assert EQUITIES[aces][low] == pytest.approx(0.88, abs=0.025)
    assert EQUITIES[suited][pair] == pytest.approx(0.50, abs=0.025)
    assert EQUITIES[low][aces] == pytest.approx(1 - EQUITIES[aces][low])


def test_aces_win_less_often_against_more_opponents() -> None:
    mean = sum([one * count for one, count in zip(EQUITIES[kind(*parse_cards("AsAd"))], COUNTS, strict=True)]) / 1326
    chances = [against_several([mean] * others, preflop=True) for others in (1, 2, 5, 9)]
    assert chances == pytest.approx([0.85, 0.735, 0.49, 0.31], abs=0.03)


def test_hands_on_a_board_are_in_the_right_order() -> None:
    board = parse_cards("Kh8h3s")
    better = [qualities([pair(text)], board)[0] for text in ("8c8d", "KsAd", "8dAc", "AhQh", "QcJd", "6c2d")]
    assert better == sorted(better, reverse=True)


def pair(text: str) -> tuple[Card, Card]:
    first, second = parse_cards(text)
    return first, second


def test_chances_on_the_river_are_certain() -> None:
    own, board = parse_cards("KsQd"), parse_cards("Kh8c3sJd4d")
    assert equities(own, board, [pair("AsAd"), pair("Tc9c"), pair("KdQc")], random.Random(1)) == [0.0, 1.0, 0.5]


def test_chances_before_the_river_are_about_right() -> None:
    own, board = parse_cards("AhQh"), parse_cards("Kh8h3s")
    found = equities(own, board, [pair("KsTd")] * 240, random.Random(1))
    assert sum(found) / len(found) == pytest.approx(0.46, abs=0.04)


def test_habits_are_probabilities() -> None:
    for street in range(4):
        for raises, facing in ((0, False), (1, True), (3, True)):
            for one in habits(Context(street, facing, raises, cost=4, opponents=2, stakes=3)):
                sums = [stay + rise for stay, rise in zip(one.stays, one.raises, strict=True)]
                assert len(sums) == BUCKETS
                assert min(*one.stays, *one.raises) >= 0
                assert max(sums) <= 1 + 1e-9


def test_player_who_raises_again_is_believed_to_hold_better_cards() -> None:
    """Measure it by the chances of the viewer's hand, which get smaller."""
    hand = deal(DUEL, 2, stack=20_000, hole={"Alice": "JsTd"})
    chances = []
    for moves in ("Alice call, Bob check", "Alice raise 250, Bob call", "Alice raise 250, Bob raise 900, Alice call"):
        seen = view(play(hand, moves), None)
        done = [step for step in steps(seen.events, players=2, big_blind=100) if step.seat == 2]
        chances.append(_against(done))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] - chances[2] > 0.1


def _against(done: list[Step]) -> float:
    weights = belief(done, parse_cards("JsTd"), (), random.Random(1)).total()
    row = EQUITIES[kind(*parse_cards("JsTd"))]
    return sum([one * weight for one, weight in zip(row, weights, strict=True)]) / sum(weights)


# Decisions where the answer is known


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        pytest.param("AhQd", "KcJsTd4h2s", id="best_straight"),
        pytest.param("8h8d", "8c8s2d", id="quads_on_the_flop"),
        pytest.param("2c2d", "AsKsQsJsTs", id="the_board_plays"),
    ],
)
def test_nuts_are_never_folded(hole: str, board: str) -> None:
    hand = play(deal(CASH, 2, hole={"Alice": hole}, board=board), "Alice call, Bob check")
    while len(hand.board) < len(board) // 2:
        hand = play(hand, "Bob check, Alice check")
    assert verbs(play(hand, "Bob all-in"))["fold"] == 0


def test_trash_is_folded_to_a_large_bet() -> None:
    hand = deal(DUEL, 2, stack=20_000, hole={"Alice": "7h2c"}, board="AsKdQs9c5d")
    hand = play(hand, "Alice raise 250, Bob raise 900, Alice call, Bob bet 1400, Alice call, Bob bet 4000")
    assert verbs(hand)["fold"] > 20


def test_best_hand_bets_the_river_when_checked_to() -> None:
    hand = deal(DUEL, 2, stack=20_000, hole={"Alice": "8h8d"}, board="8c8s2dKhQc")
    hand = play(hand, "Alice raise 250, Bob call, Bob check, Alice check, Bob check, Alice check, Bob check")
    assert verbs(hand)["bet"] == 24


def test_some_hands_that_cannot_win_bet_and_some_do_not() -> None:
    chance, bets = random.Random(2), []
    for _ in range(120):
        cards = cards_text(shuffled(chance)[:7])
        hand = deal(DUEL, 2, stack=20_000, hole={"Alice": cards[:4]}, board=cards[4:])
        hand = play(hand, "Alice raise 250, Bob call, Bob check, Alice check, Bob check, Alice check, Bob check")
        board, own = hand.board, hand.hole(1)
        if qualities([own], board)[0] < 0.25:
            bets.append(decide(view(hand, hand.turn), EVENHAND, chance)[0] == "bet")
    assert 0.1 < sum(bets) / len(bets) < 0.9


def test_first_raise_is_small_and_a_bet_at_most_a_little_more_than_the_pot() -> None:
    hand = deal(CASH, 6, hole={"Ted": "KsKd"}, board="Kh8c3s")
    assert {to for verb, to in decisions(hand, EVENHAND) if verb == "raise"} <= {250, 300}
    hand = play(hand, "Ted raise 300, Erin fold, Frank fold, Alice fold, Bob fold, Carol call, Carol check")
    assert max(to or 0 for _, to in decisions(hand, EVENHAND)) <= 800


def test_short_stack_goes_all_in_with_a_good_hand() -> None:
    hand = play(deal(CASH, 3, Alice=1000, Bob=1000, Carol=1000, hole={"Bob": "KsKd"}), "Alice raise 300")
    assert verbs(hand)["fold"] == 0
    assert {to for verb, to in decisions(hand, EVENHAND) if verb == "raise"} <= {1000}


def test_position_matters_before_the_flop() -> None:
    """Play a hand from the button that is folded with five players behind."""
    first = deal(CASH, 6, hole={"Ted": "Kc9d"})
    last = play(deal(CASH, 6, hole={"Alice": "Kc9d"}), "Ted fold, Erin fold, Frank fold")
    assert (verbs(first)["fold"], verbs(last)["raise"]) == (24, 24)


# Strength; all other bots over all 20,000 hands: make exhaustive


@pytest.mark.parametrize(
    ("other", "deals"),
    [
        ("CallAgent", 150),
        ("RandomAgent", 150),
        ("ScaredLimper", samples.count(250, quick=125)),
        ("CandidStatistician", 200),
    ],
)
def test_evenhand_beats_weaker_players_with_the_same_cards_from_both_seats(other: str, deals: int) -> None:
    nets = [one.net for one in play_deals((EVENHAND, other), range(deals))]
    mean = sum(nets) / deals
    deviation = (sum([(net - mean) ** 2 for net in nets]) / (deals - 1)) ** 0.5
    assert mean - 1.96 * deviation / deals**0.5 > 0
