"""Workers and beat outlive an absence of their broker, and do what was due meanwhile."""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
import redis
from django.db import connection
from django.utils import timezone

from accounts.models import User
from poker_site.celery import QUEUES, app
from poker_site.environment import BASE_DIR
from poker_site.ops.health import HEARTBEAT_KEY
from tables.models import Table
from tests.play import PATIENCE_SECONDS, environment
from tests.real_services import valkey
from tests.services.test_production import BIN, commands_of_the_readme
from tests.tables.helpers import open_table, seat_people

pytestmark = pytest.mark.django_db(transaction=True)
MOST_LINES = 12
"""Bounds the log lines of one process about one absence: its libraries have several words for such trouble."""

Processes = Mapping[str, "subprocess.Popen[bytes]"]


@pytest.fixture
def broker() -> Iterator[valkey.Interrupted]:
    with valkey.interrupted() as server:
        yield server


@pytest.fixture
def processes(broker: valkey.Interrupted, tmp_path: Path) -> Iterator[Processes]:
    """Start the README's workers and beat on the database of this test; each writes to a log named after it."""
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    surroundings = environment(
        tmp_path,
        DATABASE_URL=urlunsplit(database),
        REDIS_URL=broker.address,
        SECRET_KEY="not a secret, but long enough and with some variety: 0123456789",
        ALLOWED_HOSTS="localhost",
    )
    commands = [words for words in commands_of_the_readme() if Path(words[0]).name == "celery"]
    started: dict[str, subprocess.Popen[bytes]] = {}
    with ExitStack() as stack:
        for name, words in zip(("clock", "default", "beat"), commands, strict=True):
            log = stack.enter_context((tmp_path / f"{name}.log").open("wb"))
            command = [str(BIN / "celery"), *words[1:]]
            process = subprocess.Popen(command, cwd=BASE_DIR, env=surroundings, stdout=log, stderr=log)
            stack.callback(process.wait, PATIENCE_SECONDS)
            stack.callback(process.terminate)
            started[name] = process
        yield started


def wait_for_heartbeats(broker: valkey.Interrupted, processes: Processes, folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    keys = [f"evenhand:1:{HEARTBEAT_KEY % queue}" for queue in QUEUES]
    with redis.Redis.from_url(broker.address) as client:
        while client.exists(*keys) < len(keys):
            for name, process in processes.items():
                assert process.poll() is None, (folder / f"{name}.log").read_text()
            assert time.monotonic() < deadline, "no heartbeat of every queue"
            time.sleep(0.05)  # polling other processes: there is no event to wait for


def let_the_clock_worker_hold_a_task(broker: valkey.Interrupted) -> None:
    """Send the worker a task for later, such as the end of a turn: it is not acknowledged until it is done."""
    with app.connection_for_write(broker.address) as connection:
        later = timezone.now() + timedelta(hours=1)
        sent = app.send_task("tables.tasks.wake", (0,), eta=later, queue="clock", connection=connection)
    deadline = time.monotonic() + PATIENCE_SECONDS
    with redis.Redis.from_url(broker.address) as client:
        while not any(sent.id.encode() in message for message in client.hvals("unacked")):
            assert time.monotonic() < deadline, "the worker does not take it"
            time.sleep(0.05)


def wait_until_dealt(table: Table) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not Table.objects.filter(pk=table.pk, hands_dealt=1).exists():
        assert time.monotonic() < deadline, "nothing is dealt"
        time.sleep(0.05)


@pytest.mark.long
def test_workers_and_beat_go_on_when_the_broker_is_back(
    broker: valkey.Interrupted, processes: Processes, tmp_path: Path, alice: User, bob: User
) -> None:
    wait_for_heartbeats(broker, processes, tmp_path)
    before = {name: len((tmp_path / f"{name}.log").read_text().splitlines()) for name in processes}
    let_the_clock_worker_hold_a_task(broker)
    broker.kill()
    table = open_table(alice)
    seat_people(table, [alice, bob])
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    broker.start()
    wait_for_heartbeats(broker, processes, tmp_path)
    wait_until_dealt(table)
    for name in processes:
        lines = (tmp_path / f"{name}.log").read_text().splitlines()[before[name] :]
        assert not [line for line in lines if "Traceback" in line], name
        assert len(lines) <= MOST_LINES, (name, lines)
