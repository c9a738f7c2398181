"""What is read aloud: the last action with all that came of it, and cards by their names."""

import re

import pytest
from django.utils import translation

from accounts.models import User
from tables.models import Table
from tables.room import fragments, snapshot
from tables.room.scene import Scene
from tables.templatetags.cards import faces, inked
from tests.tables.helpers import act

pytestmark = pytest.mark.django_db
CARD = r"\w+ of (?:clubs|diamonds|hearts|spades)"


def live(table: Table, viewer: User) -> str:
    drawn = fragments.render(Scene(snapshot.take(table.pk), viewer, viewer.preferences))["t-live"]
    return re.sub("<[^>]*>", "", drawn).strip()


def test_the_blinds_open_a_hand(dealt: Table, alice: User, bob: User) -> None:
    assert live(dealt, bob) == "Alice posts the small blind of 50. Bob posts the big blind of 100."
    assert live(dealt, alice).endswith("big blind of 100. It is your turn.")


def test_an_action_is_not_lost_where_a_street_follows_it(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "call")
    assert live(dealt, alice) == "Alice calls 50."
    act(dealt, bob, "check")
    assert re.fullmatch(f"Bob checks. Flop: {CARD}, {CARD}, {CARD}.", live(dealt, alice))


def test_an_all_in_is_told_to_its_end(dealt: Table, alice: User, bob: User) -> None:
    act(dealt, alice, "all-in")
    act(dealt, bob, "call")
    told = live(dealt, alice)
    assert re.search(f"^Bob goes all-in for 10,000. Alice shows {CARD}, {CARD}. Bob shows {CARD}, {CARD}. Flop: ", told)
    assert re.search(r"River: .*\. \w+ wins .*\.$", told)


def test_cards_in_a_text_have_names_in_the_reader_s_language() -> None:
    for language, name in (("en", "ten of hearts"), ("zh-hans", "红心10"), ("en", "ten of hearts")):
        with translation.override(language):
            assert f'aria-label="{name}"' in inked("Flop: 10♥"), language
            assert f'aria-label="{name}"' in faces("Th"), language
