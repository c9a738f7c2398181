"""Run `manage.py play`: one process, one address, a clean end, and one sentence for every trouble."""

import json
import shutil
import signal
import socket
import stat
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from poker_site.management.commands import play
from tests.play import MANAGE, lay_out, outcome, started
from tests.ports import free_port
from tests.samples import WHOLE


def health(address: str) -> dict[str, object]:
    with urllib.request.urlopen(f"{address}healthz/", timeout=10) as response:
        answer: dict[str, object] = json.load(response)
        return answer


def home_page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as response:
        return str(response.read().decode())


@pytest.fixture(scope="module")
def data_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that has been served from before, because starting is quicker then."""
    return lay_out(upgraded, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def busy_dir(upgraded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a folder from which a server is serving."""
    folder = lay_out(upgraded, tmp_path_factory.mktemp("busy"))
    with started(folder, PORT=free_port()) as server:
        server.wait_until_ready()
        yield folder
        server.end()


@pytest.mark.long
def test_site_is_served_again_and_again_and_ends_cleanly(tmp_path: Path) -> None:
    """The first start is from a folder with nothing in it."""
    port = free_port()
    for end in (signal.SIGINT, signal.SIGTERM):
        with started(tmp_path, PORT=port) as server:
            server.wait_until_ready()
            assert server.address == f"http://127.0.0.1:{port}/"
            assert "Evenhand" in home_page(server.address)
            assert health(server.address)["database"] == "ok"
            assert server.end(end) == 0
        assert server.lines[:2] == [f"Evenhand is ready: {server.address}", "Stop it with Ctrl-C."]
        assert [f"{server.address}account/signup/?code=" in line for line in server.lines[2:]] == [True]


def test_taken_port_is_reported_in_one_sentence(data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        status, text = outcome(data_dir, *MANAGE, "play", PORT=port)
    assert status != 0
    assert "Traceback" not in text
    assert f"evenhand: cannot listen on 127.0.0.1 port {port}" in text.splitlines()[-1]


@pytest.mark.parametrize(
    ("variables", "named"),
    [
        ({"PORT": "eighty"}, "PORT"),
        ({"HOST": "no such host"}, "HOST"),
        ({"DATABASE_URL": "postgresql://x@localhost/x"}, "REDIS_URL"),
    ],
)
def test_wrong_settings_are_reported_in_one_sentence(data_dir: Path, variables: dict[str, str], named: str) -> None:
    status, text = outcome(data_dir, *MANAGE, "play", **({"PORT": free_port()} | variables))
    assert status != 0
    assert "Traceback" not in text
    assert named in text.splitlines()[-1]


def test_folder_that_cannot_be_written_is_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, text = outcome(tmp_path / "file" / "data", *MANAGE, "play")
    assert status != 0
    [line] = text.splitlines()
    assert line.startswith("evenhand: cannot write to the data folder")


@pytest.mark.parametrize(
    ("name", "target"), [("worker", "celery.worker.WorkController.start"), ("beat", "celery.beat.Service.start")]
)
def test_process_says_so_and_ends_when_a_part_dies(data_dir: Path, name: str, target: str) -> None:
    module, _, method = target.rpartition(".")
    module, _, owner = module.rpartition(".")
    program = (
        f"import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'poker_site.settings'; django.setup()\n"
        f"from {module} import {owner}\n"
        f"def fail(self, *args): raise RuntimeError('out of order')\n"
        f"{owner}.{method} = fail\n"
        "from django.core.management import call_command\n"
        "call_command('play')\n"
    )
    status, text = outcome(data_dir, sys.executable, "-c", program, PORT=free_port())
    assert status == 1
    assert f"evenhand: the {name} has died" in text.splitlines()[-1]


def test_second_server_on_the_same_folder_is_refused(busy_dir: Path) -> None:
    status, text = outcome(busy_dir, *MANAGE, "play", PORT=free_port())
    assert status != 0
    [line] = text.splitlines()
    assert line.startswith("evenhand: another server is running on the data folder")


@pytest.mark.parametrize(
    ("name", "content"), [("evenhand.sqlite3", b"not a database" * 99), ("secret_key", b"\xff\x00"), ("static", b"")]
)
def test_rubbish_in_the_folder_is_reported_in_one_sentence(
    data_dir: Path, tmp_path: Path, name: str, content: bytes
) -> None:
    shutil.copy(data_dir / "evenhand.sqlite3", tmp_path)  # nothing is left to migrate
    (tmp_path / name).write_bytes(content)
    status, text = outcome(tmp_path, *MANAGE, "play", PORT=free_port())
    assert status != 0
    assert "Traceback" not in text
    assert text.splitlines()[-1].startswith("evenhand: ")


def test_only_the_owner_can_read_the_data(busy_dir: Path) -> None:
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in busy_dir.glob("evenhand.sqlite3*")}
    assert set(modes.values()) == {0o600}


class TestWelcome:
    @pytest.fixture
    def on_the_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Everywhere:
            host, port, on_loopback = "0.0.0.0", 8000, False

        monkeypatch.setattr(play, "ENV", Everywhere)
        monkeypatch.setattr(play, "reachable_hosts", lambda host: ["192.168.7.5", "kitchen.local"])

    @pytest.mark.django_db
    @pytest.mark.usefixtures("on_the_network")
    def test_network_addresses_and_the_first_code_are_printed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("accounts.services.first_admin.awaits_first_account", lambda: True)
        lines = play.Command().welcome().splitlines()
        assert lines[0] == "Evenhand is ready: http://127.0.0.1:8000/"
        assert "http://192.168.7.5:8000/" in lines[1]
        assert "http://kitchen.local:8000/" in lines[2]
        assert "code" in lines[-1]

    @pytest.mark.django_db
    @pytest.mark.usefixtures("on_the_network", "alice")
    def test_no_code_is_printed_once_there_is_an_account(self) -> None:
        assert "code" not in play.Command().welcome()


@pytest.mark.long
def test_a_new_release_migrates_after_a_backup(upgraded: Path, tmp_path: Path) -> None:
    if WHOLE:  # then every migration is reversed first, which takes ten seconds
        lay_out(upgraded, tmp_path)
    assert outcome(tmp_path, *MANAGE, "migrate", "accounts", "0001", "--verbosity=0") == (0, "")  # an earlier release
    status, text = outcome(tmp_path, *MANAGE, "upgrade")
    assert status == 0
    [saved] = (tmp_path / "backups").iterdir()
    assert text == f"Backup before the upgrade: {saved}\n"
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert outcome(tmp_path, *MANAGE, "upgrade") == (0, "")  # nothing to do, nothing to save
    assert outcome(tmp_path, *MANAGE, "migrate", "--check") == (0, "")
