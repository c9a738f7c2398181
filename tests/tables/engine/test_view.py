"""Test what each viewer may know."""

import json
from dataclasses import fields
from typing import Any

import pytest

from tables.engine.cards import Card, card_text
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import HandState, Pot
from tables.engine.legal import Bounds, Legal
from tables.engine.opening import SeatNumber
from tables.engine.ranks import Best, Category
from tables.engine.rejection import Refusal
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules
from tables.engine.view import HandView, SeatView, to_json, view
from tests.tables.engine.strategies import VARIANTS
from tests.tables.engine.tables import CASH, CONTEST, DUEL, HOME, QUEUE, check_down, deal, seat_of
from tests.tables.engine.tables import play as play_moves

ALICE, BOB, CAROL = SeatNumber(seat_of("Alice")), SeatNumber(seat_of("Bob")), SeatNumber(seat_of("Carol"))
HOLES = {"Alice": "AsAd", "Bob": "KsKd", "Carol": "7c2d"}
BOARD = "AhKh8c8d3s"
MUCKING = rules_for("cash", reveal="losers_may_muck")

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)


def dealt(rules: Rules = CASH) -> HandState:
    """Deal with the button at Alice, who acts first, Bob as the small blind and Carol as the big blind."""
    return deal(rules, 3, hole=HOLES, board=BOARD)


def shown_down(rules: Rules = CASH) -> HandState:
    return check_down(play_moves(dealt(rules), "Alice call, Bob call"))


def best_of(seat: int, seen: HandView) -> Best:
    best = at(seat, seen).best
    assert best is not None
    return best


def folded_out() -> HandState:
    return play_moves(dealt(), "Alice raise 300, Bob fold, Carol fold")


def at(seat: int, seen: HandView) -> SeatView:
    found = seen.at(seat)
    assert found is not None
    return found


def texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]


def cards(hand: HandState, viewer: SeatNumber | None) -> dict[str, list[str] | None]:
    seen = view(hand, viewer)
    found = {name: at(seat_of(name), seen).cards for name in HOLES}
    return {name: hole and texts(hole) for name, hole in found.items()}


def test_a_player_sees_only_their_own_cards() -> None:
    assert cards(dealt(), BOB) == {"Alice": None, "Bob": ["Ks", "Kd"], "Carol": None}


@pytest.mark.parametrize("nobody", [None, SeatNumber(99)])
def test_a_watcher_sees_no_cards(nobody: SeatNumber | None) -> None:
    seen = view(dealt(), nobody)
    assert cards(dealt(), nobody) == dict.fromkeys(HOLES)
    assert seen.legal is None
    assert [player.best for player in seen.seats] == [None, None, None]


def test_a_player_who_folded_still_sees_their_own_cards() -> None:
    hand = play_moves(dealt(), "Alice fold")
    assert cards(hand, ALICE)["Alice"] == ["As", "Ad"]
    assert cards(hand, BOB)["Alice"] is None


def test_everybody_sees_live_hands_at_the_showdown_but_not_folded_ones() -> None:
    hand = check_down(play_moves(dealt(rules_for("cash", reveal="live")), "Alice fold, Bob call"))
    for viewer in (None, BOB, CAROL):
        assert cards(hand, viewer) == {"Alice": None, "Bob": ["Ks", "Kd"], "Carol": ["7c", "2d"]}
    assert cards(hand, ALICE)["Alice"] == ["As", "Ad"]


def test_hands_are_turned_up_when_everybody_is_all_in() -> None:
    hand = play_moves(dealt(), "Alice all-in, Bob all-in, Carol fold")
    assert cards(hand, None) == {"Alice": ["As", "Ad"], "Bob": ["Ks", "Kd"], "Carol": None}


def test_a_beaten_hand_that_is_mucked_stays_hidden() -> None:
    hand = shown_down(MUCKING)
    assert cards(hand, None) == {"Alice": ["As", "Ad"], "Bob": ["Ks", "Kd"], "Carol": None}
    assert cards(hand, BOB)["Carol"] is None
    assert cards(hand, CAROL)["Carol"] == ["7c", "2d"]
    assert at(CAROL, view(hand, None)).best is None
    assert Mucked(CAROL) in view(hand, None).events


def test_no_card_is_shown_after_all_others_folded() -> None:
    hand = folded_out()
    assert cards(hand, None) == dict.fromkeys(HOLES)
    assert view(hand, None).board == ()


def test_a_player_may_show_cards_after_a_hand_that_ended_by_folds() -> None:
    hand = folded_out().act("show", seat=CAROL)
    for viewer in (None, ALICE, BOB):
        seen = view(hand, viewer)
        assert cards(hand, viewer)["Carol"] == ["7c", "2d"]
        assert at(CAROL, seen).shown
        assert to_json(seen.events[-1]) == {"event": "shown", "seat": CAROL, "cards": ["7c", "2d"]}
    assert cards(hand, None)["Alice"] is None


def test_the_contest_shows_everything_at_the_end_even_after_folds() -> None:
    hand = play_moves(dealt(CONTEST), "Alice fold, Bob fold")
    seen = view(hand, None)
    assert cards(hand, None) == {"Alice": ["As", "Ad"], "Bob": ["Ks", "Kd"], "Carol": ["7c", "2d"]}
    assert texts(seen.board) == ["Ah", "Kh", "8c", "8d", "3s"]
    assert best_of(ALICE, seen).category is Category.FULL_HOUSE


def test_legal_actions_are_shown_only_to_the_player_to_act() -> None:
    hand = dealt()
    assert [view(hand, viewer).legal for viewer in (None, BOB, CAROL)] == [None, None, None]
    assert view(hand, ALICE).legal == Legal(
        seat=ALICE, fold=True, check=False, call=100, bet=None, raise_=Bounds(200, 10_000), all_in=10_000
    )


def test_a_view_says_why_there_is_no_raise() -> None:
    hand = deal(DUEL, 2, Alice=20_000, Bob=20_000)
    hand = play_moves(hand, "Alice raise 200, Bob raise 300, Alice raise 400, Bob raise 500")
    legal = view(hand, ALICE).legal
    assert legal is not None
    assert (legal.raise_, legal.all_in, legal.no_raise) == (None, None, Refusal.RAISES_USED_UP)


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    seen = view(shown_down(), ALICE)
    assert (seen.over, seen.turn, seen.legal, seen.waiting) == (True, None, None, ())


def test_the_best_five_are_shown_from_the_flop_on() -> None:
    hand = dealt()
    assert at(ALICE, view(hand, ALICE)).best is None
    hand = play_moves(hand, "Alice call, Bob call, Carol check")
    best = best_of(ALICE, view(hand, ALICE))
    assert best.category is Category.THREE_OF_A_KIND
    assert sorted(texts(best.cards[:3])) == ["Ad", "Ah", "As"]
    assert texts(best.cards[3:]) == ["Kh", "8c"]
    assert at(ALICE, view(hand, BOB)).best is None


def test_chips_bets_and_pots_are_visible_to_all() -> None:
    hand = play_moves(dealt(), "Alice raise 300, Bob call, Carol call, Bob bet 500")
    seen = view(hand, None)
    assert seen.pots == (Pot(900, (BOB, CAROL, ALICE)),)
    assert (seen.middle, seen.price, seen.turn, seen.waiting) == (1400, 500, CAROL, (CAROL, ALICE))
    bob = at(BOB, seen)
    assert (bob.stack, bob.bet, bob.net, bob.all_in, bob.folded) == (9200, 500, -800, False, False)


def test_a_view_says_what_each_player_won() -> None:
    seen = view(shown_down(HOME), None)
    assert [(player.seat, player.won, player.net) for player in seen.seats] == [
        (BOB, 0, -20),
        (CAROL, 0, -20),
        (ALICE, 60, 40),
    ]


def test_an_all_in_is_marked_while_the_hand_lasts() -> None:
    hand = play_moves(deal(HOME, 3, Bob=200), "Alice call, Bob all-in")
    assert [player.seat for player in view(hand, None).seats if player.all_in] == [BOB]


def test_players_who_passed_are_marked_in_a_queue() -> None:
    hand = play_moves(deal(QUEUE, 3), "Alice pass")
    seen = view(hand, None)
    assert (seen.passed, seen.waiting) == ((ALICE,), (BOB, ALICE))


def test_the_contest_prompts_for_a_bet_only_while_there_is_none() -> None:
    hand = play_moves(dealt(CONTEST), "Alice call, Bob call, Carol check")
    assert view(dealt(CONTEST), ALICE).prompt == "act"
    assert view(hand, BOB).prompt == "bet"
    assert view(hand.act("bet", 40), CAROL).prompt == "act"


def test_every_event_becomes_plain_data() -> None:
    five: tuple[Card, ...] = tuple([Card(number) for number in range(5)])
    events: list[Event] = [
        Posted(BOB, "ante", 5),
        DealtIn((BOB, ALICE)),
        DealtBoard("flop", five[:3]),
        Acted(BOB, "all-in", 5, 10, True),
        Returned(BOB, 3),
        Shown(BOB, (five[3], five[4])),
        Mucked(ALICE),
        Won(BOB, 9, 1),
    ]
    assert [to_json(event) for event in events] == [
        {"event": "posted", "seat": BOB, "kind": "ante", "amount": 5},
        {"event": "dealt_in", "seats": [BOB, ALICE]},
        {"event": "dealt_board", "street": "flop", "cards": ["2c", "2d", "2h"]},
        {"event": "acted", "seat": BOB, "verb": "all-in", "amount": 5, "to": 10, "all_in": True},
        {"event": "returned", "seat": BOB, "amount": 3},
        {"event": "shown", "seat": BOB, "cards": ["2s", "3c"]},
        {"event": "mucked", "seat": ALICE},
        {"event": "won", "seat": BOB, "amount": 9, "pot": 1},
    ]


def test_a_view_becomes_plain_data_in_a_fixed_order() -> None:
    hand = play_moves(dealt(), "Alice call, Bob call, Carol check, Bob bet 500")
    plain = to_json(view(hand, CAROL))
    seats, events = plain["seats"], plain["events"]
    assert in_order(plain) == in_order(
        {
            "viewer": CAROL,
            "rulebook": "cash",
            "street": "flop",
            "board": ["Ah", "Kh", "8c"],
            "button": ALICE,
            "middle": 800,
            "pots": [{"amount": 300, "seats": [BOB, CAROL, ALICE]}],
            "price": 500,
            "turn": CAROL,
            "prompt": "act",
            "waiting": [CAROL, ALICE],
            "passed": [],
            "legal": {
                "fold": True,
                "check": False,
                "call": 500,
                "bet": None,
                "raise": {"least": 1000, "most": 9900},
                "overbet": None,
                "all_in": 9900,
                "pass": False,
                "no_raise": None,
            },
            "seats": seats,
            "events": events,
            "over": False,
        }
    )
    bob, carol, _ = seats
    assert in_order(carol) == in_order(
        {
            "seat": CAROL,
            "stack": 9900,
            "bet": 0,
            "folded": False,
            "all_in": False,
            "cards": ["7c", "2d"],
            "shown": False,
            "best": {"category": "high_card", "cards": ["Ah", "Kh", "8c", "7c", "2d"]},
            "won": 0,
            "net": -100,
        }
    )
    assert (bob["cards"], bob["best"]) == (None, None)
    assert events == [to_json(event) for event in hand.events]


def in_order(plain: dict[str, Any]) -> str:
    """Write it as it is sent: the order of names counts too."""
    return json.dumps(plain)


def test_views_are_values_that_compare_every_field() -> None:
    hand = play_moves(dealt(), "Alice call, Bob call")
    again = HandState.replay(hand.opening, hand.moves)
    assert view(again, BOB) == view(hand, BOB)
    assert len({view(again, BOB), view(hand, BOB), view(hand, None), view(dealt(), BOB)}) == 3
    assert all(field.compare for field in (*fields(HandView), *fields(SeatView)))


def test_a_player_shares_all_but_the_own_seat_with_the_view_of_a_watcher() -> None:
    for hand in (dealt(), play_moves(dealt(), "Alice call, Bob call, Carol check"), shown_down(MUCKING)):
        watched = view(hand, None)
        carol = view(hand, CAROL, watched=watched)
        shared = [one is other for one, other in zip(carol.seats, watched.seats, strict=True)]
        assert shared == [True, False, True]
        assert carol.events is watched.events
        assert at(CAROL, carol).cards is not None
        assert at(CAROL, watched).cards is None


def test_a_player_whose_cards_everybody_sees_shares_every_seat() -> None:
    watched = view(shown_down(), None)
    assert view(shown_down(), BOB, watched=watched).seats is watched.seats
