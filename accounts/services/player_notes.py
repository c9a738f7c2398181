"""Keep private notes about other players: one for each author and player, read by the author alone."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import PlayerNote, User
from accounts.models.notes import LONGEST_NOTE
from accounts.services.rights import lock
from poker_site.web.refusals import Refused


@transaction.atomic
def write(author: User, about: User, text: str) -> None:
    """Replace the note by this text; an empty one deletes it."""
    text = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if author.pk == about.pk:
        raise Refused(_("A note is about somebody else."))
    if len(text) > LONGEST_NOTE:
        raise Refused(_("A note has at most %(most)s characters."), most=LONGEST_NOTE)
    lock(author, about)
    if text:
        PlayerNote.objects.update_or_create(author=author, about=about, defaults={"text": text, "at": timezone.now()})
    else:
        PlayerNote.objects.filter(author=author, about=about).delete()
