from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Bot(models.Model):
    """Links a program that plays to its owner; its account is one that nobody can log in to."""

    user = models.OneToOneField("accounts.User", models.CASCADE, primary_key=True, related_name="bot")
    owner = models.ForeignKey("accounts.User", models.CASCADE, related_name="bots", verbose_name=_("owner"))
    key_hash = models.CharField(max_length=64, blank=True, editable=False)
    """Holds the SHA-256 of the key, or nothing once it is revoked. The key itself is shown once and stored nowhere."""
    md5_hash = models.CharField(max_length=64, blank=True, editable=False)
    """Holds the SHA-256 of the key's MD5 in hexadecimal, which older programs send in its place."""
    key_made_at = models.DateTimeField(_("key made"), null=True, blank=True)
    key_number = models.PositiveIntegerField(default=0, editable=False)
    """Grows with every key and revocation: a connection made with an older key ends."""
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("bot")
        verbose_name_plural = _("bots")
        constraints = [
            models.UniqueConstraint(fields=["key_hash"], condition=~Q(key_hash=""), name="one_bot_a_key"),
            models.UniqueConstraint(fields=["md5_hash"], condition=~Q(md5_hash=""), name="one_bot_an_md5"),
        ]

    def __str__(self) -> str:
        return f"bot {self.pk}"
