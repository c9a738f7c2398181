"""Remember what a viewer was shown last."""

from dataclasses import dataclass

from tables.page.snapshot import SeatedTable


@dataclass(frozen=True)
class Screen:
    """Remembers what was sent to a viewer; subclasses add what they need."""

    version: int = -1
    others: tuple[SeatedTable, ...] | None = None
    """Lists the viewer's other tables as sent last; None: nothing was sent yet."""
    looks: str = ""
