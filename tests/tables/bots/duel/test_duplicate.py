"""Test duplicate matches: each deck is played once in every rotation of the seats, so that luck cancels."""

import random
from collections import Counter

from tables.bots.duel.deals import Deals, shuffled_at_once
from tables.bots.duel.play import replay
from tables.engine.cards import DECK, parse_cards
from tests.tables.bots.duel.room import Stage


def test_a_deck_stays_until_everybody_held_every_hand_of_it() -> None:
    deals = Deals(3, duplicate=True, below=random.Random(1).randrange)
    decks = [deals.deck(number) for number in range(6)]
    assert decks[0] == decks[1] == decks[2] != decks[3] == decks[4] == decks[5]
    assert [deals.order(number) for number in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [deals.deal_of(number) for number in range(6)] == [0, 0, 0, 1, 1, 1]


def test_without_duplicate_every_hand_has_its_own_deck() -> None:
    deals = Deals(2, duplicate=False, below=random.Random(1).randrange)
    assert len({deals.deck(number) for number in range(20)}) == 20


def test_one_draw_can_give_every_order_of_the_deck() -> None:
    drawn = random.Random(3)
    first = Counter(shuffled_at_once(drawn.randrange)[0] for _ in range(5200))
    assert set(first) == set(DECK)
    assert max(first.values()) < 160  # 100 are expected
    assert sorted(shuffled_at_once(lambda most: most - 1)) == list(DECK)
    assert shuffled_at_once(lambda most: 0) != shuffled_at_once(lambda most: 1)


def test_equal_players_end_even(stage: Stage) -> None:
    """A player who always calls wins with each hand what the other wins with it."""
    for players in (2, 6):
        bots = ["CallAgent"] * players
        sender = stage.program()
        sender.say(info="ai_vs_ai", room_id=1, room_number=players, bots=bots, game_number=players * 5)
        assert sender.of("result")[-1]["total_money"] == [0] * players


def test_stored_hands_can_be_replayed(stage: Stage) -> None:
    bots = ["RandomAgent", "LooseAggressive", "CallAgent", "HotheadManiac"]
    sender = stage.program().say(info="ai_vs_ai", room_id=1, room_number=4, bots=bots, game_number=40)
    results = sender.of("result")
    for (number, deal, order, deck, actions, nets), result in zip(stage.store.hands, results, strict=True):
        hand = replay(4, parse_cards(deck), actions)
        assert hand.over
        assert [nets[place] for place in order] == list(hand.net)
        assert [player["win_money"] for player in result["players"]] == list(hand.net)
        assert deal == number // 4
