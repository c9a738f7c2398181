from typing import Any, NoReturn

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Unchanging(models.QuerySet["AuditEntry"]):
    """Closes the ways around `save` and `delete`."""

    def _refuse(self, *_args: Any, **_fields: Any) -> NoReturn:
        raise TypeError("the audit trail is not edited")

    update = bulk_update = update_or_create = delete = _refuse


class AuditEntry(models.Model):
    """Records what a moderator did. It is never changed: the database refuses it as well, see migration 0009."""

    by = models.ForeignKey("accounts.User", models.PROTECT, related_name="+", verbose_name=_("by"))
    verb = models.CharField(_("what"), max_length=40)
    whom = models.ForeignKey(
        "accounts.User", models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("user")
    )
    about = models.CharField(_("about"), max_length=100, blank=True)
    """Names the kind and number of a table, a hand or a report."""
    words = models.CharField(_("words"), max_length=300, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    objects = Unchanging.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit trail")
        ordering = ["-pk"]
        base_manager_name = "objects"  # keeps Django's own queries from editing it too

    def __str__(self) -> str:
        return f"#{self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("the audit trail is not edited")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("the audit trail is not edited")
