from django.db import models


class Epoch(models.Model):
    """The only row holds a random number that changes whenever a backup is restored; see `poker_site.runtime.epoch`."""

    value = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.value)
