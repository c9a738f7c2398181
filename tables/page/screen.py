"""What one viewer was shown last."""

from dataclasses import dataclass

from tables.page.snapshot import Elsewhere


@dataclass(frozen=True)
class Screen:
    """As far as it was sent; each kind of viewer adds what it has to remember."""

    version: int = -1
    others: tuple[Elsewhere, ...] | None = None
    """Where else the viewer sits, as far as it was told."""
    looks: str = ""
