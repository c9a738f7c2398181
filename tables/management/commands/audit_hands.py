"""Compare every hand that is over with its log (`manage.py audit_hands`)."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from poker_site.ops.progress import Progress
from tables.models import Hand
from tables.records.audit import AT_A_TIME, ENDED, MENDED, Wrong, audit

MOST_TOLD: Final = 100


class Command(BaseCommand):
    help = (
        "Compares what is stored of each hand that is over with the replay of its log. Ends with status 1 where they "
        "differ. People may play meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mend", action="store_true", help="put right what lists of hands show; never chips")
        parser.add_argument(
            "--again", action="store_true", help="from the first hand, not from where the last run was cut off"
        )

    def handle(self, *args: Any, mend: bool, again: bool, **options: Any) -> None:
        after = 0 if again else self._where()
        ended = Hand.objects.filter(state__in=ENDED)
        done = ended.filter(pk__lte=after).count() if after else 0
        if done:
            self.stdout.write(f"Going on after {done:,} hands.")
        self.progress = Progress(self.stderr, of=ended.count(), done=done)
        found = self._audit(after, mend=mend)
        _place().unlink(missing_ok=True)
        self.stdout.write(f"{self.progress.done:,} hands were compared with their logs.")
        for wrong, count in sorted(found.items()):
            done_with_it = " and put right" if mend and wrong in MENDED else ""
            self.stdout.write(f"{count:,} times found{done_with_it}: {wrong}.")
        if any(not mend or wrong not in MENDED for wrong in found):
            sys.exit(1)

    def _audit(self, after: int, *, mend: bool) -> Counter[Wrong]:
        found: Counter[Wrong] = Counter()
        for hand, findings in audit(after, mend=mend):
            for finding in findings:
                if found.total() < MOST_TOLD:
                    self.stdout.write(f"Hand {hand.pk} (#{hand.number} at table {hand.table_id}): {finding.wrong}.")
                found[finding.wrong] += 1
            self.progress.add()
            if self.progress.done % AT_A_TIME == 0:
                _place().write_text(str(hand.pk))
        return found

    def _where(self) -> int:
        try:
            return int(_place().read_text())
        except (FileNotFoundError, ValueError):
            return 0


def _place() -> Path:
    """Return the file that notes how far an unfinished run has come."""
    return Path(settings.DATA_DIR) / "audit_hands.after"
