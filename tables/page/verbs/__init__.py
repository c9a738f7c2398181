"""Map every verb that a browser can ask of a table to the one service that it calls."""

from collections.abc import Mapping
from typing import Final

from tables.page.verbs import game, guests, host, play, seat, talk
from tables.page.verbs.parse import Verb

VERBS: Final[Mapping[str, Verb]] = {
    **play.VERBS,
    **seat.VERBS,
    **game.VERBS,
    **host.VERBS,
    **guests.VERBS,
    **talk.VERBS,
}
