"""Say why a match broke off: in English to programs and in the database, in the reader's language on pages."""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.bots.duel.people import Player

GONE: Final = gettext_noop("%(name)s is disconnected.")
NO_ACTION: Final = gettext_noop("%(name)s sent something that is no action.")
ILLEGAL: Final = gettext_noop("%(name)s made an illegal action.")
LEFT: Final = gettext_noop("%(name)s left.")
UNASKED: Final = gettext_noop("%(name)s sends more than anybody asks for.")
SILENT: Final = gettext_noop("%(name)s said nothing for 60 seconds.")
NOBODY: Final = gettext_noop("Nobody is connected any more.")
FAILED: Final = gettext_noop("The match broke off: an error in the server.")
STOPPED: Final = gettext_noop("The server stops. Every hand that was finished is stored.")
DIED: Final = gettext_noop("The server ended in the middle of it.")
RESTORED: Final = gettext_noop("A backup was restored meanwhile.")
UNHANDLED: Final = "Unhandled error"
"""Sent in place of `FAILED`, as programs know this text."""
CRASHED: Final = "The server has crashed; hands that were finished are kept."
"""Sent but never stored: the next start finds out, and then stores `DIED`."""
SOMEBODY: Final = gettext_noop("A bot")
_ALL: Final = (GONE, NO_ACTION, ILLEGAL, LEFT, UNASKED, SILENT, NOBODY, FAILED, STOPPED, DIED, RESTORED)


@dataclass(frozen=True, slots=True)
class Reason:
    sentence: str
    player: Player | None = None

    @property
    def told(self) -> str:
        return UNHANDLED if self.sentence == FAILED else self._named

    @property
    def kept(self) -> str:
        """Return the reason as it is stored: without names of accounts, which may be renamed or deleted."""
        has_account = self.player is not None and self.player.user_id is not None
        return self._about(SOMEBODY) if has_account else self._named

    @property
    def _named(self) -> str:
        return self._about(self.player.name) if self.player else self.sentence

    def _about(self, name: str) -> str:
        return self.sentence % {"name": name}


def read(kept: str) -> str:
    """Translate a stored reason for a page."""
    for sentence in _ALL:
        before, named, after = sentence.partition("%(name)s")
        found = re.fullmatch(f"{re.escape(before)}(.*){re.escape(after)}", kept) if named else kept == sentence
        if isinstance(found, re.Match):
            name = found[1]
            return _(sentence) % {"name": _(SOMEBODY) if name == SOMEBODY else name}
        if found:
            return _(sentence)
    return kept
