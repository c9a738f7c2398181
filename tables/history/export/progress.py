"""Keep the progress of an account's only archive in the cache, where any process can read it."""

from dataclasses import dataclass
from typing import Final, Literal

from django.core.cache import cache

RENEWED_SECONDS: Final = 60
"""The seconds after which an account's only place is free again if its process dies. Each piece renews it."""
_TOLD_SECONDS: Final = 600

State = Literal["running", "done", "stopped"]


@dataclass(frozen=True)
class Progress:
    token: str
    done: int
    total: int
    state: State = "running"

    @property
    def runs(self) -> bool:
        return self.state == "running"


def begin(user_id: int, token: str, total: int) -> bool:
    """Take the account's place; False if another archive of it is being made."""
    if not cache.add(_place(user_id), token, RENEWED_SECONDS):
        return False
    cache.set(_told(user_id), Progress(token, 0, total), _TOLD_SECONDS)
    return True


def report(user_id: int, progress: Progress) -> None:
    """Report progress and renew the place, unless another archive began while this one waited long for its client."""
    if cache.get(_place(user_id)) in (None, progress.token):
        cache.set(_told(user_id), progress, _TOLD_SECONDS)
        cache.set(_place(user_id), progress.token, RENEWED_SECONDS)


def end(user_id: int, token: str, state: State) -> None:
    """End the archive and free its place, unless another one has it by now."""
    if cache.get(_place(user_id)) != token:
        return
    told = progress_of(user_id)
    if told is not None and told.token == token:
        cache.set(_told(user_id), Progress(token, told.done, told.total, state), _TOLD_SECONDS)
    cache.delete(_place(user_id))


def progress_of(user_id: int) -> Progress | None:
    """Return the progress of the last archive; one that nobody renews any more has stopped."""
    told: Progress | None = cache.get(_told(user_id))
    if told is not None and told.runs and cache.get(_place(user_id)) != told.token:
        return Progress(told.token, told.done, told.total, "stopped")
    return told


def _place(user_id: int) -> str:
    return f"export-runs:{user_id}"


def _told(user_id: int) -> str:
    return f"export-told:{user_id}"
