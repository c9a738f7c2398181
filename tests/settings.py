"""The settings of the tests that run inside pytest; started servers use the real ones."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("DATA_DIR", str(Path(tempfile.gettempdir()) / f"evenhand-tests-{os.getuid()}"))

from poker_site.settings import *  # noqa: F403
from poker_site.settings import DATA_DIR, DATABASES, PRODUCTION, STORAGES

CHECK_SERVICES_AT_START = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # hashing well takes time on purpose
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SECURE_SSL_REDIRECT = False
if not PRODUCTION:  # a file, because threads do not share SQLite's in-memory database well
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / f"tests-{os.getpid()}.sqlite3")}
