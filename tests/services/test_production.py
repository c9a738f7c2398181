"""The production profile runs as the README starts it: three kinds of process on PostgreSQL and Redis."""

import http.client
import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from poker_site.environment import BASE_DIR
from tests.play import MANAGE, PATIENCE_SECONDS, environment, outcome, outcomes
from tests.ports import free_port

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def variables() -> Iterator[dict[str, str]]:
    """Provide the environment of a new installation, with a database of its own that goes away afterwards."""
    server = os.environ["DATABASE_URL"]
    name = f"evenhand_production_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield {
            "DATABASE_URL": urlunsplit(urlsplit(server)._replace(path=f"/{name}")),
            "REDIS_URL": os.environ["REDIS_URL"],
            "SECRET_KEY": "not a secret, but long enough and with some variety: 0123456789",
            "ALLOWED_HOSTS": "poker.example.org",
            "SECURE_PROXY": "1",
            "DUEL_PORT": free_port(),
        }
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def commands_of_the_readme() -> list[list[str]]:
    section = (BASE_DIR / "README.md").read_text().split("## Production")[1]
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None
    return [shlex.split(line) for line in block[1].splitlines()]


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def ask(port: str, path: str, **headers: str) -> Answer:
    with closing(http.client.HTTPConnection("127.0.0.1", int(port), timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET", path, headers={"Host": "poker.example.org", **headers})
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())


def healthy(port: str, processes: list["subprocess.Popen[bytes]"]) -> bool:
    """Tell whether every part is up; fail if one of the processes has ended before that."""
    for process in processes:
        assert process.poll() is None, f"{process.args!r} has ended"
    try:
        answer = ask(port, "/healthz/")
    except ConnectionRefusedError:
        return False
    return answer.status == 200 and json.loads(answer.body)["ok"] is True


@contextmanager
def served(tmp_path: Path, port: str, variables: dict[str, str]) -> Iterator[None]:
    """Run the README's processes, and begin the block when they are healthy."""
    with ExitStack() as stack:
        processes = []
        for command in commands_of_the_readme():
            words = [str(BIN / Path(command[0]).name), *(part.replace("8000", port) for part in command[1:])]
            process = subprocess.Popen(words, cwd=BASE_DIR, env=environment(tmp_path, **variables))
            stack.enter_context(process)
            stack.callback(process.terminate)
            processes.append(process)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not healthy(port, processes):
            assert time.monotonic() < deadline, "the site does not become healthy"
            time.sleep(0.05)  # polling other processes: there is no event to wait for
        yield


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, variables: dict[str, str]) -> Path:
    """Set the site up as the README says, and return its data folder."""
    folder = tmp_path_factory.mktemp("data")
    status, text = outcome(folder, *MANAGE, "upgrade", **variables)
    assert status == 0, text
    return folder


@pytest.fixture(scope="module")
def port(installed: Path, variables: dict[str, str]) -> Iterator[str]:
    """Start the site as the README says, and yield its port."""
    port = free_port()
    with served(installed, port, variables):
        yield port


@pytest.mark.long
def test_the_commands_of_the_readme_serve_a_healthy_site(port: str) -> None:
    redirected = ask(port, "/")
    assert redirected.headers["Location"] == "https://poker.example.org/"
    page = ask(port, "/", **{"X-Forwarded-Proto": "https"})
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"].startswith("max-age=31536000")
    login = ask(port, "/account/login/", **{"X-Forwarded-Proto": "https"})
    assert "Secure" in login.headers["Set-Cookie"]
    assert ask(port, "/", Host="evil.example").status == 400


def test_many_visitors_at_once_share_few_database_connections(port: str, variables: dict[str, str]) -> None:
    visitor = {"X-Forwarded-Proto": "https", "Cookie": f"__Host-sessionid={'0' * 32}"}  # looked up in the database
    with ThreadPoolExecutor(30) as crowd:
        statuses = list(crowd.map(lambda _: ask(port, "/", **visitor).status, range(300)))
    with psycopg.connect(variables["DATABASE_URL"]) as database:
        row = database.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert set(statuses) == {200}
    assert row is not None
    assert row[0] <= 3 * 16  # a pool for each process


def test_the_deployment_check_is_clean(tmp_path: Path, variables: dict[str, str]) -> None:
    status, text = outcome(tmp_path, *MANAGE, "check", "--deploy", "--fail-level", "INFO", **variables)
    assert (status, text) == (0, "System check identified no issues (1 silenced).\n")


PROCESSES = {
    "web": [sys.executable, "-m", "poker_site.web.server", "-p", "1", "poker_site.asgi:application"],
    "worker": [str(BIN / "celery"), "-A", "poker_site", "worker", "--pool", "threads", "-Q", "clock,default"],
    "beat": [str(BIN / "celery"), "-A", "poker_site", "beat"],
    "manage.py": [*MANAGE, "migrate"],
}


MISSING = ("SECRET_KEY", "REDIS_URL", "ALLOWED_HOSTS")
CONNECTED = ("web", "worker", "beat")


def refusals(tmp_path: Path, cases: Mapping[tuple[str, str], dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the name of what is wrong in each case, and what the process says when it ends by itself."""
    commands = {case: (PROCESSES[case[0]], wrong) for case, wrong in cases.items()}
    for (process, name), (status, text) in outcomes(tmp_path, commands).items():
        print(f"{process}, {name}: status {status}\n{text}")  # pytest shows the last of these lines before a failure
        assert status != 0
        yield name, text


def test_missing_variable_is_reported_in_one_sentence_by_every_process(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    cases = {(process, missing): {**variables, missing: ""} for process in PROCESSES for missing in MISSING}
    for missing, text in refusals(tmp_path, cases):
        [line] = text.splitlines()
        assert line.startswith("evenhand: ")
        assert missing in line


def test_database_that_does_not_answer_is_reported_in_one_sentence(tmp_path: Path, variables: dict[str, str]) -> None:
    wrong = {**variables, "DATABASE_URL": f"postgresql://room:pass@127.0.0.1:{free_port()}/room"}
    for _, text in refusals(tmp_path, {(process, "DATABASE_URL"): wrong for process in PROCESSES}):
        assert "Traceback" not in text
        assert text.splitlines()[-1].startswith("evenhand: ")
        assert "connection" in text.splitlines()[-1]


@pytest.mark.long
@pytest.mark.usefixtures("installed")
def test_redis_that_does_not_answer_is_reported_in_one_sentence(tmp_path: Path, variables: dict[str, str]) -> None:
    cases = {
        (process, name): {**variables, name: f"redis://127.0.0.1:{free_port()}/0"}
        for process in CONNECTED
        for name in ("REDIS_URL", "CELERY_BROKER_URL")
    }
    for name, text in refusals(tmp_path, cases):
        assert "Traceback" not in text
        assert text.splitlines()[-1].startswith(f"evenhand: {name}: "), text
