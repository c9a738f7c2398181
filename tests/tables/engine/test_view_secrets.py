"""Test that a view does not depend on what its viewer may not know."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import Card, card_text
from tables.engine.events import DealtBoard, Mucked, Shown
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.places import board_places, hole_places
from tables.engine.rules import Reveal
from tables.engine.view import HandView, to_json, view
from tests.tables.engine.strategies import A_CARD, VARIANTS, examples, hands, openings, play

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)


def may_be_shown(hand: HandState) -> set[SeatNumber]:
    """Return the seats whose cards may be shown under the rulebook."""
    if not hand.over:
        return set()
    if hand.rules.reveal is Reveal.EVERYONE:
        return {*hand.seats}
    live = {seat for seat, folded in zip(hand.seats, hand.folded, strict=True) if not folded}
    return {move.seat for move in hand.moves if move.verb == "show"} | (live if len(live) > 1 else set())


def known_places(hand: HandState, viewer: SeatNumber | None) -> set[int]:
    """Return the places in the deck of the cards that the log, the board and the viewer's own hand show."""
    shown = {event.seat for event in hand.events if isinstance(event, Shown)} | {viewer}
    players = len(hand.seats)
    known = set(board_places(players=players, burns=hand.rules.burns)[: len(hand.board)])
    for position, seat in enumerate(hand.seats):
        if seat in shown:
            known |= set(hole_places(position, players=players))
    return known


def cards_in(seen: HandView) -> set[Card]:
    """Return all cards that are anywhere in a view."""
    told = [event.cards for event in seen.events if isinstance(event, (DealtBoard, Shown))]
    held = [cards for seat in seen.seats for cards in (seat.cards, seat.best and seat.best.cards) if cards]
    return {card for cards in (seen.board, *told, *held) for card in cards}


def is_plain(value: object) -> bool:
    if type(value) is dict:
        return all(type(key) is str and is_plain(inner) for key, inner in value.items())
    if type(value) is list:
        return all(is_plain(inner) for inner in value)
    return value is None or type(value) in (str, int, bool)


@every_rulebook
@examples(3)
@given(data=st.data(), decisions=play)
def test_no_view_contains_a_card_that_its_viewer_may_not_know(
    variant: str, data: st.DataObject, decisions: bytes
) -> None:
    for hand in hands(data.draw(openings(variant)), decisions):
        deck = hand.opening.deck
        mucked = {event.seat for event in hand.events if isinstance(event, Mucked)} - hand.shown
        assert hand.shown == may_be_shown(hand) - mucked
        for viewer in (None, *hand.seats):
            seen = view(hand, viewer)
            plain = to_json(seen)
            text = json.dumps(plain)
            assert is_plain(plain)
            assert json.loads(text) == plain
            known = {deck[place] for place in known_places(hand, viewer)}
            assert set(A_CARD.findall(text)) == {card_text(card) for card in known}
            assert cards_in(seen) == known
            assert "cards" not in repr(seen.seats)
        open_to_all = {deck[place] for place in known_places(hand, None)}
        for event in hand.events:
            assert open_to_all.issuperset(event.cards if isinstance(event, (DealtBoard, Shown)) else ())
        assert not A_CARD.search(f"{hand!r} {hand} {hand.opening!r} {hand.opening} {hand.events!r} {hand.moves!r}")


def shuffle_the_rest(opening: Opening, kept: set[int], luck: random.Random) -> Opening:
    rest = [card for place, card in enumerate(opening.deck) if place not in kept]
    luck.shuffle(rest)
    return replace(
        opening, deck=tuple([card if place in kept else rest.pop() for place, card in enumerate(opening.deck)])
    )


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play)
def test_hidden_cards_make_no_difference_to_a_view(variant: str, data: st.DataObject, decisions: bytes) -> None:
    """The hand is played again with all hidden cards in other places. Mucked cards stay: they decided who won."""
    luck = random.Random(data.draw(st.integers(0, 2**32)))
    for hand in hands(data.draw(openings(variant)), decisions):
        viewer = luck.choice([None, *hand.seats])
        kept = known_places(hand, viewer)
        for event in hand.events:
            if isinstance(event, Mucked):
                kept |= set(hole_places(hand.seats.index(event.seat), players=len(hand.seats)))
        other = HandState.replay(shuffle_the_rest(hand.opening, kept, luck), hand.moves)
        assert view(other, viewer) == view(hand, viewer)
        assert (repr(other), repr(other.opening), other.events) == (repr(hand), repr(hand.opening), hand.events)


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play)
def test_a_view_made_from_the_view_of_a_watcher_is_the_same(
    variant: str, data: st.DataObject, decisions: bytes
) -> None:
    for hand in hands(data.draw(openings(variant)), decisions):
        watched = view(hand, None)
        for viewer in hand.seats:
            assert view(hand, viewer, watched=watched) == view(hand, viewer)
        assert watched == view(hand, None)
