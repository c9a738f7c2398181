"""Every finished hand of every rulebook can be written as PHH and read again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import DECK
from tables.engine.hand import HandState
from tables.engine.opening import HIGHEST_SEAT, Opening, SeatNumber
from tables.engine.phh import to_phh
from tables.engine.phh_reading import from_phh, read_phh
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import MOST_CHIPS
from tests import round_trips
from tests.tables.engine.strategies import VARIANTS, examples, hands, openings, play
from tests.tables.engine.test_phh import deal, fold_out, three_at_the_river


def facts(hand: HandState) -> tuple[object, ...]:
    return hand.rules, hand.seats, hand.opening.stacks, round_trips.as_phh_has_it(hand), hand.stacks


every_rulebook = pytest.mark.parametrize("variant", VARIANTS)


@every_rulebook
@examples(60)
@given(data=st.data(), decisions=play)
def test_a_hand_of_any_rulebook_is_read_back_unchanged(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    again = from_phh(to_phh(hand, known=hand.seats))
    assert facts(again) == facts(hand)
    assert [again.hole(seat) for seat in hand.seats] == [hand.hole(seat) for seat in hand.seats]


@every_rulebook
@examples(60)
@given(data=st.data(), decisions=play)
def test_everything_but_the_secret_cards_is_read_back(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    reading = read_phh(to_phh(hand))
    assert facts(reading.hand) == facts(hand)
    assert reading.invented == set(hand.seats) - hand.shown


LIMITS = ("no_limit", "pot_limit", "fixed_limit")


@pytest.mark.parametrize("big_blind", [5 * 10**11, 5 * 10**11 + 1, MOST_CHIPS])
@pytest.mark.parametrize("betting", LIMITS)
def test_the_largest_amounts_are_read_back(betting: str, big_blind: int) -> None:
    rules = rules_for("cash", betting=betting, big_blind=big_blind, ante=MOST_CHIPS // 4)
    hand = deal(rules, [MOST_CHIPS] * 3)
    while not hand.over:
        hand = hand.act("check" if hand.legal and hand.legal.check else "call")
    for over in (hand, fold_out(deal(rules, [MOST_CHIPS] * 3))):
        assert facts(from_phh(to_phh(over, known=over.seats))) == facts(over)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seats", [[0, 99, 100], [1000, 7, 10**6], [HIGHEST_SEAT, 0, HIGHEST_SEAT - 1]])
def test_any_seat_number_is_read_back(rulebook: str, seats: list[int]) -> None:
    opening = Opening.make(rules_for(rulebook), seats=seats, stacks=[1000] * 3, button=seats[1], deck=DECK)
    hand = fold_out(HandState.deal(opening))
    reading = read_phh(to_phh(hand, names={SeatNumber(seats[2]): "Ted"}))
    assert facts(reading.hand) == facts(hand)
    assert reading.names == {seats[2]: "Ted"}


def test_every_hand_that_a_test_plays_to_its_end_is_checked_by_a_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = fold_out(deal(rules_for("cash"), [987_654, 1234]))
    monkeypatch.setattr(round_trips, "to_phh", lambda *_, **__: to_phh(three_at_the_river()))
    with pytest.raises(AssertionError):
        round_trips.check()
    monkeypatch.undo()
    hand.act("show", seat=1)
    round_trips.check()
