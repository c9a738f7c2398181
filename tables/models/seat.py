from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tables.engine.rules import MOST_PLAYERS

FIRST_TIME_BANK_MS = 30_000
MOST_TIME_BANK_MS = 300_000


class Seat(models.Model):
    """Represents a player's seat at a table: held for a player who is choosing a buy-in, or taken."""

    class State(models.TextChoices):
        HELD = "held", _("Choosing a buy-in")
        PLAYING = "playing", _("Playing")
        AWAY = "away", _("Away")
        """The player did not act in time, and is not waited for until back."""
        OUT = "out", _("Sitting out")
        """The player sits out by choice."""

    class House(models.TextChoices):
        """Names how a house bot plays."""

        NOBODY = "", _("Not a house bot")
        CALLER = "caller", _("Calls")
        TIGHT = "tight", _("Tight")
        LOOSE = "loose", _("Loose and aggressive")
        RANDOM = "random", _("Random")
        CALL_AGENT = "CallAgent", "CallAgent"
        RANDOM_AGENT = "RandomAgent", "RandomAgent"
        TIGHT_PASSIVE = "TightPassive", "TightPassive"
        TIGHT_AGGRESSIVE = "TightAggressive", "TightAggressive"
        LOOSE_PASSIVE = "LoosePassive", "LoosePassive"
        LOOSE_AGGRESSIVE = "LooseAggressive", "LooseAggressive"
        STATISTICIAN = "CandidStatistician", "CandidStatistician"
        MANIAC = "HotheadManiac", "HotheadManiac"
        LIMPER = "ScaredLimper", "ScaredLimper"
        GAMBLER = "RandomGambler", "RandomGambler"
        EVENHAND = "Evenhand", "Evenhand"

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="seated")
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="seats")
    stack = models.BigIntegerField(_("chips"), default=0)
    """The chips after the last settled hand: what is in the pots of a running one is still counted here."""
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.HELD)
    house = models.CharField(_("house bot"), max_length=20, choices=House, default=House.NOBODY, blank=True)
    must_wait = models.BooleanField(default=True)
    """True if the player waits for the big blind, unless they post it."""
    posts = models.BooleanField(default=False)
    leaves = models.BooleanField(default=False)
    """True if the player leaves when the hand is over."""
    sent_away = models.BooleanField(default=False)
    """True if the host sends the player away, who then cannot take the leaving back."""
    sits_out_next = models.BooleanField(default=False)
    top_up = models.BigIntegerField(default=0)
    """The chips to add when the hand is over."""
    hands_away = models.PositiveSmallIntegerField(default=0)
    hands_played = models.PositiveIntegerField(default=0)
    time_bank_ms = models.PositiveIntegerField(default=FIRST_TIME_BANK_MS)
    commitment = models.CharField(max_length=64, blank=True)
    """The hash of the number with which this player's browser will help to cut the next deck."""
    held_until = models.DateTimeField(null=True, blank=True)
    known_as = models.CharField(max_length=40, blank=True, editable=False)
    """The player's name for programs of the contest, where it differs; a key is shown as its MD5."""
    lost_at = models.DateTimeField(null=True, editable=False)
    """The time since which this player has nothing open, in games that wait only so long for them."""
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "user"], name="one_seat_a_player"),
            models.CheckConstraint(condition=Q(number__range=(1, MOST_PLAYERS)), name="seat_exists"),
            models.CheckConstraint(condition=Q(stack__gte=0), name="stack_not_negative"),
            models.CheckConstraint(
                condition=Q(state="held", stack=0, held_until__isnull=False) | ~Q(state="held") & Q(held_until=None),
                name="only_a_hold_ends_by_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"

    @property
    def usable_bank_ms(self) -> int:
        """Return the time bank within its limit, which stored values from before the limit may exceed."""
        return min(self.time_bank_ms, MOST_TIME_BANK_MS)


class Waiting(models.Model):
    """Represents a user who waits for a seat at a full table, first come, first served."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="waiting")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="waits_once")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class Departure(models.Model):
    """Stores with how many chips a player left: coming back soon, they bring at least as many."""

    table = models.ForeignKey("tables.Table", models.CASCADE, related_name="+")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="+")
    chips = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="left_once")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.table_id}"
