"""The README is true: its commands work, and its table names exactly the variables that are read."""

import re
import shlex
import subprocess
import urllib.request
from pathlib import Path

from poker_site.environment import BASE_DIR
from tests.play import environment, lay_out, outcome, started
from tests.ports import free_port

README = (BASE_DIR / "README.md").read_text()
CONTRIBUTING = (BASE_DIR / "CONTRIBUTING.md").read_text()
SETTING = re.compile(r"`([A-Z][A-Z_]+)`")


def commands(heading: str) -> list[str]:
    section = README.split(f"## {heading}")[1]
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None
    return [line.partition("#")[0].strip() for line in block[1].splitlines()]


def test_the_first_command_serves_the_site_at_the_address_it_prints(upgraded: Path, tmp_path: Path) -> None:
    play, test = commands("Two commands")
    assert test == "make test"
    with started(lay_out(upgraded, tmp_path), shlex.split(play), PORT=free_port()) as server:
        server.wait_until_ready()
        with urllib.request.urlopen(server.address, timeout=10) as response:
            assert "Evenhand" in response.read().decode()
        server.end()


def test_backup_and_restore_work_on_a_file_with_a_space_in_its_name(upgraded: Path, tmp_path: Path) -> None:
    data, file = lay_out(upgraded, tmp_path / "data"), tmp_path / "a b.sqlite3"
    status, text = outcome(data, "make", "backup", f"FILE={file}")
    assert status == 0, text
    assert str(file) in text
    status, text = outcome(data, "make", "restore", f"FILE={file}")
    assert status == 0, text
    assert f"Brought back all data of {file}" in text


def test_every_make_command_of_the_readme_exists_and_is_listed(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["make", "help"], cwd=BASE_DIR, env=environment(tmp_path), capture_output=True, text=True, check=True
    ).stdout
    named = set(re.findall(r"`make ([a-z-]+)", README + CONTRIBUTING)) | {"test", "play"}
    assert {"backup", "restore", "messages", "lock", "format", "help"} <= named
    for command in named | {"check", "fast", "services", "browser"}:
        assert re.search(rf"^ *make {command}\b", listed, re.MULTILINE), command


def test_table_of_settings_has_every_setting_that_is_read_and_no_other() -> None:
    table = README.split("## Settings")[1].split("## Production")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    documented = {name for row in rows for name in SETTING.findall(row)}
    source = (BASE_DIR / "poker_site" / "environment.py").read_text()
    read = set(re.findall(r'(?:values(?:\.get\(|\[)|_whole\(values, |_list\(values, )"([A-Z_]+)"', source))
    assert documented == read
    assert "SECRET_KEY" in read
