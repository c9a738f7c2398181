"""Why a PHH file cannot be played here, in the reader's language: the engine says it in English only."""

import re
from typing import Final

from django.utils.translation import gettext_lazy as _

from tables.engine.phh_text import NotReadable
from tables.engine.rejection import Rejection
from tables.refusals import refused_by_rules

_REASONS: Final = (
    (r"the file is longer than (?P<most>\d+) characters", _("the hand is longer than %(most)s characters")),
    (r"a line holds more than (?P<most>\d+) dots", _("a line holds more than %(most)s dots")),
    (r"this is no TOML: (?P<why>.*)", _("this is not written as PHH files are (TOML): %(why)s")),
    (r"the file holds several .*", _("there are several hands, but not each below a heading such as [1]")),
    (r"variant: only .*", _("variant: only no-limit, pot-limit and fixed-limit hold'em are played here (NT, PT, FT)")),
    (r"actions: must be a list", _("actions: must be a list")),
    (r"only (?P<players>\d+) play", _("only %(players)s play")),
    (r"this is no action of hold'em", _("this is no action of hold'em")),
    (r"players are called .*", _("players are called p1, p2 and so on")),
    (r"cards are written .*", _("cards are written as in AsTd, unknown ones as ??")),
    (r"starting_stacks: there must .*", _("starting_stacks: there must be one for each of 2 to 10 players")),
    (r"chips are whole .*", _("amounts may have whole cents, nothing smaller")),
    (r"(?P<field>.*): must be a list of one number .*", _("%(field)s: must be a list of one number for each player")),
    (
        r"(?P<field>.*): must be a number, at most (?P<most>\d+);.*",
        _("%(field)s: must be a number, at most %(most)s, neither unknown nor infinite"),
    ),
    (r"the board has five .*", _("the board has five cards, and all must be told")),
    (r"a player has two cards", _("a player has two cards")),
    (r"(?P<card>..) was not dealt to this player", _("%(card)s was not dealt to this player")),
    (r"(?P<card>..) is in the deck only once", _("%(card)s is in the deck only once")),
    (
        r"seats: must be .* 0 to (?P<most>\d+), .*",
        _("seats: must be a list of one whole number, 0 to %(most)s, for each player"),
    ),
    (r"(?P<field>.*): differs from _rules", _("%(field)s: differs from _rules")),
    (r"_rules: there is no .*", _("_rules: there is no such rulebook")),
    (r"blinds_or_straddles: a straddle .*", _("blinds_or_straddles: a straddle is not played here")),
    (
        r"the least bet must .*",
        _("the least bet must be the big blind, in fixed limit the big bet twice that"),
    ),
    (r"antes: who pays less .*", _("antes: who pays less than the others can win only as much from each here")),
    (
        r"antes: each player .*",
        _("antes: each player pays the same, or the big blind or the button pays for all, untrimmed"),
    ),
    (r"each stack must .*", _("each stack must be a whole number of chips, above zero")),
    (r"a seat is named twice", _("a seat is named twice")),
    (r"a blind that is posted .*", _("a blind that is posted is at most the big blind")),
    (
        r"(?P<field>\w+): must be from (?P<least>\d+) to (?P<most>\d+)",
        _("%(field)s: must be from %(least)s to %(most)s"),
    ),
    (r"hole cards are dealt .*", _("hole cards are dealt before anybody acts")),
    (r"no card is due .*", _("no card is due on the board now")),
    (r"cards are shown when .*", _("cards are shown when the betting is over")),
    (r"this player has shown .*", _("this player has shown or mucked already")),
    (r"the cards of the \w+ are .*", _("the cards of the street are dealt before this")),
    (r"it is the turn of (?P<player>p\d+)", _("it is the turn of %(player)s")),
    (r"actions: the hand is not over .*", _("actions: the hand is not over after the last one")),
    (r"actions: cards of the board .*", _("actions: cards of the board are missing")),
    (
        r"(?P<player>p\d+) neither shows .*",
        _("%(player)s neither shows nor mucks, and there are no finishing_stacks: nobody knows who won"),
    ),
    (r"(?P<player>p\d+) would win .*", _("%(player)s would win a showdown without having shown the cards")),
    (r"_shown_afterwards: .*", _("_shown_afterwards: must be a list of numbers of players")),
    (r"players: must be .*", _("players: must be a list of one name for each player")),
    (
        r"finishing_stacks: in all (?P<chips>[+-]\d+) .*",
        _("finishing_stacks: in all %(chips)s chips; here nothing is taken (rake) or added"),
    ),
    (
        r"finishing_stacks: (?P<player>p\d+) ends with (?P<chips>[+-]\d+) .*",
        _("finishing_stacks: %(player)s ends with %(chips)s chips, compared with our rules"),
    ),
)
_BLAMED: Final = re.compile(r"action (?P<number>\d+) \((?P<text>.*?)\): ", re.DOTALL)


def in_words(error: NotReadable) -> str:
    """The action to blame, where there is one, and the reason; what nobody thought of stays as the engine says it."""
    cause = error.__cause__
    reason = str(refused_by_rules(cause)) if isinstance(cause, Rejection) else _words(error.sentence)
    blamed = _BLAMED.match(str(error))
    if not error.action or not blamed:
        return reason
    return _("action %(number)s (%(text)s): %(reason)s") % {**blamed.groupdict(), "reason": reason}


def _words(sentence: str) -> str:
    for pattern, words in _REASONS:
        if found := re.fullmatch(pattern, sentence, re.DOTALL):
            return str(words) % found.groupdict() if found.groupdict() else str(words)
    return sentence
