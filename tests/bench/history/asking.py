"""Request the pages as accounts that played much and as others, and time how long the server takes."""

import time
from collections.abc import Callable
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from django.test import Client

from accounts.models import User
from poker_site.runtime import gc_tuning
from tables.history.hands.pages import Mark
from tables.models import HandPlayer
from tests.bench.history.world import BEGAN, World

WARM: Final = 30
CARDS: Final = ("AKs", "AA", "TT", "72o", "AK", "TT+", "88-TT", "A2s+", "KTo+", "QQ+, AKs", "22+, A2s+, KTs+")
PERIODS: Final = ("", "30", "90", "year", "all")


def ask_all(world: World, asks: int) -> dict[str, Any]:
    asker = _Asker(world)
    gc_tuning.start()  # as every server process does
    figures: dict[str, Any] = {}
    for name, make in asker.kinds().items():
        times = asker.measure(make, asks)
        slowest = times[-1]
        figures[f"{name}_p50_ms"] = round(times[len(times) // 2][0], 1)
        figures[f"{name}_p99_ms"] = round(times[min(len(times) - 1, len(times) * 99 // 100)][0], 1)
        figures[f"{name}_slowest"] = f"{slowest[0]:.1f} ms: {slowest[1]}"
    return figures


class _Asker:
    def __init__(self, world: World) -> None:
        self.world, self.mind = world, Random(7)
        some = self.mind.sample(range(max(world.heavy) + 1, world.accounts + 1), 60)
        played = set(HandPlayer.objects.filter(user__in=some).values_list("user", flat=True).distinct())
        self.users = [*world.heavy, *sorted(played)]
        self.clients = {key: self._client(key) for key in self.users}
        self.hands = {key: HandPlayer.objects.filter(user=key).count() for key in self.users}

    def _client(self, key: int) -> Client:
        client = Client(HTTP_HOST="localhost")
        client.force_login(User.objects.get(pk=key))
        return client

    def kinds(self) -> dict[str, Callable[[int], str]]:
        return {
            "first_page": lambda user: "/hands/",
            "deep_page": lambda user: f"/hands/?{urlencode(self._mark(user))}",
            "filtered_page": lambda user: f"/hands/?{urlencode(self._filters(user))}",
            "results_page": lambda user: f"/results/?{urlencode({'period': self.mind.choice(PERIODS)})}",
        }

    def _mark(self, user: int) -> dict[str, str]:
        """Choose the query of an older or newer page, from a random hand in this account's past."""
        found = HandPlayer.objects.filter(user=user).order_by("-ended_at", "-hand_id")
        ended_at, hand = found.values_list("ended_at", "hand")[self.mind.randrange(self.hands[user])]
        assert ended_at is not None
        return {self.mind.choice(("older", "older", "newer")): str(Mark(ended_at, hand))}

    def _filters(self, user: int) -> dict[str, str]:
        mind = self.mind
        table = HandPlayer.objects.filter(user=user).values_list("table__code", flat=True)
        code = table.order_by("pk")[mind.randrange(self.hands[user])] if mind.random() < 0.3 else ""
        day = BEGAN.toordinal() + mind.randrange(330)
        choices: dict[str, Callable[[], str]] = {
            "table": lambda: code or "",
            "rulebook": lambda: mind.choice(("cash", "home", "queue", "contest", "duel")),
            "result": lambda: mind.choice(("won", "lost")),
            "cards": lambda: mind.choice(CARDS),
            "pot_from": lambda: str(mind.choice((100, 1_000, 20_000))),
            "pot_to": lambda: str(mind.choice((150, 5_000))),
            "showdown": lambda: "on",
            "from": lambda: BEGAN.fromordinal(day).date().isoformat(),
            "to": lambda: BEGAN.fromordinal(day + 5).date().isoformat(),
        }
        chosen = {name: choices[name]() for name in mind.sample([*choices], mind.choice((1, 1, 2, 3)))}
        return {
            **{name: value for name, value in chosen.items() if value},
            **(self._mark(user) if mind.random() < 0.3 else {}),
        }

    def measure(self, make: Callable[[int], str], asks: int) -> list[tuple[float, str]]:
        """Request pages and return the milliseconds of each with its address, the slowest last."""
        asked = [(user, make(user)) for user in self.mind.choices(self.users, k=asks + WARM)]
        times = []
        for user, address in asked:
            began = time.perf_counter()
            answer = self.clients[user].get(address)
            times.append((1000 * (time.perf_counter() - began), f"{address} of account {user}"))
            if answer.status_code != 200:
                raise SystemExit(f"{address} of account {user} answers {answer.status_code}")
        return sorted(times[WARM:])
