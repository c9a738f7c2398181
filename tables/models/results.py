from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Sitting(models.Model):
    """Represents a session: a player's hands at one table without a long break, counted as each of them ends."""

    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="sittings")
    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="sittings")
    rulebook = models.CharField(_("rulebook"), max_length=10)
    began_at = models.DateTimeField(_("began"))
    ended_at = models.DateTimeField(_("ended"))
    hands = models.PositiveIntegerField(_("hands"), default=0)
    net = models.BigIntegerField(_("won or lost"), default=0)
    mbb = models.BigIntegerField(default=0)
    """Won or lost in thousandths of the big blind of each hand; its squares serve the confidence interval."""
    mbb_squares = models.FloatField(default=0)
    luck = models.BigIntegerField(default=0)
    """The chips that all-ins won above their equity, in thousandths, as far as the equity is computed."""
    luck_mbb = models.BigIntegerField(default=0)
    vpip = models.PositiveIntegerField(default=0)
    """Counts hands in which chips were put in by choice before the flop."""
    pfr = models.PositiveIntegerField(default=0)
    three_bet_chances = models.PositiveIntegerField(default=0)
    three_bets = models.PositiveIntegerField(default=0)
    flops = models.PositiveIntegerField(default=0)
    showdowns = models.PositiveIntegerField(default=0)
    showdowns_won = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-began_at"], name="own_sittings"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(hands__gte=1), name="sitting_has_hands"),
            models.UniqueConstraint(fields=["table", "user", "began_at"], name="sits_once_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class Recount(models.Model):
    """Stores where `manage.py rebuild_results` is at a table, so that another run continues there; one a table."""

    table = models.OneToOneField("tables.Table", models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(default=0)
    """The number of the last hand that was read."""
    before = models.BigIntegerField(default=0)
    """The highest key of a sitting at the beginning: the sittings up to it are replaced."""
    open = models.JSONField(default=list)
    """Lists the sittings that the next hand may still belong to."""
    done = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.table_id} up to hand {self.number}"


class BoardConsent(models.Model):
    """Says that a player agrees to share results with the others of a table; it takes everybody's consent."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="+")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="agrees_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"
