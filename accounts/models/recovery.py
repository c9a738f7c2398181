from django.db import models


class RecoveryCode(models.Model):
    """Lets a user back in without mail, once. Only the digest is kept; using the code deletes the row."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="recovery_codes", db_index=False)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint("user", "digest", name="recovery_code_once")]

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"
