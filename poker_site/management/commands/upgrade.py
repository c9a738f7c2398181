"""Bring data and static files up to a new release with `manage.py upgrade`, before starting it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from poker_site.ops.upgrade import upgrade


class Command(BaseCommand):
    help = "Backs up, migrates and collects static files, as far as this release needs it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--while-running",
            action="store_true",
            help="though processes of the release before go on: only for migrations that say that they may",
        )

    def handle(self, *args: Any, while_running: bool, **options: Any) -> None:
        upgrade(while_running=while_running)
