from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ArenaMatch(models.Model):
    """Represents a series between programs, played in memory; each finished hand is stored."""

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        COMPLETE = "complete", _("Complete")
        BROKEN = "broken", _("Broken off")

    room = models.BigIntegerField(_("room"))
    """The number that the programs gave the room; it is used again and again."""
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.RUNNING)
    hands_wanted = models.PositiveIntegerField(_("hands"))
    duplicate = models.BooleanField(_("same cards for every seat"), default=False)
    why = models.CharField(_("why it broke off"), max_length=200, blank=True)
    began_at = models.DateTimeField(_("began"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match of programs")
        verbose_name_plural = _("matches of programs")
        indexes = [models.Index(fields=["-began_at"], name="arena_newest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="running", ended_at=None) | ~Q(state="running") & ~Q(ended_at=None),
                name="arena_match_ends_once",
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class ArenaPlayer(models.Model):
    """Represents a program in a match: a house bot, an account's bot, or just a name where no account is needed."""

    match = models.ForeignKey(ArenaMatch, models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    """The place in the first hand."""
    name = models.CharField(_("name"), max_length=60)
    user = models.ForeignKey("accounts.User", models.PROTECT, null=True, blank=True, related_name="+")
    house = models.BooleanField(_("house bot"), default=False)
    hands = models.PositiveIntegerField(_("hands"), default=0)
    net = models.BigIntegerField(_("won or lost"), default=0)
    deals = models.PositiveIntegerField(default=0, editable=False)
    """Counts deals: hands with the same deck are one."""
    net_squares = models.DecimalField(max_digits=40, decimal_places=0, default=0, editable=False)
    """Sums the squares of the deals' gains and losses, for the confidence interval."""

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="arena_place_once")]

    def __str__(self) -> str:
        return self.name


class ArenaHand(models.Model):
    """Represents a finished hand: how it began and what was done; the rest is replayed."""

    match = models.ForeignKey(ArenaMatch, models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField()
    deal = models.PositiveIntegerField()
    """The number of the deal; hands of the same deal have the same deck."""
    order = models.JSONField()
    """Lists the places of the players, from the small blind on."""
    deck = models.CharField(max_length=104)
    moves = models.JSONField()
    """Lists the moves as the protocol writes them; whose turn it was follows from them."""
    nets = models.JSONField()
    """Lists gains and losses by place."""
    ended_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="arena_hands_are_numbered")]

    def __str__(self) -> str:
        return f"#{self.number} of {self.match_id}"
