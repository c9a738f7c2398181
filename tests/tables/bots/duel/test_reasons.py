"""Test the reasons why a match broke off: as sent, as stored, and on pages."""

import pytest
from django.utils import translation

from tables.bots.duel import reasons
from tables.bots.duel.people import Player
from tables.bots.duel.reasons import Reason


@pytest.mark.parametrize("name", ["P0", "left.", "100%(name)s", "a (b) [c] \\d", "A bot left"])
@pytest.mark.parametrize("sentence", [one for one in reasons._ALL if "%" in one])
def test_every_sentence_about_a_player_is_translated(sentence: str, name: str) -> None:
    told = Reason(sentence, Player(name, "")).told
    assert reasons.read(told) == told
    with translation.override("zh-hans"):
        chinese = reasons.read(told)
    assert name in chinese
    assert chinese.replace(name, "") not in (told.replace(name, ""), "")


@pytest.mark.parametrize("sentence", [one for one in reasons._ALL if "%" not in one])
def test_every_other_sentence_is_translated(sentence: str) -> None:
    assert reasons.read(Reason(sentence).kept) == sentence
    with translation.override("zh-hans"):
        assert reasons.read(sentence) != sentence


def test_a_stored_reason_does_not_name_an_account() -> None:
    kept = Reason(reasons.LEFT, Player("t", "", user_id=5)).kept
    assert kept == "A bot left."
    with translation.override("zh-hans"):
        assert "A bot" not in reasons.read(kept)


def test_an_unknown_reason_stays_as_it_is() -> None:
    assert reasons.read("Something else.") == "Something else."
