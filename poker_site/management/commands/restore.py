"""Replace the present data by a backup with `manage.py restore FILE`, also while the server is running."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from poker_site.environment import refuse
from poker_site.ops import backups
from poker_site.ops.upgrade import collect_static_files


class Command(BaseCommand):
    help = "Brings back the data of a backup, after saving the present ones."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="the backup")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        if file is None:
            refuse("name the backup to bring back: make restore FILE=...")
        saved = backups.restore(file)
        collect_static_files(clear=False)  # a new machine has none, and may need no upgrade that would make them
        if saved:
            self.stdout.write(f"Saved the data as they were before to {saved}")
        self.stdout.write(f"Brought back all data of {file}")
