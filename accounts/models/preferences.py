from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.bet_sizes import MOST_LETTERS


class Preferences(models.Model):
    """Keeps a user's preferences. An empty language or time zone means: as the browser says."""

    class Theme(models.TextChoices):
        DARK = "dark", _("Dark")
        LIGHT = "light", _("Light")
        AUTO = "auto", _("Match my device")

    class Deck(models.TextChoices):
        TWO = "two", _("Two colours")
        FOUR = "four", _("Four colours")

    class Amounts(models.TextChoices):
        CHIPS = "chips", _("Chips")
        BIG_BLINDS = "bb", _("Big blinds")

    user = models.OneToOneField("accounts.User", on_delete=models.CASCADE, primary_key=True)
    language = models.CharField(_("Language"), max_length=10, blank=True)
    time_zone = models.CharField(_("Time zone"), max_length=64, blank=True)
    theme = models.CharField(_("Theme"), max_length=5, choices=Theme, default=Theme.DARK)
    deck = models.CharField(_("Deck"), max_length=4, choices=Deck, default=Deck.TWO)
    amounts = models.CharField(_("Show amounts in"), max_length=5, choices=Amounts, default=Amounts.CHIPS)
    sounds = models.BooleanField(_("Sounds"), default=True)
    animations = models.BooleanField(_("Animations"), default=True)
    hand_name = models.BooleanField(_("Name my hand while I play"), default=True)
    seen_by_friends = models.BooleanField(_("Friends see when I am here, and at which table"), default=True)
    confirm_all_in = models.BooleanField(_("Ask before I go all-in with most of my stack"), default=True)
    bet_sizes = models.CharField(
        _("My bet sizes, in % of the pot"),
        max_length=MOST_LETTERS,
        blank=True,
        default="",
        db_default="",
        help_text=_("Up to three, such as 33 75 100. Leave empty for those of the table."),
    )

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"
