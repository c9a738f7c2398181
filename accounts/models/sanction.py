from typing import Self

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def in_force(self) -> Self:
        """Filter sanctions that are neither lifted nor over, by the database's clock."""
        return self.filter(Q(until=None) | Q(until__gt=Now()), lifted_at=None)

    def bans(self) -> Self:
        return self.filter(kind=Sanction.Kind.BAN)


class Sanction(models.Model):
    """Keeps a user from chatting (mute) or from coming in (ban). It is never changed, only lifted."""

    class Kind(models.TextChoices):
        MUTE = "mute", _("Mute")
        BAN = "ban", _("Ban")

    user = models.ForeignKey(
        "accounts.User", on_delete=models.CASCADE, related_name="sanctions", verbose_name=_("user"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=4, choices=Kind)
    reason = models.CharField(_("reason"), max_length=300, help_text=_("The user reads this."))
    until = models.DateTimeField(
        _("until"), null=True, blank=True, help_text=_("Leave empty for a permanent sanction.")
    )
    imposed_at = models.DateTimeField(_("imposed"), default=timezone.now)
    imposed_by = models.ForeignKey(
        "accounts.User", null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("imposed by")
    )
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        "accounts.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("lifted by")
    )

    objects = SanctionQuerySet.as_manager()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["-imposed_at"]
        indexes = [models.Index(fields=["user", "kind", "lifted_at"], name="sanction_in_force")]
        constraints = [
            models.CheckConstraint(condition=Q(until=None) | Q(until__gt=F("imposed_at")), name="sanction_ends_later")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"
