"""Apply the rules of the game in pure functions of their arguments: no Django, clock, randomness, logging or I/O.

A hand is a value. It begins with an opening, and every action returns the next hand; an illegal action raises a
`Rejection`, which has a code and a sentence. The caller shuffles the deck; in this example a seed makes it repeatable.

    >>> from random import Random
    >>> from tables.engine import HandState, Opening, cards_text, rules_for, shuffled, view
    >>> deck = shuffled(Random(5).randrange)
    >>> opening = Opening.make(rules_for("cash"), seats=[1, 2, 3], stacks=[5000, 4000, 300], button=1, deck=deck)
    >>> hand = HandState.deal(opening).act("raise", 300).act("call").act("all-in")
    >>> hand.turn, hand.legal.bet, [seat.cards and cards_text(seat.cards) for seat in view(hand, 1).seats]
    (2, Bounds(least=100, most=3700), [None, None, '4d8s'])
    >>> hand = hand.act("bet", 500, seat=2).act("fold", seat=1)
    >>> dict(zip(hand.seats, hand.net))
    {2: 600, 3: -300, 1: -300}

Other programs may build on the names in `__all__`; the site itself imports from the modules.
"""

from typing import Final

from tables.engine.blind_levels import Orbit, next_orbit, rules_in_orbit
from tables.engine.cards import DECK, Card, NotACard, card_text, cards_text, parse_card, parse_cards
from tables.engine.deck import NotAProof, NotASealedDeck, NotHexadecimal, SealedDeck, commitment, seal, shuffled
from tables.engine.events import Acted, DealtBoard, DealtIn, Event, Mucked, Posted, Returned, Shown, Won
from tables.engine.hand import HandState, Pot
from tables.engine.legal import Bounds, Legal
from tables.engine.opening import Move, Opening, OpeningError, SeatNumber
from tables.engine.phh import Details, NotExpressible, to_phh
from tables.engine.phh_many import read_many
from tables.engine.phh_reading import Reading, from_phh, read_phh
from tables.engine.phh_text import NotReadable
from tables.engine.proof import CardPlace, Finding, NoSuchPlace, build_record, check_record
from tables.engine.ranks import Best, Category, best_five, category, strength
from tables.engine.rejection import Refusal, Rejection
from tables.engine.rulebooks import RULEBOOKS, Rulebook, rules_for
from tables.engine.rules import (
    MOST_CHIPS,
    MOST_PLAYERS,
    AnteFrom,
    Betting,
    BlindGrowth,
    HeadsUpSmallBlind,
    OddChips,
    Reveal,
    Rules,
    RulesError,
    ShortAllIn,
)
from tables.engine.seating import Deal, Player, next_deal
from tables.engine.sentences import TranslatableError
from tables.engine.steps import Step, steps_of
from tables.engine.view import FeltView, HandView, SeatView, to_json, view

__all__: Final = [
    "DECK",
    "MOST_CHIPS",
    "MOST_PLAYERS",
    "RULEBOOKS",
    "Acted",
    "AnteFrom",
    "Best",
    "Betting",
    "BlindGrowth",
    "Bounds",
    "Card",
    "CardPlace",
    "Category",
    "Deal",
    "DealtBoard",
    "DealtIn",
    "Details",
    "Event",
    "FeltView",
    "Finding",
    "HandState",
    "HandView",
    "HeadsUpSmallBlind",
    "Legal",
    "Move",
    "Mucked",
    "NoSuchPlace",
    "NotACard",
    "NotAProof",
    "NotASealedDeck",
    "NotExpressible",
    "NotHexadecimal",
    "NotReadable",
    "OddChips",
    "Opening",
    "OpeningError",
    "Orbit",
    "Player",
    "Posted",
    "Pot",
    "Reading",
    "Refusal",
    "Rejection",
    "Returned",
    "Reveal",
    "Rulebook",
    "Rules",
    "RulesError",
    "SealedDeck",
    "SeatNumber",
    "SeatView",
    "ShortAllIn",
    "Shown",
    "Step",
    "TranslatableError",
    "Won",
    "best_five",
    "build_record",
    "card_text",
    "cards_text",
    "category",
    "check_record",
    "commitment",
    "from_phh",
    "next_deal",
    "next_orbit",
    "parse_card",
    "parse_cards",
    "read_many",
    "read_phh",
    "rules_for",
    "rules_in_orbit",
    "seal",
    "shuffled",
    "steps_of",
    "strength",
    "to_json",
    "to_phh",
    "view",
]
