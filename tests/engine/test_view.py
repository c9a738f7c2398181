"""What one viewer may know."""

from typing import Any

import pytest

from tables.engine.cards import Card
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import Hand
from tables.engine.opening import Seat
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules
from tables.engine.view import event_data, view
from tests.engine.strategies import VARIANTS
from tests.engine.tables import CASH, CONTEST, DUEL, HOME, QUEUE, check_down, deal, seat_of
from tests.engine.tables import play as play_moves

ALICE, BOB, CAROL = Seat(seat_of("Alice")), Seat(seat_of("Bob")), Seat(seat_of("Carol"))
HOLES = {"Alice": "AsAd", "Bob": "KsKd", "Carol": "7c2d"}
BOARD = "AhKh8c8d3s"
MUCKING = rules_for("cash", reveal="losers_may_muck")

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)


def dealt(rules: Rules = CASH) -> Hand:
    """Alice has the button and acts first, Bob is the small blind, Carol the big one."""
    return deal(rules, 3, hole=HOLES, board=BOARD)


def shown_down(rules: Rules = CASH) -> Hand:
    return check_down(play_moves(dealt(rules), "Alice call, Bob call"))


def folded_out() -> Hand:
    return play_moves(dealt(), "Alice raise 300, Bob fold, Carol fold")


def at(seat: int, seen: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(player for player in seen["seats"] if player["seat"] == seat)
    return found


def cards(hand: Hand, viewer: Seat | None) -> dict[str, list[str] | None]:
    seen = view(hand, viewer)
    return {name: at(seat_of(name), seen)["cards"] for name in HOLES}


def test_a_player_sees_the_own_cards_only() -> None:
    assert cards(dealt(), BOB) == {"Alice": None, "Bob": ["Ks", "Kd"], "Carol": None}


@pytest.mark.parametrize("nobody", [None, Seat(99)])
def test_who_only_watches_sees_no_cards(nobody: Seat | None) -> None:
    seen = view(dealt(), nobody)
    assert cards(dealt(), nobody) == dict.fromkeys(HOLES)
    assert seen["legal"] is None
    assert [player["best"] for player in seen["seats"]] == [None, None, None]


def test_who_folds_still_sees_the_own_cards() -> None:
    hand = play_moves(dealt(), "Alice fold")
    assert cards(hand, ALICE)["Alice"] == ["As", "Ad"]
    assert cards(hand, BOB)["Alice"] is None


def test_at_the_showdown_everybody_sees_who_is_still_in_but_not_who_folded() -> None:
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
    assert at(CAROL, view(hand, None))["best"] is None
    assert {"event": "mucked", "seat": CAROL} in view(hand, None)["events"]


def test_after_a_fold_out_no_card_is_shown() -> None:
    hand = folded_out()
    assert cards(hand, None) == dict.fromkeys(HOLES)
    assert view(hand, None)["board"] == []


def test_after_a_fold_out_cards_may_be_shown_of_free_will() -> None:
    hand = folded_out().act("show", seat=CAROL)
    for viewer in (None, ALICE, BOB):
        seen = view(hand, viewer)
        assert cards(hand, viewer)["Carol"] == ["7c", "2d"]
        assert at(CAROL, seen)["shown"]
        assert seen["events"][-1] == {"event": "shown", "seat": CAROL, "cards": ["7c", "2d"]}
    assert cards(hand, None)["Alice"] is None


def test_the_contest_shows_everything_at_the_end_even_after_a_fold_out() -> None:
    hand = play_moves(dealt(CONTEST), "Alice fold, Bob fold")
    seen = view(hand, None)
    assert cards(hand, None) == {"Alice": ["As", "Ad"], "Bob": ["Ks", "Kd"], "Carol": ["7c", "2d"]}
    assert seen["board"] == ["Ah", "Kh", "8c", "8d", "3s"]
    assert at(ALICE, seen)["best"]["category"] == "full_house"


def test_what_is_legal_is_told_to_the_player_on_turn_only() -> None:
    hand = dealt()
    assert [view(hand, viewer)["legal"] for viewer in (None, BOB, CAROL)] == [None, None, None]
    assert view(hand, ALICE)["legal"] == {
        "fold": True,
        "check": False,
        "call": 100,
        "bet": None,
        "raise": {"least": 200, "most": 10_000},
        "overbet": None,
        "all_in": 10_000,
        "pass": False,
        "no_raise": None,
    }


def test_why_there_is_no_raise_is_told_too() -> None:
    hand = deal(DUEL, 2, Alice=20_000, Bob=20_000)
    hand = play_moves(hand, "Alice raise 200, Bob raise 300, Alice raise 400, Bob raise 500")
    legal = view(hand, ALICE)["legal"]
    assert (legal["raise"], legal["all_in"], legal["no_raise"]) == (None, None, "raises_used_up")


def test_nothing_is_legal_when_the_hand_is_over() -> None:
    seen = view(shown_down(), ALICE)
    assert (seen["over"], seen["turn"], seen["legal"], seen["waiting"]) == (True, None, None, [])


def test_the_best_five_are_named_from_the_flop_on() -> None:
    hand = dealt()
    assert at(ALICE, view(hand, ALICE))["best"] is None
    hand = play_moves(hand, "Alice call, Bob call, Carol check")
    best = at(ALICE, view(hand, ALICE))["best"]
    assert best["category"] == "three_of_a_kind"
    assert sorted(best["cards"][:3]) == ["Ad", "Ah", "As"]
    assert best["cards"][3:] == ["Kh", "8c"]
    assert at(ALICE, view(hand, BOB))["best"] is None


def test_chips_bets_and_pots_are_open_to_all() -> None:
    hand = play_moves(dealt(), "Alice raise 300, Bob call, Carol call, Bob bet 500")
    seen = view(hand, None)
    assert seen["pots"] == [{"amount": 900, "seats": [BOB, CAROL, ALICE]}]
    assert (seen["middle"], seen["price"], seen["turn"], seen["waiting"]) == (1400, 500, CAROL, [CAROL, ALICE])
    bob = at(BOB, seen)
    assert (bob["stack"], bob["bet"], bob["net"], bob["all_in"], bob["folded"]) == (9200, 500, -800, False, False)


def test_who_won_what_is_told_by_player() -> None:
    seen = view(shown_down(HOME), None)
    assert [(player["seat"], player["won"], player["net"]) for player in seen["seats"]] == [
        (BOB, 0, -20),
        (CAROL, 0, -20),
        (ALICE, 60, 40),
    ]


def test_an_all_in_is_marked_while_the_hand_lasts() -> None:
    hand = play_moves(deal(HOME, 3, Bob=200), "Alice call, Bob all-in")
    assert [player["seat"] for player in view(hand, None)["seats"] if player["all_in"]] == [BOB]


def test_in_the_queue_who_passed_is_marked() -> None:
    hand = play_moves(deal(QUEUE, 3), "Alice pass")
    seen = view(hand, None)
    assert (seen["passed"], seen["waiting"]) == ([ALICE], [BOB, ALICE])


def test_the_contest_prompts_for_a_bet_only_while_there_is_none() -> None:
    hand = play_moves(dealt(CONTEST), "Alice call, Bob call, Carol check")
    assert view(dealt(CONTEST), ALICE)["prompt"] == "act"
    assert view(hand, BOB)["prompt"] == "bet"
    assert view(hand.act("bet", 40), CAROL)["prompt"] == "act"


def test_every_event_has_its_plain_words() -> None:
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
    assert [event_data(event) for event in events] == [
        {"event": "posted", "seat": BOB, "kind": "ante", "amount": 5},
        {"event": "dealt_in", "seats": [BOB, ALICE]},
        {"event": "dealt_board", "street": "flop", "cards": ["2c", "2d", "2h"]},
        {"event": "acted", "seat": BOB, "verb": "all-in", "amount": 5, "to": 10, "all_in": True},
        {"event": "returned", "seat": BOB, "amount": 3},
        {"event": "shown", "seat": BOB, "cards": ["2s", "3c"]},
        {"event": "mucked", "seat": ALICE},
        {"event": "won", "seat": BOB, "amount": 9, "pot": 1},
    ]
