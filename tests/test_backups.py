"""Saving everything and bringing it back, on the database of this suite."""

import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import DjangoDbBlocker

from accounts.models import User
from poker_site import backups
from poker_site.backups import STORES
from poker_site.backups.store import Store, Trouble
from tests.conftest import PASSWORD, PATIENCE_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)

Migration = MigrationRecorder.Migration


@pytest.fixture(autouse=True)
def data_dir(settings: "pytest.Settings", tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def store(db: None) -> Store:
    return STORES[connection.vendor]


@pytest.fixture
def schema(db: None) -> Iterator[None]:
    """For tests that change the schema or its history: all is as it was, even after a failure."""
    rows = list(Migration.objects.values("app", "name", "applied"))
    yield
    call_command("migrate", verbosity=0)
    Migration.objects.all().delete()
    Migration.objects.bulk_create(Migration(**row) for row in rows)
