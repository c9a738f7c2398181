"""Count every session anew from the log of hands (`manage.py rebuild_results`)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from poker_site.environment import refuse
from poker_site.ops.progress import Progress
from tables.core.refusals import Refused
from tables.records import rebuild_results


class Command(BaseCommand):
    help = "Counts all sessions and results anew from the log of hands. People may play meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--again", action="store_true", help="from the beginning, not from where the last run was cut off"
        )

    def handle(self, *args: Any, again: bool, **options: Any) -> None:
        if again:
            rebuild_results.forget_where()
        done, hands = rebuild_results.hands_to_read()
        if done:
            self.stdout.write(f"Going on after {done:,} hands.")
        progress, self.lost = Progress(self.stderr, of=hands, done=done), 0

        def told(read: int, lost: int) -> None:
            progress.add(read)
            self.lost += lost

        try:
            rebuild_results.rebuild(told)
        except Refused as refused:
            refuse(str(refused))
        if self.lost:
            self.stdout.write(f"{self.lost:,} hands cannot be replayed and are left out.")
        self.stdout.write(f"The results of {progress.done:,} hands are counted anew.")
