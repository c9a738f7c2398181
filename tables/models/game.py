from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Game(models.Model):
    """Represents a game with an end at a table: a series of hands or a knock-out. Its players are entrants."""

    class State(models.TextChoices):
        STANDBY = "standby", _("Waiting for players")
        PREPARING = "preparing", _("About to start")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        """The game was played to its end."""
        ENDED = "ended", _("Ended early")
        """The host ended it; the ranking is as it stood."""

    table = models.OneToOneField("tables.Table", models.CASCADE, primary_key=True, related_name="game")
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.STANDBY)
    stack = models.PositiveBigIntegerField(_("chips at the start"))
    hands_most = models.PositiveIntegerField(_("hands"), default=0)
    """The number of hands to play; 0 for as many as it takes."""
    reloads_most = models.PositiveSmallIntegerField(_("reloads"), default=0)
    ends_with_one = models.BooleanField(_("goes on until one player has all chips"), default=False, db_default=False)
    """False to end a knock-out when at most half of the players have chips, as its rulebook says."""
    level_minutes = models.PositiveSmallIntegerField(_("minutes a level"), default=0, db_default=0)
    """The minutes after which the blinds of a knock-out double; 0 for every orbit, as its rulebook says."""
    starts_when_full = models.BooleanField(_("starts by itself when every seat is taken"), default=True)
    opens_cards = models.BooleanField(_("watchers see all cards, one hand later"), default=False)
    """Players are told before they sit down."""
    hands_played = models.PositiveIntegerField(default=0)
    orbit_began = models.PositiveSmallIntegerField(null=True, editable=False)
    """The seat of the small blind where this orbit began; the next field has that of the last hand."""
    orbit_last = models.PositiveSmallIntegerField(null=True, editable=False)
    orbit_number = models.PositiveSmallIntegerField(default=0, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(condition=Q(stack__gte=1), name="game_has_chips"),
            models.CheckConstraint(
                condition=Q(state__in=["finished", "ended"], ended_at__isnull=False)
                | Q(state__in=["standby", "preparing", "running"], ended_at=None),
                name="game_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(hands_most=0) | Q(hands_played__lte=F("hands_most")), name="game_has_so_many_hands"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.table_id}"

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.ENDED)

    @property
    def is_open(self) -> bool:
        """Return whether players can sign up."""
        return self.state in (self.State.STANDBY, self.State.PREPARING)

    @property
    def has_begun(self) -> bool:
        return self.started_at is not None


class Entrant(models.Model):
    """Represents a player in a game, from its start on and in the records."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="entrants")
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="games")
    seat = models.PositiveSmallIntegerField(_("seat"))
    chips = models.BigIntegerField(_("chips"), default=0)
    """The chips after the last hand."""
    reloads_used = models.PositiveSmallIntegerField(default=0)
    wants_reload = models.BooleanField(default=False)
    """True if a reload is ordered for the present pause between two hands."""
    hands = models.PositiveIntegerField(_("hands"), default=0)
    net = models.BigIntegerField(_("won or lost"), default=0)
    net_squares = models.DecimalField(max_digits=40, decimal_places=0, default=0, editable=False)
    """Sums the squares of the hands' gains and losses, for the confidence interval."""
    last_strength = models.PositiveSmallIntegerField(default=0, editable=False)
    """The strength in the last hand: the smaller the stronger, 0 for none. It breaks ties."""
    out_after = models.PositiveIntegerField(null=True, blank=True)
    """The number of the hand in which the last chips were lost."""
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    """Is set when the game is over; equals share a rank."""

    class Meta:
        ordering = ["rank", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="entered_once"),
            models.UniqueConstraint(fields=["game", "seat"], name="one_entrant_a_seat"),
            models.CheckConstraint(condition=Q(chips__gte=0), name="entrant_chips_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"
