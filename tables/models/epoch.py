from django.db import models


class Epoch(models.Model):
    """Holds, in its only row, a random number that each restore of a backup changes; see `poker_site.runtime.epoch`."""

    value = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.value)
