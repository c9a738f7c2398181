from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from poker_site.web.typed_codes import draw


def new_share_code() -> str:
    return draw(13)


class SharedHand(models.Model):
    """Represents a link that shows a hand to everybody who has it, as its maker may see it, until it is revoked."""

    code = models.CharField(max_length=13, unique=True, default=new_share_code)
    hand = models.ForeignKey("tables.Hand", models.CASCADE, related_name="shares")
    maker = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    hides_names = models.BooleanField(_("without names"), default=False)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "maker"], condition=Q(revoked_at=None), name="one_link_a_hand_and_maker"
            )
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} by {self.maker_id}"


class StudyHand(models.Model):
    """Represents a hand that a user uploaded as a PHH file, to study alone."""

    owner = models.ForeignKey("accounts.User", models.CASCADE, related_name="studies")
    title = models.CharField(_("title"), max_length=80)
    source = models.TextField()
    """The file, checked when it came in."""
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["owner", "-id"], name="own_studies")]

    def __str__(self) -> str:
        return self.title
