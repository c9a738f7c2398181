"""Collect what the pages of players' bots show: where they are, and how they play."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, FloatField, Sum
from django.db.models.functions import Cast

from accounts.bot_keys import ConnectionSlot
from accounts.models import Bot, User
from tables.access.permissions import may_see, ties_with
from tables.formats.scoring import Score
from tables.models import Hand, HandPlayer, Seat, Table

MBB = 1000


@dataclass(frozen=True)
class BotRecord:
    """Sums up all hands at tables that were played to their end."""

    net: int
    """Chips won or lost."""
    in_mbb: Score
    """Score in thousandths of the big blind that was played for, as blinds differ from table to table."""

    @property
    def hands(self) -> int:
        return self.in_mbb.hands

    @property
    def mbb_per_hand(self) -> int | None:
        mean = self.in_mbb.mbb_per_hand(MBB)
        return None if mean is None else round(mean)

    @property
    def interval(self) -> int | None:
        half = self.in_mbb.interval(MBB)
        return None if half is None else round(half)


@dataclass(frozen=True)
class BotShown:
    bot: Bot
    connected: bool
    tables: tuple[Table, ...]
    """The tables where it sits and that the reader may see."""
    elsewhere: int
    """The number of other tables where it sits."""
    record: BotRecord


def bots_of(owner: User) -> list[BotShown]:
    return _shown(Bot.objects.filter(owner=owner).select_related("user", "owner").order_by("pk"), owner)


def bot_shown(bot_id: int, reader: User) -> BotShown | None:
    found = _shown(Bot.objects.filter(pk=bot_id).select_related("user", "owner"), reader)
    return found[0] if found else None


def _shown(bots: Iterable[Bot], reader: User) -> list[BotShown]:
    bots = list(bots)
    ids = {bot.pk for bot in bots}
    connected, records, tables = ConnectionSlot.held_by(ids), _records(ids), _tables(ids)
    ties = ties_with(reader, {table.pk for sat_at in tables.values() for table in sat_at}) if tables else {}
    found = []
    for bot in bots:
        sat_at = tables.get(bot.pk, [])
        seen = tuple(table for table in sat_at if may_see(table, reader, ties[table.pk]))
        record = records.get(bot.pk, BotRecord(0, Score()))
        found.append(BotShown(bot, bot.pk in connected, seen, len(sat_at) - len(seen), record))
    return found


def _tables(bot_ids: set[int]) -> Mapping[int, list[Table]]:
    found: defaultdict[int, list[Table]] = defaultdict(list)
    seats = Seat.objects.filter(user__in=bot_ids).exclude(state=Seat.State.HELD).select_related("table")
    for seat in seats.order_by("table"):
        found[seat.user_id].append(seat.table)
    return found


def _records(bot_ids: set[int]) -> Mapping[int, BotRecord]:
    """Sum up, one row for each bot and big blind; squares of chips are too large for a database's whole numbers."""
    found: dict[int, BotRecord] = {}
    played = HandPlayer.objects.filter(user__in=bot_ids, hand__state=Hand.State.OVER, net__isnull=False)
    net = Cast("net", FloatField())
    rows = (
        played.order_by()
        .values_list("user", "hand__rules__big_blind")
        .annotate(hands=Count("pk"), chips=Sum("net"), squares=Sum(net * net))
    )
    for bot_id, big_blind, hands, chips, squares in rows:
        before, unit = found.get(bot_id, BotRecord(0, Score())), MBB / big_blind
        score = Score(hands, round(chips * unit), round(squares * unit * unit))
        found[bot_id] = BotRecord(before.net + chips, before.in_mbb + score)
    return found
