import re

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Keeps cookies that cannot be a session key from the database, which may fail on their characters."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and re.fullmatch(r"[a-z0-9]{32}", key))
