"""Save all data to one file with `manage.py backup`, also while the server is running."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from poker_site.ops import backups


class Command(BaseCommand):
    help = "Saves all data to a new file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", nargs="?", type=Path, help="where to; else in the folder of the data, under backups"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        self.stdout.write(f"Saved all data to {backups.backup(file)}")
