from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Purse(models.Model):
    """Holds an account's play chips that are at no table."""

    user = models.OneToOneField("accounts.User", models.PROTECT, primary_key=True, related_name="purse")
    chips = models.BigIntegerField(_("chips"), default=0)
    refilled_at = models.DateTimeField(_("refilled"), null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(chips__gte=0), name="purse_not_negative")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.chips}"


class LedgerEntry(models.Model):
    """Represents one movement of chips. Purses and stacks are the sums of these; nothing else moves a chip."""

    class Kind(models.TextChoices):
        GRANT = "grant", _("First chips")
        REFILL = "refill", _("Refill")
        BUY_IN = "buy_in", _("Buy-in")
        TOP_UP = "top_up", _("Top-up")
        CASH_OUT = "cash_out", _("Cash-out")
        HAND = "hand", _("Won or lost")
        VOID = "void", _("Given back")
        HOUSE = "house", _("A house bot's chips")
        REVERSAL = "reversal", _("Put right")
        COUNTERS = "counters", _("Counters of a game")
        """Counters are worth something in that game only."""

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="ledger")
    table = models.ForeignKey("tables.Table", models.PROTECT, null=True, blank=True, related_name="ledger")
    hand = models.ForeignKey("tables.Hand", models.PROTECT, null=True, blank=True, related_name="ledger")
    to_purse = models.BigIntegerField(_("to the purse"), default=0)
    to_seat = models.BigIntegerField(_("to the seat"), default=0)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    """The wrong entry that this one puts right."""
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        indexes = [models.Index(fields=["user", "-at"], name="ledger_of_user")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["buy_in", "top_up", "cash_out"], to_purse=-models.F("to_seat"))
                | Q(kind__in=["grant", "refill"], to_seat=0)
                | Q(kind__in=["hand", "void", "house", "counters"], to_purse=0)
                | Q(kind="reversal", to_seat=0, reverses__isnull=False),
                name="chips_move_by_kind",
            ),
            models.CheckConstraint(condition=Q(to_seat=0) | Q(table__isnull=False), name="seats_are_at_tables"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.to_purse}/{self.to_seat}"
