"""Work out chances that a lost task or an older version left out (`manage.py work_out_chances`)."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Exists, OuterRef, QuerySet

from poker_site.ops.progress import Progress
from tables.equity.asking import Unanswered
from tables.models import Hand, HandPlayer
from tables.records import all_in_equity

AT_A_TIME: Final = 500


class Command(BaseCommand):
    help = (
        "Works out the chances of hands that lay face up before the board was complete, where nobody has yet. Goes by "
        "what the lists of hands know: run audit_hands --mend before. People may play meanwhile."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        progress, before = Progress(self.stderr, of=_open().count()), _known()
        for hand_id in _ids():
            try:
                all_in_equity.work_out(hand_id)
            except Unanswered as error:
                raise CommandError("Chances cannot be worked out just now. Run this again.") from error
            progress.add()
        self.stdout.write(f"{_known() - before:,} hands have got their chances.")


def _open() -> QuerySet[Hand]:
    shown = HandPlayer.objects.filter(hand=OuterRef("pk"), showdown=True)
    return Hand.objects.filter(Exists(shown), state=Hand.State.OVER, chances__isnull=True)


def _ids() -> Iterator[int]:
    after = 0
    while ids := list(_open().filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:AT_A_TIME]):
        yield from ids
        after = ids[-1]


def _known() -> int:
    return Hand.objects.filter(chances__isnull=False).count()
