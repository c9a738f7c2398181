"""The data of the first release that dealt hands are upgraded as the README says; wrong steps are refused."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from poker_site.ops.releases import take_folder
from tests.bench.tables.site import BIN, CELERY, Site, start, variables
from tests.play import MANAGE, outcome, outcomes, run_program
from tests.ports import free_port
from tests.services.test_tables_consistency import database
from tests.services.test_tables_kill import AUDIT

OWN_REDIS = "/11"
NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_future', now())"
UNDONE = "DELETE FROM django_migrations WHERE app = 'tables' AND name >= %s"
DONE = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', %s, now())"
FIRST_RELEASE = "from tests.services.first_release import main; main()"
OLDER_DATA = {"worker": (*CELERY, "worker", "--pool", "threads", "-Q", "clock,default"), "arena": (*MANAGE, "arena")}
NEWER_DATA = {"web": (str(BIN / "daphne"), "-p", "1", "poker_site.asgi:application"), "beat": (*CELERY, "beat")}
WHAT_IS_THERE = (
    AUDIT
    + """
from django.core.management import call_command
from accounts.models import User
from tests.services.first_release import HANDS
assert User.objects.get(username="alice").check_password("correct horse")
call_command("audit_hands", mend=True)
call_command("rebuild_results")
call_command("audit_hands", again=True)
assert len(logs) == HANDS, logs
"""
)


def done(folder: Path, named: Mapping[str, str], *words: str) -> str:
    status, text = outcome(folder, *MANAGE, *words, **named)
    assert status == 0, text
    return text


def refused(site: Site, *words: str) -> str:
    status, text = outcome(site.folder, *MANAGE, *words, **site.variables)
    assert status == 1
    [line] = text.splitlines()
    assert line.startswith("evenhand: ")
    return line


def check_data(folder: Path, named: Mapping[str, str]) -> None:
    """Check the data after what the README says about hands from before there were lists and results."""
    run_program(folder, WHAT_IS_THERE, **named)


@pytest.fixture(scope="module")
def old_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Provide a stopped site in production, with the data of the first release."""
    redis_url = urlunsplit(urlsplit(os.environ["REDIS_URL"])._replace(path=OWN_REDIS))
    folder = tmp_path_factory.mktemp("data")
    with database() as url:
        site = Site(folder, {**variables(url, redis_url), "DUEL_PORT": free_port()}, [free_port(), free_port()])
        run_program(folder, FIRST_RELEASE, **site.variables)
        yield site
        site.end()


def change(site: Site, statement: str, *values: str) -> list[tuple[str]]:
    with psycopg.connect(site.variables["DATABASE_URL"]) as connection:
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def check_that_none_starts(site: Site, processes: Mapping[str, Sequence[str]], sentence: str) -> None:
    """Check that each process says why it does not start, and ends."""
    commands = {name: (command, site.variables) for name, command in processes.items()}
    for status, text in outcomes(site.folder, commands).values():
        assert status != 0
        assert text.splitlines()[-1].startswith(f"evenhand: {sentence}"), text


def check_that_running_processes_are_in_the_way(site: Site) -> None:
    """Check that an upgrade that migrates is refused, unless it only adds to what running processes use."""
    rows = change(site, "SELECT name FROM django_migrations WHERE app = 'tables' AND name >= '0014'")
    change(site, UNDONE, "0015")
    assert "stop them first" in refused(site, "upgrade")
    change(site, UNDONE, "0014")
    assert "migration tables.0014_original_pace changes" in refused(site, "upgrade", "--while-running")
    for (name,) in rows:
        change(site, DONE, name)
    assert done(site.folder, site.variables, "upgrade") == ""


@pytest.mark.long
@pytest.mark.whole_matrix("starts fifteen processes; test_releases.py says each part")
def test_first_release_is_upgraded_in_production(old_site: Site) -> None:
    check_that_none_starts(old_site, OLDER_DATA, "the data lack the migration")
    assert "Backup before the upgrade:" in done(old_site.folder, old_site.variables, "upgrade")
    check_data(old_site.folder, old_site.variables)
    start(old_site)
    check_that_running_processes_are_in_the_way(old_site)
    change(old_site, NEWER)
    old_site.wait_until_healthy()
    sentence = "the data are of a newer release, which has the migration tables.9999_future"
    check_that_none_starts(old_site, NEWER_DATA, sentence)
    assert sentence in refused(old_site, "upgrade")


@pytest.mark.long
@pytest.mark.whole_matrix("the same on SQLite")
def test_first_release_is_upgraded_on_one_machine(tmp_path: Path) -> None:
    run_program(tmp_path, FIRST_RELEASE)
    server = take_folder(tmp_path)
    assert server is not None
    with server:
        assert "stop them first" in refused(Site(tmp_path, {}), "upgrade")
    assert "Backup before the upgrade:" in done(tmp_path, {}, "upgrade")
    check_data(tmp_path, {})
