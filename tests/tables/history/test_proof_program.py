"""Run the program that checks a record on its own, far from this site."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from poker_site.environment import BASE_DIR
from tests.tables.engine.tampering import GOOD, put, tampered

pytestmark = pytest.mark.django_db


@pytest.fixture
def packed(client: Client) -> bytes:
    """Download the program, which needs no account."""
    answer = client.get(reverse("proof_program"))
    assert answer["Content-Disposition"] == 'attachment; filename="evenhand-verify.pyz"'
    return bytes(answer.content)


def run(folder: Path, *program: str) -> tuple[int, str]:
    """Run Python alone: isolated from our folder and from everything installed."""
    command = [sys.executable, "-S", "-B", *program]
    done = subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_program_runs_as_it_is(packed: bytes, tmp_path: Path) -> None:
    (tmp_path / "evenhand-verify.pyz").write_bytes(packed)
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    (tmp_path / "bad.json").write_text(json.dumps(tampered(put("cut", value=(GOOD["cut"] + 1) % 52))))
    status, words = run(tmp_path, "evenhand-verify.pyz", "good.json")
    assert (status, words[:5]) == (0, "Good:")
    status, words = run(tmp_path, "evenhand-verify.pyz", "bad.json")
    assert (status, words[:11]) == (1, "Wrong (cut)")


def test_unpacked_program_is_our_source_and_runs_by_its_name(packed: bytes, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
        names = [name for name in archive.namelist() if archive.read(name) and name != "__main__.py"]
    assert "tables/verify.py" in names
    for name in names:
        assert (tmp_path / name).read_bytes() == (BASE_DIR / name).read_bytes()
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    status, words = run(tmp_path, "-m", "tables.verify", "good.json")
    assert (status, words[:5]) == (0, "Good:")


def test_posts_are_refused(client: Client) -> None:
    assert client.post(reverse("proof_program")).status_code == 405
