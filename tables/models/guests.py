from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from poker_site.web.typed_codes import draw

INVITATION_LENGTH = 20


def new_invitation_code() -> str:
    return draw(INVITATION_LENGTH)


class Guest(models.Model):
    """Represents a user who was let in: to a private table by an invitation, or past a password by knowing it."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="guests")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    invited = models.BooleanField(default=False)
    knows_password = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_guest_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class Invitation(models.Model):
    """Represents a link that lets people in, or an invitation to one user."""

    class Answer(models.TextChoices):
        NONE = "", _("No answer yet")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="invitations")
    by = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    code = models.CharField(max_length=INVITATION_LENGTH, unique=True, default=new_invitation_code)
    """Lets in everybody who knows it, so it is secret like a password."""
    user = models.ForeignKey("accounts.User", models.CASCADE, null=True, blank=True, related_name="invitations")
    """The invited user; None if it is for everybody who has the link."""
    answer = models.CharField(max_length=8, choices=Answer, default=Answer.NONE, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    most_uses = models.PositiveSmallIntegerField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(most_uses=None) | Q(uses__lte=F("most_uses")), name="uses_within_most"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(answer="", revoked_at=None), name="one_open_letter_each"
            ),
        ]
        indexes = [models.Index(fields=["user", "answer"], name="letters_of_user")]

    def __str__(self) -> str:
        return f"to {self.table_id}"


class Cohost(models.Model):
    """Represents a user who may do what the host may, except hand the table over and name other co-hosts."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="cohosts")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_cohost_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class TableBan(models.Model):
    """Bans a user from this table."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="bans")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    by = models.ForeignKey("accounts.User", models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="banned_once_a_table")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.table_id}"


class Wish(models.Model):
    """Represents a wish that waits for the host's decision: to sit down, or to top up."""

    class Kind(models.TextChoices):
        SIT = "sit", _("Sit down")
        TOP_UP = "top_up", _("Top up")

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="wishes")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    """The number of the wished seat."""
    chips = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at"]
        constraints = [
            models.UniqueConstraint(fields=["table", "user"], name="one_wish_each"),
            models.CheckConstraint(condition=Q(chips__gt=0), name="wish_for_chips"),
            models.CheckConstraint(condition=Q(kind="top_up") | ~Q(number=None), name="seat_wished_for"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.chips}"


class TableEvent(models.Model):
    """Represents what a host or a moderator did with the table, for everybody there to read."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="events")
    by = models.ForeignKey("accounts.User", models.SET_NULL, null=True, related_name="+")
    """The host; None for a moderator, whose name is not shown at the table."""
    verb = models.CharField(max_length=20)
    whom = models.ForeignKey("accounts.User", models.SET_NULL, null=True, related_name="+")
    values = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "-id"], name="events_of_table")]

    def __str__(self) -> str:
        return self.verb
