from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Friendship(models.Model):
    """Links two users: `by` has asked, and `to` agrees or has agreed."""

    by = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    to = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                models.functions.Least("by", "to"), models.functions.Greatest("by", "to"), name="one_friendship_a_pair"
            ),
            models.CheckConstraint(condition=~Q(by=F("to")), name="no_friend_of_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} and {self.to_id}"


class Aside(models.Model):
    """Records that a user has muted (does not read) or blocked (has nothing to do with) another."""

    class Kind(models.TextChoices):
        MUTE = "mute"
        BLOCK = "block"

    by = models.ForeignKey("accounts.User", models.CASCADE, related_name="asides")
    whom = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=5, choices=Kind)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "whom", "kind"], name="aside_once"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="not_aside_of_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.kind} {self.whom_id}"
