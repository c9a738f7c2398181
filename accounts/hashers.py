"""Hash passwords with modest memory."""

import threading
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE: Final = 2
_turns: Final = threading.BoundedSemaphore(AT_ONCE)


class ModestArgon2Hasher(Argon2PasswordHasher):
    """Uses Argon2id with 19 MiB, two passes and one lane, as OWASP advises; at most two at once in a process.

    Django's own takes 100 MiB and eight lanes: forty people who logged in at once took 3.9 GB, and pages 35 seconds. A
    password that was hashed otherwise is hashed anew when its owner logs in.
    """

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _turns:
            return super().verify(password, encoded)
