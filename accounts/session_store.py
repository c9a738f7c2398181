import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Django's, but a cookie that cannot be one of its keys never reaches the database, which may choke on it."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and re.fullmatch(r"[a-z0-9]{32}", key))
