from django.db import models
from django.db.models.functions import Now


class Presence(models.Model):
    """Says that a user has this table open in a browser. It expires by itself: a killed process leaves no ghosts.

    Closing the page deletes the row; an expired one belongs to a user whose server has gone.
    """

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="present")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    process = models.CharField(max_length=32)
    since = models.DateTimeField(db_default=Now())
    until = models.DateTimeField()
    lost_at = models.DateTimeField(null=True)
    """Is set once the process was seen to have stopped renewing this; the row stays for a few seconds more."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user", "process"], name="present_once_a_process")]
        indexes = [models.Index(fields=["until"], name="presence_ends")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class ServerProcess(models.Model):
    """Names a process that serves the web, and when it last reported that it is there."""

    name = models.CharField(max_length=32, primary_key=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
