"""Check the header of a table: its few buttons stay, and what changes with the hand is in a menu."""

import re

import pytest

from accounts.models import User
from tables.models import Table
from tables.play import lifecycle, seating
from tests.tables.frames import drawn

pytestmark = pytest.mark.django_db


def with_words(table: Table, viewer: User) -> list[str]:
    parts = drawn(table, viewer)
    return re.findall(r'<button class="btn wide"[^>]*>([^<]+)<', parts["t-me"] + parts["t-hosting"])


def test_host_who_plays_has_three_buttons_with_words(dealt: Table, alice: User) -> None:
    assert with_words(dealt, alice) == ["Leave", "Host", "Invite"]


def test_leave_button_says_when_the_player_sits_out_or_leaves(dealt: Table, alice: User, bob: User) -> None:
    before = with_words(dealt, bob)
    seating.sit_out(dealt.pk, bob)
    assert with_words(dealt, bob) == ["Sitting out", *before[1:]]
    seating.stand_up(dealt.pk, bob, after_hand=True)
    assert with_words(dealt, bob) == ["Leaving", *before[1:]]


def test_bar_lets_a_host_who_sits_out_resume_a_paused_table(seated: Table, alice: User) -> None:
    lifecycle.pause(seated.pk, alice)
    seating.sit_out(seated.pk, alice)
    assert re.findall(r'name="verb" value="(\w+)"', drawn(seated, alice)["t-bar"]) == ["resume", "back"]
