"""Measure what people lose when processes are killed.

Run `python -m tests.kills [--kills 150] [--tables 10] [--seed 1]`. The site is the production profile with two web
processes, two workers of the clock and a beat; people have real WebSockets.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from poker_site.environment import BASE_DIR
from tests.bench.tables.site import CELERY, Site, prepared_site, variables
from tests.kills.killing import STUCK_SECONDS, WORKERS, Killing, run_worker
from tests.kills.people import Person, people_of, until
from tests.real_services import running

RESULT: Final = BASE_DIR / "var" / "kills.json"
BEFORE_SECONDS: Final = 5

Late = dict[str, Any]


def wrong(late: list[Late], people: dict[tuple[str, int], Person]) -> list[Late]:
    """Return the moves that were made for people who wanted to act, or who could not have acted."""
    late_once: set[tuple[str, int]] = set()
    found = []
    for move in late:
        who = (move["code"], move["user"])
        person = people.get(who)
        if person is None:
            continue  # it was a house bot
        if move["cause"] == "time":
            moment = (move["hand"], move["moves"])
            meant = moment in person.silent_turns
            if not meant or not person.could_act(moment, move["at"]):
                found.append({**move, "meant": meant})
            late_once.add(who)
        elif who not in late_once:
            found.append(move)
    return found


def foreign(cards: dict[str, dict[str, list[str]]], people: dict[tuple[str, int], Person]) -> list[str]:
    """Return the cards that a page showed before the end of a hand although its viewer was not to know them."""
    found = []
    for (code, user), person in people.items():
        for hand, seen in person.seen.items():
            known: set[str] = set()
            for number in (hand, hand - 1):  # the page may still show the hand before
                told = cards.get(f"{code} {number}", {})
                known |= {*told.get("", []), *told.get(str(user), [])}
            found += [f"{code} {hand}: user {user} saw {card}" for card in sorted(seen - known)]
    return found


def start(site: Site) -> None:
    for number in range(len(site.ports)):
        site.serve(number)
    for name in WORKERS:
        run_worker(site, name)
    site.run("beat", *CELERY, "beat")
    site.wait_until_healthy()


async def play(site: Site, asked: argparse.Namespace) -> dict[str, Any]:
    chance = random.Random(asked.seed)
    made = await asyncio.to_thread(site.tell, "tests.kills.stage", asked.tables)
    start(site)
    people = {(one["code"], person.user): person for one in made for person in people_of(one, site.ports, chance)}
    killing = Killing(site, chance)
    living = [asyncio.create_task(person.live()) for person in people.values()]
    watching = asyncio.create_task(killing.watch())
    await until(lambda: len(killing.moved) == asked.tables)
    await asyncio.sleep(BEFORE_SECONDS)
    await killing.kill(asked.kills)
    stuck = await killing.until_all_moved()
    site.end()
    for task in (*living, watching):
        task.cancel()
    await asyncio.gather(*living, watching, return_exceptions=True)
    told = await asyncio.to_thread(site.tell, "tests.kills.audit")
    silent = {(code, turn) for (code, _), person in people.items() for turn in person.silent_turns}
    recoveries = killing.recoveries(lambda code, state: (code, state) in silent)
    return {
        "kills": len(killing.kills),
        "tables": asked.tables,
        "seed": asked.seed,
        "hands": told["hands"],
        "books": told["trouble"] or "agree",
        "late_moves": len(told["late"]),
        "wrong_folds": wrong(told["late"], people),
        "stuck_tables": stuck,
        "stuck_for_long": sum(seconds >= STUCK_SECONDS for seconds in recoveries),
        "foreign_cards": foreign(told["cards"], people),
        "recovery_seconds": {"median": statistics.median(recoveries), "worst": max(recoveries)},
    }


def is_good(result: dict[str, Any]) -> bool:
    bad = ("wrong_folds", "stuck_tables", "stuck_for_long", "foreign_cards")
    return result["books"] == "agree" and not any(result[name] for name in bad)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--kills", type=int, default=150)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with ExitStack() as stack:
        services = stack.enter_context(running())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evenhand-kills-")))
        named = variables(services["TEST_DATABASE_URL"], services["TEST_REDIS_URL"])
        site = stack.enter_context(prepared_site(folder, named))
        result = asyncio.run(play(site, asked))
        if complaints := site.complaints():
            print(f"the site complained:\n{complaints}")
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))
    return 0 if is_good(result) else 1


if __name__ == "__main__":
    sys.exit(main())
