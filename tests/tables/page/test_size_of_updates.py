"""Check that every update, a bet, a deal or a showdown, fits its budget and leaves the page complete."""

import random

import pytest
from django.utils import translation

from accounts.models import User
from tables.models import Hand, Seat, Table
from tables.page import snapshot
from tables.page.drawing import TableScreen, redrawn
from tables.page.scene import Scene
from tests.samples import count
from tests.tables.frames import Parts, apply_frame, parts_of
from tests.tables.helpers import Clock, act, hand_of, look_on, open_table, play_of, seat_people, to_act

pytestmark = pytest.mark.django_db
BUDGET = 8_192
HANDS = count(6, quick=2)
NAMES = {
    "en": ("Ada Lovelace", "Benjamin B.", "Cleopatra VII", "Dmitri", "Esperanza", "Friedrich"),
    "zh-hans": ("阿达·洛芙莱斯", "本杰明", "埃及艳后", "德米特里", "埃斯佩兰萨", "弗里德里希"),
}


class Screens:
    """Keeps the pages of all viewers up to date by the frames sent to them, and notes their sizes."""

    def __init__(self, table: Table, viewers: list[User]) -> None:
        self.table, self.viewers = table, viewers
        self.screens = {user: TableScreen() for user in viewers}
        self.parts = {user: Parts() for user in viewers}
        self.sizes: list[int] = []

    def look(self) -> None:
        now = snapshot.take(self.table.pk)
        for user in self.viewers:
            before = self.screens[user]
            self.screens[user], frame = redrawn(before, Scene(now, user, None))
            apply_frame(self.parts[user], frame)
            assert _words(self.parts[user]) == _words(parts_of(Scene(now, user, None)))
            if before.version >= 0:
                self.sizes.append(len(frame.encode()))


def _words(parts: Parts) -> dict[str, str]:
    """Compare without line breaks."""
    return {name: text.replace("\n", "") for name, text in dict.items(parts)}


def of_six(language: str) -> tuple[Table, list[User]]:
    """Seat six players, of whom the first is the host, and let a seventh user watch."""
    names = [*NAMES[language], "Zoe"]
    users = [User.objects.create_user(username=f"user{n}", display_name=name) for n, name in enumerate(names)]
    table = open_table(users[0])
    seat_people(table, users[:6])
    look_on(table, users[6])
    return table, users


def decide(table: Table, chance: random.Random) -> None:
    legal = play_of(table).legal
    assert legal is not None
    bounds, luck = legal.bet or legal.raise_, chance.random()
    if bounds and luck < 0.2:
        act(table, to_act(table), "bet" if legal.bet else "raise", bounds.least)
    elif luck < 0.6 and not legal.check:
        act(table, to_act(table), "fold")
    else:
        act(table, to_act(table), "check" if legal.check else "call")


@pytest.mark.parametrize("language", NAMES)
def test_updates_of_whole_hands_with_six_players_fit(clock: Clock, language: str) -> None:
    table, users = of_six(language)
    chance = random.Random(5)
    screens = Screens(table, users)
    with translation.override(language):
        screens.look()
        for _ in range(HANDS):
            clock.run_due(table)
            screens.look()
            while hand_of(table).state == Hand.State.RUNNING:
                decide(table, chance)
                screens.look()
    assert max(screens.sizes) < BUDGET


@pytest.mark.parametrize("language", NAMES)
def test_updates_of_an_all_in_before_the_flop_fit(clock: Clock, language: str) -> None:
    table, users = of_six(language)
    screens = Screens(table, users)
    with translation.override(language):
        clock.run_due(table)
        screens.look()
        act(table, to_act(table), "all-in")
        screens.look()
        act(table, to_act(table), "call")
        while hand_of(table).state == Hand.State.RUNNING:
            screens.look()
            act(table, to_act(table), "fold")
        screens.look()
    assert len(play_of(table).shown) == 2
    assert max(screens.sizes) < BUDGET


@pytest.mark.parametrize("language", NAMES)
def test_updates_of_six_all_ins_with_five_pots_fit(clock: Clock, language: str) -> None:
    table, users = of_six(language)
    for seat in Seat.objects.filter(table=table):
        Seat.objects.filter(pk=seat.pk).update(stack=1_000 + 613 * seat.number)
    screens = Screens(table, users)
    with translation.override(language):
        clock.run_due(table)
        screens.look()
        while hand_of(table).state == Hand.State.RUNNING:
            legal = play_of(table).legal
            assert legal is not None
            act(table, to_act(table), "all-in" if legal.bet or legal.raise_ else "call")
            screens.look()
    assert len(play_of(table).shown) == 6
    assert max(screens.sizes) < BUDGET
