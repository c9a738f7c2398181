from django.db import models


class Presence(models.Model):
    """Somebody has this table open in a browser. It expires by itself: a killed process leaves no ghosts."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="present")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    process = models.CharField(max_length=32)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user", "process"], name="present_once_a_process")]
        indexes = [models.Index(fields=["until"], name="presence_ends")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"
