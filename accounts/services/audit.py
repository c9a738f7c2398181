"""Write the audit trail: every service that does something for a moderator records it in its own transaction."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEntry, User

LONGEST: Final = 300
VERBS: Final = {
    "mute": _("muted"),
    "ban": _("banned"),
    "lift": _("lifted a sanction"),
    "password_link": _("made a one-time password link"),
    "rights": _("changed rights"),
    "group": _("changed a group"),
    "pause": _("paused a table"),
    "resume": _("let a table go on"),
    "close": _("closed a table"),
    "void_hand": _("made a hand void"),
    "remove_message": _("removed a message"),
    "close_report": _("closed a report"),
    "reverse": _("put a ledger entry right"),
    "revoke_key": _("revoked the key of a bot"),
}


@transaction.atomic
def record(by: User, verb: str, whom: User | None = None, about: str = "", words: str = "") -> AuditEntry:
    """Record who did what, to whom, about what ("table 7"), and why."""
    if verb not in VERBS:
        raise ValueError(f"the audit trail has no word for {verb}")
    return AuditEntry.objects.create(by=by, verb=verb, whom=whom, about=about, words=words[:LONGEST])
