from django.db import models
from django.db.models import F, Q
from django.utils import timezone

LONGEST_NOTE = 500


class PlayerNote(models.Model):
    """Keeps a private note about another player, which only its author can read."""

    author = models.ForeignKey("accounts.User", models.CASCADE, related_name="player_notes")
    about = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST_NOTE)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "about"], name="one_note_a_player"),
            models.CheckConstraint(condition=~Q(author=F("about")), name="no_note_about_oneself"),
        ]

    def __str__(self) -> str:
        return f"{self.author_id} about {self.about_id}"
