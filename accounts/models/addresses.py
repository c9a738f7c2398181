from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SeenAddress(models.Model):
    """Keeps an address that a user came from, until 90 days after it was last seen."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="seen_addresses", db_index=False)
    address = models.GenericIPAddressField(_("address"))
    first_seen = models.DateTimeField(_("first seen"), default=timezone.now)
    last_seen = models.DateTimeField(_("last seen"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("address")
        verbose_name_plural = _("addresses")
        constraints = [models.UniqueConstraint("user", "address", name="seen_address_once")]
        indexes = [models.Index(fields=["address"], name="seen_address")]

    def __str__(self) -> str:
        return self.address
