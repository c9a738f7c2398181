"""Describe a hand on the felt: board, pots and results, live or replayed."""

from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from poker_site.web.fragments import Attributes, Fragment, ViewModel, view_model
from tables.core import words
from tables.engine.cards import Card
from tables.engine.places import BOARD_SIZE
from tables.engine.view import FeltView
from tables.page import narration

if TYPE_CHECKING:
    from tables.page.seats import PublicSeat


@view_model
class Face(ViewModel):
    """Shows a card that lies face up; it is put into words when it is drawn, in the reader's language."""

    card: Card
    win: bool = False
    """True if it is one of a winner's five cards."""

    @property
    def rank(self) -> str:
        letter = words.rank_letter(self.card)
        return "10" if letter == "T" else letter

    @property
    def suit(self) -> str:
        return words.suit_letter(self.card)

    @property
    def label(self) -> str:
        return words.card_label(self.card)


@view_model
class BoardCard(ViewModel):
    face: Face
    wait: int
    """Holds the beats until the card is turned, after an all-in."""


@view_model
class Board(ViewModel):
    deck: str = ""
    cards: tuple[BoardCard | None, ...] = ()


@view_model
class PotShown(ViewModel):
    label: str
    amount_text: str


@view_model
class PotTotal(ViewModel):
    """Shows all chips in the middle; while there are none its place is kept."""

    text: str = ""
    empty: bool = False
    several: bool = False


@view_model
class Winner(ViewModel):
    name: str
    amount_text: str
    hand: str


@view_model
class Outcome(ViewModel):
    """Shows below the board who has won, or what is in each pot if there are several."""

    winners: tuple[Winner, ...] = ()
    pots: tuple[PotShown, ...] = ()


@view_model
class EmptyFeltText(ViewModel):
    """Says why there are no cards and chips on the felt."""

    text: str


@view_model
class FeltCentre(ViewModel):
    """Holds the elements in the middle of the felt."""

    frame: Attributes
    pot: Fragment
    board: Fragment
    outcome: Fragment
    calm: Fragment


class Felt:
    """Describes a hand part by part when each is needed, only from what the engine's `view` lets be seen."""

    if TYPE_CHECKING:  # subclasses provide these

        @property
        def hand_number(self) -> int | None: ...
        @property
        def seen(self) -> FeltView | None: ...
        @property
        def shows_hand(self) -> bool: ...
        @property
        def names(self) -> dict[int, str]: ...
        @property
        def amounts(self) -> words.Amounts: ...

    @property
    def deck(self) -> str:
        """Return a letter that alternates from hand to hand, so that a browser deals the cards anew."""
        return "ab"[(self.hand_number or 0) % 2]

    @cached_property
    def winning(self) -> frozenset[Card]:
        """Return the five cards of each winner who has shown, once the hand is over."""
        if not self.seen or not self.seen.over:
            return frozenset()
        hands = [seat.best for seat in self.seen.seats if seat.won and seat.shown and seat.best]
        return frozenset(card for hand in hands for card in hand.cards)

    def face(self, card: Card) -> Face:
        return Face(card=card, win=card in self.winning)

    @cached_property
    def board(self) -> tuple[BoardCard | None, ...]:
        dealt = narration.board(self.seen) if self.seen and self.shows_hand else []
        return self.padded([BoardCard(face=self.face(card), wait=wait) for card, wait in dealt])

    def padded(self, cards: list[BoardCard]) -> tuple[BoardCard | None, ...]:
        return (*cards, *[None] * (BOARD_SIZE - len(cards)))

    @property
    def runs(self) -> int:
        """Return the beats until the last card of the board is turned, after an all-in."""
        last = self.board[-1]
        return last.wait if last else 0

    @cached_property
    def street(self) -> str:
        return self.seen.street if self.seen and self.shows_hand else ""

    @cached_property
    def pots(self) -> tuple[PotShown, ...]:
        """List the pots with their amounts."""
        if not self.seen or not self.shows_hand:
            return ()
        several = len(self.seen.pots)
        return tuple(
            PotShown(label=narration.pot_name(number, of=several), amount_text=self.amounts(pot.amount))
            for number, pot in enumerate(self.seen.pots)
        )

    @property
    def pot_total(self) -> int:
        return self.seen.middle if self.seen and self.shows_hand else 0

    @cached_property
    def results(self) -> tuple[str, ...]:
        if not self.seen or not self.seen.over or not self.shows_hand:
            return ()
        return tuple(narration.results(self.seen, self.names, self.amounts))


def felt_centre(felt: Felt, seats: "tuple[PublicSeat, ...]", calm: str = "") -> FeltCentre:
    """Show pot, board and outcome; with `calm`, only that text, because no hand is on the felt."""
    pot = PotTotal(text=felt.amounts(felt.pot_total), empty=not felt.pot_total, several=len(felt.pots) > 1)
    board = Board(deck=felt.deck, cards=felt.board)
    outcome = _outcome(felt, seats)
    if calm:
        pot, board, outcome = PotTotal(), Board(), Outcome()
    return FeltCentre(
        frame=Attributes(
            "t-centre",
            (("class", "centre"), ("data-runs", felt.runs or None), ("aria-label", _("Pot and board"))),
            "section",
        ),
        pot=Fragment("t-pot", "tables/page/pot.html", pot),
        board=Fragment("t-board", "tables/page/board.html", board),
        outcome=Fragment("t-outcome", "tables/page/outcome.html", outcome),
        calm=Fragment("t-calm", "tables/page/calm.html", EmptyFeltText(text=calm)),
    )


def _outcome(felt: Felt, seats: "tuple[PublicSeat, ...]") -> Outcome:
    if felt.results:
        winners = sorted([seat for seat in seats if seat.won_text], key=lambda seat: seat.number)
        return Outcome(winners=tuple(Winner(name=s.name, amount_text=s.won_text, hand=s.best) for s in winners))
    return Outcome(pots=felt.pots if len(felt.pots) > 1 else ())
