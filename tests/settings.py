"""The settings of the tests that run inside pytest; started servers use the real ones.

TEST_DATABASE_URL and TEST_REDIS_URL together choose the production profile, as `tests.run services` does;
without them it is the embedded one. Everything in that Redis database is deleted again and again.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# What the developer's own server is told must not reach the tests, least of all where its data are.
for name in (
    *("DATA_DIR", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "SECRET_KEY", "DEBUG", "HOST", "PORT"),
    *("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_PROXY", "EMAIL_URL", "DEFAULT_FROM_EMAIL"),
):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="evenhand-tests-")
atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
if os.environ.get("TEST_DATABASE_URL") and os.environ.get("TEST_REDIS_URL"):
    os.environ.update(
        DATABASE_URL=os.environ["TEST_DATABASE_URL"],
        REDIS_URL=os.environ["TEST_REDIS_URL"],
        SECRET_KEY="of the tests, and of nothing else; it protects no one's data",
        ALLOWED_HOSTS="localhost,127.0.0.1",
    )

from poker_site.settings import *  # noqa: E402, F403
from poker_site.settings import DATA_DIR, DATABASES, PRODUCTION, STATIC_ROOT, STORAGES  # noqa: E402

CHECK_SERVICES_AT_START = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # hashing well takes time on purpose
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SECURE_SSL_REDIRECT = False
DATABASES["default"]["CONN_MAX_AGE"] = 0  # a thread that ends with a connection would leave it to the garbage
if not PRODUCTION:  # a file, because threads do not share SQLite's in-memory database well
    DATABASES["default"]["TEST"] = {"NAME": str(Path(DATA_DIR) / "tests.sqlite3")}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns when it is missing
