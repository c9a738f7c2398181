"""Define the settings of tests that run inside pytest; started servers use the real ones.

TEST_DATABASE_URL and TEST_REDIS_URL together choose the production profile, as `tests.run services` does;
without them it is the embedded one. Of several Redis addresses, separated by spaces, each worker of pytest-xdist
takes its own. Everything in that Redis database is deleted again and again.
"""

import os
import secrets
import tempfile
from pathlib import Path

# The variables of the developer's own server must not reach the tests, least of all its data folder.
for name in (
    *(
        "DATA_DIR",
        "DATABASE_URL",
        "REDIS_URL",
        "CELERY_BROKER_URL",
        "SECRET_KEY",
        "DEBUG",
        "HOST",
        "PORT",
        "DUEL_HOST",
        "DUEL_PORT",
    ),
    *("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_PROXY", "HSTS_PRELOAD", "EMAIL_URL", "DEFAULT_FROM_EMAIL"),
):
    os.environ.pop(name, None)
# `conftest.py` makes the folder and removes it; mypy, which reads the settings too, must leave nothing behind.
os.environ["DATA_DIR"] = str(Path(tempfile.gettempdir()) / f"evenhand-tests-{secrets.token_hex(8)}")
os.environ["SECRET_KEY"] = "of the tests, and of nothing else; it protects no one's data"
if os.environ.get("TEST_DATABASE_URL") and os.environ.get("TEST_REDIS_URL"):
    redis_urls = os.environ["TEST_REDIS_URL"].split()
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    os.environ.update(
        DATABASE_URL=os.environ["TEST_DATABASE_URL"],
        REDIS_URL=redis_urls[worker % len(redis_urls)],
        ALLOWED_HOSTS="localhost,127.0.0.1",
    )

from poker_site.settings import *  # noqa: E402, F403
from poker_site.settings import DATA_DIR, DATABASES, PRODUCTION, STORAGES  # noqa: E402

CHECK_SERVICES_AT_START = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # secure hashing is slow on purpose
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SECURE_SSL_REDIRECT = False
DATABASES["default"]["CONN_MAX_AGE"] = POOL_KEEPS_SECONDS = (
    0  # a thread that ends with a connection would leave it to the garbage collector
)
if not PRODUCTION:  # a file, because threads do not share SQLite's in-memory database well
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "tests.sqlite3")}
