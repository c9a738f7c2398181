from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_MESSAGE = 300


class ChatMessage(models.Model):
    """Represents a chat message at a table: plain text, as tidied when it came in."""

    class Room(models.TextChoices):
        PLAYERS = "players", _("Players")
        WATCHERS = "watchers", _("Watchers")

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="chat", verbose_name=_("table"))
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", verbose_name=_("user"))
    room = models.CharField(_("room"), max_length=8, choices=Room)
    text = models.CharField(_("text"), max_length=LONGEST_MESSAGE)
    is_reaction = models.BooleanField(default=False)
    hand = models.ForeignKey("tables.Hand", models.PROTECT, null=True, blank=True, related_name="+")
    """The hand during which it was written."""
    at = models.DateTimeField(_("at"), default=timezone.now)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)
    removed_by = models.ForeignKey("accounts.User", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        indexes = [models.Index(fields=["table", "-id"], name="chat_of_table")]
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="something_was_said")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class Report(models.Model):
    """Represents a request that a moderator look at what another user wrote or did."""

    by = models.ForeignKey("accounts.User", models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by"))
    whom = models.ForeignKey("accounts.User", models.CASCADE, related_name="reports", verbose_name=_("user"))
    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="+", verbose_name=_("table"))
    message = models.ForeignKey("tables.ChatMessage", models.CASCADE, null=True, blank=True, related_name="+")
    hand = models.ForeignKey("tables.Hand", models.PROTECT, null=True, blank=True, related_name="+")
    words = models.CharField(_("what is wrong"), max_length=300, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_by = models.ForeignKey(
        "accounts.User", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("closed by")
    )
    outcome = models.CharField(_("what was done"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["closed_at", "-at"], name="open_reports")]
        constraints = [
            models.UniqueConstraint(fields=["by", "message"], name="one_report_a_message"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
