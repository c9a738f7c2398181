"""Check for any replayed hand that no page and no step names a card that the viewer may not know."""

import json
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.core.words import card_label
from tables.engine.cards import Card
from tables.engine.hand import HandState
from tables.history.replay.page import replayer_page
from tables.history.replay.source import Source
from tables.page.narration import sign
from tests.tables.engine.strategies import VARIANTS, examples, hands, openings, play
from tests.tables.history.test_replayer import SPOKEN

SIGNED = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def answer(source: Source, **query: str) -> str:
    request = RequestFactory().get("/somewhere/", query)
    request.user = AnonymousUser()
    text = replayer_page(request, source).content.decode()
    return json.dumps(json.loads(text), ensure_ascii=False) if text.startswith("{") else text


def may_be_named(hand: HandState, source: Source) -> set[Card]:
    own = {card for seat in source.known for card in hand.hole(seat)}
    return own | set(hand.board)


@pytest.mark.parametrize("variant", VARIANTS)
@settings(examples(8), suppress_health_check=list(HealthCheck))
@given(data=st.data(), decisions=play)
def test_only_known_cards_are_named(variant: str, data: st.DataObject, decisions: bytes) -> None:
    *_, hand = hands(data.draw(openings(variant)), decisions)
    viewer = data.draw(st.sampled_from([None, hand.seats[0]]))
    known = hand.shown | (frozenset() if viewer is None else {viewer})
    source = Source(hand, {seat: f"Nr {seat}" for seat in hand.seats}, known, title="A hand", viewer=viewer)
    cards = may_be_named(hand, source)
    spoken, signed = {card_label(card) for card in cards}, {sign(card) for card in cards}
    for query in ({"part": "steps"}, {"step": "999"}, {"step": "4", "seat": str(hand.seats[-1])}):
        text = answer(source, **query)
        assert set(SPOKEN.findall(text)) <= spoken
        assert set(SIGNED.findall(text)) <= signed
        assert "A hand" in text or "part" in query
