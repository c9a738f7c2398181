from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Hand(models.Model):
    """Represents a hand: its rules, players and sealed deck. Only these and its moves are stored; the rest follows."""

    class State(models.TextChoices):
        CUTTING = "cutting", _("The deck is being cut")
        RUNNING = "running", _("Running")
        OVER = "over", _("Over")
        VOID = "void", _("Void")

    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.CUTTING)
    rules = models.JSONField(_("rules"))
    button = models.PositiveSmallIntegerField(_("button"))
    sealed = models.JSONField(editable=False)
    """Secret: the order of the deck, its salts and the stand-in numbers."""
    root = models.CharField(_("seal"), max_length=64)
    epoch = models.BigIntegerField(default=0, db_default=0, editable=False)
    """The epoch of the last restore that brought this hand back while it was running."""
    cut = models.PositiveSmallIntegerField(_("cut"), null=True, blank=True)
    began_at = models.DateTimeField(_("began"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    board = models.CharField(_("board"), max_length=10, blank=True)
    """Is set with the pot when the hand is over, for lists, which replay no hands."""
    pot = models.BigIntegerField(_("pot"), null=True, blank=True)
    chances = models.JSONField(null=True, editable=False)
    """The chances to win and to tie where hands lay face up before the board was complete; null: not computed (yet)."""

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hands_are_numbered"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(state__in=["cutting", "running"]), name="one_hand_at_a_time"
            ),
            models.CheckConstraint(condition=Q(cut__range=(0, 51)) | Q(cut=None), name="cut_is_a_place"),
            models.CheckConstraint(
                condition=Q(state__in=["cutting", "void"]) | ~Q(cut=None), name="cut_before_it_runs"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["over", "void"], ended_at__isnull=False)
                | Q(state__in=["cutting", "running"], ended_at=None),
                name="ended_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.number}"


class HandPlayer(models.Model):
    """Represents a player who was dealt in: seat, chips, and the result."""

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey("accounts.User", models.PROTECT, related_name="hands")
    stack = models.BigIntegerField(_("chips"))
    post = models.BigIntegerField(default=0)
    number = models.CharField(max_length=32, blank=True)
    """The number that was revealed for the cut."""
    net = models.BigIntegerField(_("won or lost"), null=True, blank=True)
    table = models.ForeignKey("tables.Table", models.PROTECT, null=True, related_name="+")
    """This and the fields below serve the player's list of hands, and are written when the hand ends."""
    rulebook = models.CharField(_("rulebook"), max_length=10, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    pot = models.BigIntegerField(_("pot"), null=True, blank=True)
    showdown = models.BooleanField(_("went to showdown"), default=False)
    cards = models.CharField(max_length=4, blank=True)
    """The player's own cards."""
    kind = models.CharField(max_length=3, blank=True)
    """The kind of the cards, such as AKs."""

    class Meta:
        ordering = ["seat"]
        indexes = [
            models.Index(
                fields=["user", "-ended_at", "-hand"],
                name="own_hands",
                condition=Q(ended_at__isnull=False),
                include=["net", "pot", "showdown", "rulebook", "kind"],
            ),
            models.Index(
                fields=["user", "table", "-ended_at", "-hand"],
                name="own_hands_at_a_table",
                condition=Q(ended_at__isnull=False),
            ),
            models.Index(
                fields=["user", "kind", "-ended_at", "-hand"],
                name="own_hands_with_cards",
                condition=Q(ended_at__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="dealt_in_once_a_seat"),
            models.UniqueConstraint(fields=["hand", "user"], name="dealt_in_once"),
            models.CheckConstraint(condition=Q(stack__gte=1), name="dealt_in_with_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.hand_id}"


class Move(models.Model):
    """Represents one decision, in order. It is never changed and never taken back."""

    class Cause(models.TextChoices):
        PLAYER = "player", _("the player")
        TIME = "time", _("time ran out")
        AWAY = "away", _("the player was away")
        HOUSE = "house", _("a house bot")
        LEFT = "left", _("the player left")

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="moves")
    sequence = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(_("seat"))
    verb = models.CharField(_("action"), max_length=8)
    amount = models.BigIntegerField(_("amount"), null=True, blank=True)
    cause = models.CharField(_("by"), max_length=6, choices=Cause, default=Cause.PLAYER)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["sequence"]
        constraints = [models.UniqueConstraint(fields=["hand", "sequence"], name="moves_are_numbered")]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.seat} {self.verb}"

    @property
    def is_late(self) -> bool:
        return self.cause == self.Cause.TIME
