"""Read the environment variables once and check them before Django starts.

django-environ parses the values; this module adds what it lacks: rules between variables, and sentences for operators.
A missing or wrong variable ends the process with one sentence instead of a traceback.
"""

import contextlib
import errno
import ipaddress
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
DUEL_PORT = 18888
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")


def refuse(sentence: str) -> NoReturn:
    """End the process with a sentence; `SystemExit` prints it and leaves with status 1."""
    raise SystemExit(f"evenhand: {sentence}")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """Holds the settings of a profile: `production` when DATABASE_URL and REDIS_URL are set, else embedded."""

    production: bool
    debug: bool
    data_dir: Path
    host: str
    port: int
    secret_key: str
    database: dict[str, Any]
    redis_url: str
    broker_url: str
    allowed_hosts: list[str]
    csrf_trusted_origins: list[str]
    trusted_proxies: int
    duel_host: str
    duel_port: int
    """The port of the arena for programs; 0 means that there is no arena."""
    email: dict[str, Any]
    email_sender: str
    hsts_preload: bool
    """True if browsers may list the domain and its subdomains as never served without https."""

    @property
    def on_loopback(self) -> bool:
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def read(values: Mapping[str, str]) -> Environment:
    values = {name: value.strip() for name, value in values.items()}
    named = {name for name in ("DATABASE_URL", "REDIS_URL") if values.get(name)}
    if len(named) == 1:
        missing = ({"DATABASE_URL", "REDIS_URL"} - named).pop()
        refuse(f"{named.pop()} is set but {missing} is not; set both for production, neither for one process.")
    production = bool(named)
    data_dir = Path(values.get("DATA_DIR") or BASE_DIR / "var").expanduser().resolve()
    redis_url = values.get("REDIS_URL", "")
    if production and urlsplit(redis_url).scheme not in ("redis", "rediss", "unix"):
        refuse("REDIS_URL must start with redis://, rediss:// or unix://.")
    return Environment(
        production=production,
        debug=_debug(values, production),
        data_dir=data_dir,
        host=values.get("HOST") or "127.0.0.1",
        port=_whole(values, "PORT", default=8000, least=1, most=65535),
        secret_key=_secret_key(values, production, data_dir),
        database=_database(values, data_dir),
        redis_url=redis_url,
        broker_url=_broker(values, redis_url),
        allowed_hosts=_allowed_hosts(values, production),
        csrf_trusted_origins=_origins(values),
        trusted_proxies=_whole(values, "SECURE_PROXY", default=0, least=0, most=9),
        duel_host=values.get("DUEL_HOST") or "127.0.0.1",
        duel_port=_duel_port(values),
        email=_email(values),
        hsts_preload=values.get("HSTS_PRELOAD", "") not in ("", "0"),
        email_sender=values.get("DEFAULT_FROM_EMAIL") or "Evenhand <noreply@localhost>",
    )


def _list(values: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in values.get(name, "").split(",") if part.strip()]


def _whole(values: Mapping[str, str], name: str, *, default: int, least: int, most: int) -> int:
    text = values.get(name) or str(default)
    if not re.fullmatch(r"[0-9]{1,6}", text) or not least <= int(text) <= most:
        refuse(f"{name} must be a whole number from {least} to {most}, not {text!r}.")
    return int(text)


def _duel_port(values: Mapping[str, str]) -> int:
    """Return 0, for no arena, if the variable is set but empty; any other empty variable counts as unset."""
    return _whole(values, "DUEL_PORT", default=DUEL_PORT, least=1, most=65535) if values.get("DUEL_PORT", "x") else 0


def _debug(values: Mapping[str, str], production: bool) -> bool:
    wanted = values.get("DEBUG", "") not in ("", "0")
    if wanted and production:
        refuse("DEBUG is for development; unset it or unset DATABASE_URL and REDIS_URL.")
    return wanted


def _allowed_hosts(values: Mapping[str, str], production: bool) -> list[str]:
    hosts = _list(values, "ALLOWED_HOSTS")
    if production and not hosts:
        refuse("ALLOWED_HOSTS is missing; name the host names this server answers to, separated by commas.")
    for host in hosts:
        if "/" in host or "://" in host or " " in host:
            refuse(f"ALLOWED_HOSTS takes host names such as poker.example.org, not {host!r}.")
    return hosts


def _origins(values: Mapping[str, str]) -> list[str]:
    origins = _list(values, "CSRF_TRUSTED_ORIGINS")
    for origin in origins:
        if not re.match(r"https?://[^/]+$", origin):
            refuse(f"CSRF_TRUSTED_ORIGINS takes origins such as https://poker.example.org, not {origin!r}.")
    return origins


def _database(values: Mapping[str, str], data_dir: Path) -> dict[str, Any]:
    url = values.get("DATABASE_URL")
    if not url:
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(data_dir / "evenhand.sqlite3")}
    if urlsplit(url).scheme not in ("postgres", "postgresql"):
        refuse("DATABASE_URL must be a PostgreSQL address such as postgresql://user:password@host/name.")
    try:
        config: dict[str, Any] = environ.Env.db_url_config(url)
    except (ValueError, environ.ImproperlyConfigured):
        config = {}
    if not config.get("NAME"):
        refuse("DATABASE_URL names no database; it looks like postgresql://user:password@host/name.")
    return config


def _broker(values: Mapping[str, str], redis_url: str) -> str:
    url = values.get("CELERY_BROKER_URL") or redis_url or "memory://localhost/"
    if urlsplit(url).scheme not in ("memory", "redis", "rediss", "amqp", "amqps", "unix"):
        refuse("CELERY_BROKER_URL must start with redis:// or amqp://.")
    return url.replace("unix://", "redis+socket://", 1)


def _email(values: Mapping[str, str]) -> dict[str, Any]:
    url = values.get("EMAIL_URL")
    if not url:
        return {}
    try:
        config: dict[str, Any] = environ.Env.email_url_config(url)
    except (KeyError, ValueError, environ.ImproperlyConfigured):
        refuse("EMAIL_URL must look like smtp+tls://user:password@mail.example.org:587.")
    return config


def _secret_key(values: Mapping[str, str], production: bool, data_dir: Path) -> str:
    key = values.get("SECRET_KEY", "")
    if production or key:
        if len(key) < 50:
            refuse("SECRET_KEY is missing or shorter than 50 characters; make one with: openssl rand -base64 48")
        return key
    return _kept_secret_key(data_dir)


def _kept_secret_key(data_dir: Path) -> str:
    """Read the secret key of this data folder, or make it on the first start.

    The key is written to a temporary file and linked into place, so that two first starts at once end up with one key.
    """
    path = data_dir / "secret_key"
    try:
        if not path.exists():
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=data_dir) as aside:  # made with mode 600
                aside.write(secrets.token_urlsafe(64))
                aside.flush()
                with contextlib.suppress(FileExistsError):
                    os.link(aside.name, path)
        key = path.read_text(errors="replace").strip()
        if not os.access(data_dir, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        refuse(f"cannot write to the data folder {data_dir} ({error.strerror}); set DATA_DIR to one you own.")
    if len(key) < 50 or not key.isascii():
        refuse(f"{path} is damaged; restore it, or delete it to log everybody out and start with a new key.")
    return key


ENV = read(os.environ)
