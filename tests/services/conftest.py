"""What several of these tests need and what takes too long to make for each."""

import fcntl
from pathlib import Path

import pytest

from tests.play import MANAGE, outcome


@pytest.fixture(scope="session")
def upgraded(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data folder after `upgrade`, for `lay_out` to copy. All workers of a run share it: migrating takes seconds."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder = shared / "upgraded"
    with (shared / "upgraded.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes meanwhile waits for the first
        if not folder.exists():
            new = tmp_path_factory.mktemp("new")
            assert outcome(new, *MANAGE, "upgrade") == (0, "")
            new.rename(folder)
    return folder
