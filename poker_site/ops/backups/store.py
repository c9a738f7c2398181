"""What backups ask of a database."""

from pathlib import Path
from typing import Protocol


class Trouble(Exception):
    """Why something did not work, as the end of a sentence."""


class Store(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def suffix(self) -> str: ...

    @property
    def magic(self) -> bytes:
        """How a backup of this kind begins."""

    def any_data(self) -> bool:
        """Whether there is anything to save."""

    def save(self, target: Path) -> None: ...

    def migrations(self, file: Path) -> set[tuple[str, str]]:
        """App and name of the migrations a backup has seen; also reads all else in it, so that damage shows."""

    def bring_back(self, file: Path) -> None:
        """Replace everything, in one step or not at all."""
