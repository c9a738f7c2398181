from datetime import timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.bet_sizes import MOST_LETTERS
from poker_site.web.typed_codes import draw
from tables.engine.rules import Rules

CODE_LENGTH = 13


def new_code() -> str:
    return draw(CODE_LENGTH)


class Table(models.Model):
    """Represents a table and what is due at it next. To change anything about it, lock this row first."""

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        PAUSED = "paused", _("Paused")
        CLOSED = "closed", _("Closed")

    class Due(models.TextChoices):
        NOTHING = "", _("Nothing")
        DEAL = "deal", _("Deal the next hand")
        CUT = "cut", _("Cut the deck")
        ACT = "act", _("A player's turn ends")
        HOUSE = "house", _("A house bot acts")
        CLOSE = "close", _("Close the empty table")
        START = "start", _("Start the game")

    class FoundBy(models.TextChoices):
        LOBBY = "lobby", _("Everybody here: it is listed in the lobby")
        LINK = "link", _("Only people who have the link")
        INVITATION = "invitation", _("Only who is invited")

    class Pace(models.IntegerChoices):
        FAST = 50, _("Fast")
        NORMAL = 100, _("Normal")
        SLOW = 150, _("Slow")

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code)
    name = models.CharField(_("name"), max_length=40)
    owner = models.ForeignKey("accounts.User", models.PROTECT, related_name="tables", verbose_name=_("owner"))
    rules = models.JSONField(_("rules"))
    buy_in_least = models.BigIntegerField(_("least buy-in"))
    buy_in_most = models.BigIntegerField(_("most buy-in"))
    seconds_to_act = models.PositiveSmallIntegerField(
        _("seconds to act"), default=20, validators=[MinValueValidator(5), MaxValueValidator(300)]
    )
    found_by = models.CharField(_("who finds it"), max_length=10, choices=FoundBy, default=FoundBy.LOBBY)
    watchable = models.BooleanField(_("may be watched"), default=True)
    password = models.CharField(max_length=128, blank=True, editable=False)
    """The hashed password, needed to sit down, and to see a table that may not be watched."""
    approves = models.BooleanField(_("the host approves who sits down and tops up"), default=False)
    admits_bots = models.BooleanField(_("programs of players may sit down"), default=False)
    allows_same_owner = models.BooleanField(
        _("an owner and their bots may sit together"), default=False, db_default=False
    )
    says_slowly = models.PositiveSmallIntegerField(_("seconds between two messages"), default=0)
    watchers_apart = models.BooleanField(_("players in a hand do not read watchers"), default=False)
    quiet_all_in = models.BooleanField(_("no chat while an all-in is shown down"), default=False)
    pace = models.PositiveSmallIntegerField(_("pace"), default=100, db_default=100)
    """The pauses after a hand, of its all-ins, and before a house bot acts, in percent of the usual ones.

    A host chooses one of `Pace`; tests use quicker ones.
    """
    original_pace = models.BooleanField(_("the pace of the original contest"), default=False, db_default=False)
    """Adds a second before each prompt, and long pauses between hands: programs of the contest may rely on them."""
    bet_sizes = models.CharField(max_length=MOST_LETTERS, blank=True, default="", db_default="", editable=False)
    """Bet sizes in percent of the pot, for players who have chosen none of their own."""
    shares_hands = models.BooleanField(_("players may share hands of this private table"), default=False)
    strategy = models.CharField(_("between hands"), max_length=10, default="ring")
    state = models.CharField(_("state"), max_length=6, choices=State, default=State.OPEN)
    version = models.PositiveBigIntegerField(default=0, editable=False)
    lobby_version = models.PositiveBigIntegerField(default=0, editable=False)
    """Counts changes of what the lobby shows."""
    around_version = models.PositiveBigIntegerField(default=0, editable=False)
    """Counts changes of all that is not a move: seats, presence, waiting list, which hand."""
    chat_version = models.PositiveBigIntegerField(default=0, editable=False)
    """Counts messages and removals."""
    button = models.PositiveSmallIntegerField(null=True, editable=False)
    hands_dealt = models.PositiveIntegerField(default=0, editable=False)
    hand = models.OneToOneField("tables.Hand", models.PROTECT, null=True, editable=False, related_name="+")
    """The running hand, or the last one."""
    moves_made = models.PositiveSmallIntegerField(default=0, editable=False)
    """Counts the moves of that hand. With its number this is the moment that an action answers."""
    big_blind = models.PositiveSmallIntegerField(null=True, editable=False)
    """The seat of the last hand's big blind."""
    turn = models.PositiveSmallIntegerField(null=True, editable=False)
    """The seat to act, for lists of tables, which do not replay hands."""
    due = models.CharField(max_length=5, choices=Due, default=Due.NOTHING, blank=True, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)
    bank_since = models.DateTimeField(null=True, editable=False)
    """The time since which the player to act has been using their time bank."""
    grace_given = models.BooleanField(default=False, editable=False)
    """True if a deadline that was found too late was put off, which happens once."""
    wake_up_at = models.DateTimeField(null=True, editable=False)
    """The time when a worker looks at what is due, if the task that was sent for it arrives."""
    next_rules = models.JSONField(null=True, editable=False)
    """Holds the rules, with other blinds, from the next hand on."""
    closes_after_hand = models.BooleanField(default=False, editable=False)
    starts_at = models.DateTimeField(_("start"), null=True, blank=True)
    """The time for which the host invites people; nothing starts by itself then."""
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    changed: set[str]
    """Names the fields to save when the lock is released."""

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        permissions = [("moderate", "Can moderate tables, hands, chat, reports and the ledger")]
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=~Q(due="")),
            models.Index(fields=["-opened_at"], name="table_open", condition=~Q(state="closed")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(due="", due_at=None) | ~Q(due="") & ~Q(due_at=None), name="due_has_time"
            ),
            models.CheckConstraint(condition=~Q(state="closed") | Q(due=""), name="closed_is_over"),
            models.CheckConstraint(
                condition=Q(buy_in_least__gte=1, buy_in_most__gte=F("buy_in_least")), name="buy_in_in_order"
            ),
            models.CheckConstraint(condition=Q(seconds_to_act__range=(5, 300)), name="seconds_to_act_in_range"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def played_by(self) -> Rules:
        return Rules.from_json(self.rules)

    @property
    def rulebook(self) -> Any:
        return self.rules["rulebook"]

    def paced(self, usual: timedelta) -> timedelta:
        """Scale a pause to the pace of this table."""
        return usual * self.pace / 100

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED
