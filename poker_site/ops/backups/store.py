"""Declare what backups need from a database."""

from pathlib import Path
from typing import Protocol


class BackupError(Exception):
    """Says why something did not work, as the end of a sentence."""


class Store(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def suffix(self) -> str: ...

    @property
    def magic(self) -> bytes:
        """Return the first bytes of every backup of this kind."""

    def any_data(self) -> bool:
        """Tell whether there is anything to save."""

    def save(self, target: Path) -> None: ...

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        """Return app and name of the migrations in a backup; read everything else in it too, so that damage shows."""

    def bring_back(self, file: Path) -> None:
        """Replace all data by a backup, in one step or not at all."""
