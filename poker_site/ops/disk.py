"""Tell whether the disk has room left to save anything.

Free space is measured where this process can see it: in the data folder and the folder of SQLite's file. PostgreSQL
may be on another machine, so the disk also counts as full after a statement has failed for lack of room.
"""

import logging
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils.translation import gettext_lazy as _

from poker_site.ops.logs import is_news
from poker_site.web.refusals import Unavailable

logger = logging.getLogger("evenhand.disk")

LEAST_FREE: Final = 100 * 1024 * 1024
"""Bytes that must be free; with less, a site may not outlast the next night."""
REMEMBERED_SECONDS: Final = 60
"""Seconds for which the disk counts as full after a statement has failed for lack of room."""

_failed_at = -float(REMEMBERED_SECONDS)


class DiskFull(Unavailable):
    def __init__(self) -> None:
        super().__init__(_("Nothing can be saved right now, because this site's disk is full."))


def has_room() -> bool:
    folders = {settings.DATA_DIR}
    if connection.vendor == "sqlite":
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    lately = time.monotonic() - _failed_at < REMEMBERED_SECONDS
    return not lately and all(shutil.disk_usage(folder).free >= LEAST_FREE for folder in folders)


def is_lack_of_room(error: BaseException) -> bool:
    """Tell whether this error of the database says that its disk is full."""
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode == sqlite3.SQLITE_FULL
    return isinstance(cause, psycopg.errors.DiskFull)


def watch_statements(**connected: Any) -> None:
    """Watch a new connection, whose signal this receives, for statements that fail for lack of room."""
    wrappers = connected["connection"].execute_wrappers
    if _watched not in wrappers:
        wrappers.append(_watched)


def _watched(execute: Callable[..., Any], *statement: Any) -> Any:
    global _failed_at
    try:
        return execute(*statement)
    except DatabaseError as error:
        if is_lack_of_room(error):
            _failed_at = time.monotonic()
            if is_news("disk"):
                logger.error("nothing can be saved, the database has no room left on its disk: %s", error)
        raise
