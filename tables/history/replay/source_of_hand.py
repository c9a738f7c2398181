"""Make the replayer's source from a hand of ours: as one viewer sees it, with or without names."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tables.core import words
from tables.history.hands.found_hand import SeenHand
from tables.history.replay.source import Source


def source_of(found: SeenHand, *, hides_names: bool = False) -> Source:
    hand = found.hand
    at = date_format(timezone.localtime(hand.began_at), "DATETIME_FORMAT")
    game = f"{words.game(hand.rules)} {words.stakes(found.play.rules)}"
    numbered = {seat: _("Player %(number)s") % {"number": at} for at, seat in enumerate(sorted(found.players), start=1)}
    bots = frozenset(seat for seat, user in found.players.items() if user.is_bot)
    return Source(
        play=found.play,
        names=numbered if hides_names else found.names,
        known=found.known,
        title=_("Hand %(number)s") % {"number": words.chips(hand.number)},
        # The name of a table often has that of a player in it.
        about=" · ".join([game, at] if hides_names else [hand.table.name, game, at]),
        viewer=found.viewer,
        bots=frozenset() if hides_names else bots,
        number=hand.number,
    )
