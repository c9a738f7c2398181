"""Provide the users and surroundings of all tests, and sort the tests into suites."""

import asyncio
import fcntl
import gc
import os
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import hypothesis
import pytest
from asgiref.sync import SyncToAsync
from celery.worker import WorkController
from celery.worker import state as worker_state
from channels.layers import channel_layers
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection, connections
from django.middleware import csrf
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import User
from poker_site.celery import app as celery_app
from poker_site.celery import threads_worker
from poker_site.ops import health
from poker_site.runtime import db_threads, gc_tuning, topics
from tables.page import feed
from tests import emptying, round_trips, samples
from tests.play import MANAGE, outcome
from tests.run import UPGRADED_DATA

PASSWORD = "correct horse"
PATIENCE_SECONDS = 10  # what tests wait for takes milliseconds; only a failing test ever waits that long

EXAMPLES = samples.count(40, quick=15) * int(os.environ.get("PROPERTY_EXAMPLES") or 1)
hypothesis.settings.register_profile("evenhand", deadline=None, max_examples=EXAMPLES)  # a busy machine is no failure
hypothesis.settings.load_profile("evenhand")

_TRANSACTIONAL = {"transactional_db", "live_server", "django_db_reset_sequences"}


def pytest_configure() -> None:
    settings.DATA_DIR.mkdir(mode=0o700)
    settings.STATIC_ROOT.mkdir()  # WhiteNoise warns when it is missing
    csrf.CSRF_ALLOWED_CHARS = "bcdfghjklmnpqrstvwxz"  # no token spells a name or number that must not be on a page
    round_trips.catch()


def pytest_sessionstart() -> None:
    """Import the site without tuning garbage collection, which would hide what tests leave open."""
    with patch.object(gc_tuning, "start"):
        import_module("poker_site.asgi")


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests into suites by where they are and what they use, so that nobody has to remember."""
    _leave_out_of_quick_runs(config, items)
    here = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(here).parts[0]
        _restore_migrated_rows(item)
        if folder in ("services", "browser"):
            item.add_marker(folder)
        elif _uses_services(item) and not item.get_closest_marker("embedded"):
            item.add_marker("on_services")


def _leave_out_of_quick_runs(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests that only `make test-all` runs."""
    left_out = [item for item in items if item.get_closest_marker("whole_matrix") and not samples.WHOLE]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def order_longest_first(items: list[pytest.Item]) -> None:
    """Let each worker begin with its part of the long tests, so that none is left with one at the end.

    pytest-xdist gives every worker an equal stretch of the tests first; later they steal from one another.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("long")]
    rest = iter([item for item in items if not item.get_closest_marker("long")])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        stretch = (len(items) - len(ordered)) // (workers - worker)
        own = long[worker::workers]
        ordered += [*own, *islice(rest, max(0, stretch - len(own)))]
    items[:] = [*ordered, *rest]


def pytest_collection_finish() -> None:
    """Freeze what lasts as long as the tests do: collecting it would take a twentieth of their time."""
    gc.collect()
    gc.freeze()


def _uses_services(item: pytest.Item) -> bool:
    marked = any(item.get_closest_marker(name) for name in ("django_db", "channels", "tasks"))
    return marked or "db" in _fixtures(item)


def _restore_migrated_rows(item: pytest.Item) -> None:
    """Mark a transactional test, which empties every table at its end, for `emptying` to restore migrated rows."""
    marker = item.get_closest_marker("django_db") or pytest.mark.django_db().mark
    if marker.kwargs.get("transaction") or _TRANSACTIONAL & _fixtures(item):
        wanted = {**marker.kwargs, "transaction": True, "serialized_rollback": True}
        item.add_marker(pytest.mark.django_db(**wanted), append=False)


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def upgraded(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return a data folder as `manage.py upgrade` leaves it, for tests to copy; all workers share it."""
    made = Path(os.environ.get(UPGRADED_DATA, "nowhere"))
    if made.exists():
        return made
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder = shared / "upgraded"
    with (shared / "upgraded.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other workers wait for the first one
        if not folder.exists():
            new = tmp_path_factory.mktemp("new")
            assert outcome(new, *MANAGE, "upgrade") == (0, "")
            new.rename(folder)
    return folder


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """Begin with a copy of a migrated database if there is one, and tell whether there is."""
    made = Path(os.environ.get(UPGRADED_DATA, "nowhere")) / "evenhand.sqlite3"
    copied = made.exists() and connection.vendor == "sqlite"
    if copied:
        shutil.copy(made, settings.DATABASES["default"]["TEST"]["NAME"])
    return copied


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Empty the database quickly between tests, and close all connections at the end so that it can be dropped.

    Async tests use asgiref's own thread, which lives on with its connection after the last test; a thread that a test
    left behind may hold another.
    """
    emptying.replace_djangos_way()
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result(PATIENCE_SECONDS)
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            others = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            # DROP DATABASE ends vacuum workers by itself; to end one of those here would take a special right
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def _every_finished_hand_survives_phh() -> Iterator[None]:
    yield
    round_trips.check()


@pytest.fixture(autouse=True)
def _english() -> None:
    """Reset language and time zone, which a request of the test before may have set."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _fresh_channel_layer() -> Iterator[None]:
    """Drop the channel layer after a test, so that no test hears the messages of another.

    Connections of a test's own loop end with that loop.
    """
    yield
    layer = channel_layers.backends.pop("default", None)
    if isinstance(layer, RedisPubSubChannelLayer) and topics._loop is not None:
        asyncio.run_coroutine_threadsafe(layer.flush(), topics._loop).result(PATIENCE_SECONDS)


@pytest.fixture(autouse=True)
def _threads_at_rest(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait for database work on threads: it may outlast its socket and its loop, but must not outlast the test.

    Emptying the tables, which comes after this, and such work would each wait for a lock of the other.
    """
    yield
    marker = request.node.get_closest_marker("django_db")
    if marker is not None and marker.kwargs.get("transaction"):
        for executor in (
            SyncToAsync.single_thread_executor,
            db_threads.consumer_threads,
            feed._drawing,
            health._executor,
        ):
            wait_for_all(executor)


def wait_for_all(executor: ThreadPoolExecutor) -> None:
    """Wait until all threads of a pool have done their work and meet at a barrier."""
    meeting = threading.Barrier(executor._max_workers)
    for met in [executor.submit(meeting.wait, PATIENCE_SECONDS) for _ in range(executor._max_workers)]:
        met.result()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[WorkController]:
    """Run a real Celery worker on the broker of this profile while the test lasts."""
    celery_app.control.purge()  # drops what other tests sent while no worker ran
    ready = threading.Event()
    controllers: list[WorkController] = []

    def run() -> None:
        controller = threads_worker(concurrency=2, ready_callback=lambda consumer: ready.set())
        controllers.append(controller)
        controller.start()

    thread = threading.Thread(target=run, name="worker", daemon=True)
    thread.start()
    assert ready.wait(PATIENCE_SECONDS), "the worker does not start"
    try:
        yield controllers[0]
    finally:
        celery_app.control.shutdown()  # unlike `should_stop` it also wakes the worker, which looks every 2 s
        thread.join(PATIENCE_SECONDS)
        worker_state.reset_state()
    assert not thread.is_alive(), "the worker does not end"


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user(username="Alice", password=PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user(username="Bob", password=PASSWORD)


@pytest.fixture
def carol(db: None) -> User:
    return User.objects.create_user(username="Carol", password=PASSWORD)


@pytest.fixture
def ted(db: None) -> User:
    return User.objects.create_user(username="Ted", password=PASSWORD)


@pytest.fixture
def moderator(db: None) -> User:
    user = User.objects.create_user(username="Morgan", password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name="Moderators"))
    return user


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser(username="Root1", password=PASSWORD)


@pytest.fixture
def logged_in(alice: User) -> Client:
    client = Client()
    client.post(reverse("account_login"), {"login": "alice", "password": "correct horse"})
    return client
