"""Seal the deck before the players cut it, and prove it card by card afterwards: this makes it provably fair.

1. Every player's browser draws a number, 32 lowercase hexadecimal digits, and sends its commitment: their SHA-256.
2. `seal` fixes under one root the deal (seats, burns, commitments), the order of the cards and a stand-in number
   for every seat. Only then are the commitments shown, with the root: nobody can copy the commitment of another.
3. The numbers are revealed. If none matches a seat's commitment, its stand-in counts. The sum modulo 52 is the cut:
   place j of the deal is sealed position (j + cut) % 52.

The seal is a tree of 64 leaves: 0-51 are the cards of the sealed order, 52 is the deal, 53 and up are the stand-ins in
the order of the deal, the rest is empty. A proof {leaf, text, salt, path} is checked like this, in any language:

    node = SHA-256(byte 0, the 16 bytes of the salt, "<leaf> <text>")
    for the 6 hashes of the path:
        node = SHA-256(byte 1, node, hash) if leaf is even, else SHA-256(byte 1, hash, node)
        leaf = leaf / 2, rounded down
    node must be the root

The text is a card ("Td"), for leaf 52 the SHA-256 of "<burns> <seat>:<commitment> ..." in the order of the deal ("110"
for a burn before flop and turn, "-" for no commitment), and for a stand-in its number. Hashes, salts and numbers are
lowercase hexadecimal.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, TypeGuard

from tables.engine.cards import DECK, Card, card_text, cards_text
from tables.engine.places import BOARD_CARDS, Burns

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 10
HIGHEST_SEAT: Final = 99
HASH_DIGITS: Final = 64
RANDOM_DIGITS: Final = 32  # in a player's number and in a salt
DEAL_LEAF: Final = len(DECK)
FIRST_STAND_IN_LEAF: Final = DEAL_LEAF + 1

_VERSION: Final = 1
_LEAVES: Final = 64
_PATH_LENGTH: Final = 6
_RANDOM_BYTES: Final = 16
_EMPTY_LEAF: Final = sha256(b"\x00").digest()
_CARDS: Final = {card_text(card): card for card in DECK}


class NotHexadecimal(ValueError):
    def __init__(self, what: str, *, digits: int) -> None:
        super().__init__(f"{what} is {digits} lowercase hexadecimal digits")


class NotAProof(ValueError):
    """Refuses a value that is not a leaf, its text, a salt and six hashes, each written in the one right way."""


class NotASealedDeck(ValueError):
    """Refuses a stored deck and says nothing of what was found: it may be most of a deck."""


def is_hexadecimal(value: object, digits: int) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) == digits and re.fullmatch(r"[0-9a-f]*", value) is not None


def are_seats(values: Sequence[object]) -> TypeGuard[Sequence[int]]:
    return (
        FEWEST_PLAYERS <= len(values) <= MOST_PLAYERS
        and all(type(seat) is int and 0 <= seat <= HIGHEST_SEAT for seat in values)
        and len(set(values)) == len(values)
    )


def are_burns(values: Sequence[object]) -> bool:
    return len(values) == len(BOARD_CARDS) and all(isinstance(burn, bool) for burn in values)


def parse_number(value: object) -> str:
    if not is_hexadecimal(value, RANDOM_DIGITS):
        raise NotHexadecimal("a number for the cut", digits=RANDOM_DIGITS)
    return value


def parse_commitment(value: object) -> str:
    if not is_hexadecimal(value, HASH_DIGITS):
        raise NotHexadecimal("a commitment", digits=HASH_DIGITS)
    return value


def commitment(number: str) -> str:
    """Return the SHA-256 of a number, which is too long to be found by trying and so needs no salt."""
    return sha256(parse_number(number).encode()).hexdigest()


def matches_commitment(number: object, *, committed: str | None) -> bool:
    """Tell whether this is the number that was committed; for any other the stand-in counts."""
    return is_hexadecimal(number, RANDOM_DIGITS) and commitment(number) == committed


def cut_of(numbers: Iterable[str]) -> int:
    return sum(int(number, 16) for number in numbers) % len(DECK)


def deal_text(seats: Iterable[tuple[int, str | None]], *, burns: Burns) -> str:
    """Return the hash of the line about the deal that the root covers: the burns, and each seat with its commitment."""
    words = ["".join("1" if burn else "0" for burn in burns), *(f"{seat}:{sent or '-'}" for seat, sent in seats)]
    return sha256(" ".join(words).encode()).hexdigest()


def shuffled(below: Callable[[int], int], cards: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """Shuffle by Fisher-Yates: with `below(n)` uniform in 0..n-1, each order comes from exactly one row of draws."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        drawn = below(last + 1)
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


def _leaf_hash(leaf: int, text: str, salt: str) -> bytes:
    return sha256(b"\x00" + bytes.fromhex(salt) + f"{leaf} {text}".encode()).digest()


def _node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _is_text_of(leaf: object, text: object) -> bool:
    """Tell whether the text has the form of its leaf: no card, deal or stand-in can pass for another."""
    if type(leaf) is not int or not 0 <= leaf < FIRST_STAND_IN_LEAF + MOST_PLAYERS:
        return False
    if leaf < DEAL_LEAF:
        return isinstance(text, str) and text in _CARDS
    return is_hexadecimal(text, HASH_DIGITS if leaf == DEAL_LEAF else RANDOM_DIGITS)


@dataclass(frozen=True)
class Proof:
    """Proves that a text stands at a leaf under a root. Its `repr` does not show the card."""

    leaf: int
    text: str = field(repr=False)
    salt: str = field(repr=False)
    path: tuple[str, ...] = field(repr=False)

    def __post_init__(self) -> None:
        salted = _is_text_of(self.leaf, self.text) and is_hexadecimal(self.salt, RANDOM_DIGITS)
        complete = len(self.path) == _PATH_LENGTH and all(is_hexadecimal(node, HASH_DIGITS) for node in self.path)
        if not (salted and complete):
            raise NotAProof

    @property
    def root(self) -> str:
        """Return the root that this proof leads to; it proves something only under that root."""
        node = _leaf_hash(self.leaf, self.text, self.salt)
        for height, sibling in enumerate(map(bytes.fromhex, self.path)):
            node = _node_hash(sibling, node) if self.leaf >> height & 1 else _node_hash(node, sibling)
        return node.hex()

    def to_json(self) -> dict[str, object]:
        return {"leaf": self.leaf, "text": self.text, "salt": self.salt, "path": list(self.path)}

    @classmethod
    def from_json(cls, value: object) -> "Proof":
        fields = {"leaf", "text", "salt", "path"}
        if not isinstance(value, dict) or value.keys() != fields or not isinstance(value["path"], list):
            raise NotAProof
        return cls(**{**value, "path": tuple(value["path"])})


def verify_proof(root: object, proof: object) -> bool:
    """Tell whether the JSON form of a proof holds under this root; anything malformed is False."""
    try:
        return Proof.from_json(proof).root == root
    except NotAProof:
        return False


@dataclass(frozen=True, kw_only=True, repr=False)
class SealedDeck:
    """Holds everything the root stands for; it is secret, so its `repr` shows only the root."""

    seats: tuple[int, ...]
    commitments: tuple[str | None, ...]
    burns: Burns
    order: tuple[Card, ...]
    stand_ins: tuple[str, ...]
    salts: tuple[str, ...]

    def __post_init__(self) -> None:
        sent = [one for one in self.commitments if one is not None]
        sound = (
            are_seats(self.seats)
            and len(self.seats) == len(self.commitments) == len(self.stand_ins)
            and all(is_hexadecimal(one, HASH_DIGITS) for one in sent)
            and len(set(sent)) == len(sent)
            and are_burns(self.burns)
            and all(is_hexadecimal(drawn, RANDOM_DIGITS) for drawn in (*self.stand_ins, *self.salts))
            and len(self.salts) == len(set(self.salts)) == FIRST_STAND_IN_LEAF + len(self.seats)
            and tuple(sorted(self.order)) == DECK
        )
        if not sound:
            raise NotASealedDeck

    def __repr__(self) -> str:
        return f"<SealedDeck {self.root}>"

    @cached_property
    def _levels(self) -> tuple[tuple[bytes, ...], ...]:
        salted = zip(self._texts, self.salts, strict=True)
        leaves = [_leaf_hash(leaf, text, salt) for leaf, (text, salt) in enumerate(salted)]
        levels = [(*leaves, *(_EMPTY_LEAF,) * (_LEAVES - len(leaves)))]
        while len(levels[-1]) > 1:
            pairs = zip(levels[-1][::2], levels[-1][1::2], strict=True)
            levels.append(tuple(_node_hash(left, right) for left, right in pairs))
        return tuple(levels)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        deal = deal_text(zip(self.seats, self.commitments, strict=True), burns=self.burns)
        return (*map(card_text, self.order), deal, *self.stand_ins)

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    def accepted(self, numbers: Mapping[int, str]) -> tuple[str | None, ...]:
        """Return the revealed numbers that match, in the order of the seats; None where the stand-in counts."""
        revealed = [(numbers.get(seat), sent) for seat, sent in zip(self.seats, self.commitments, strict=True)]
        return tuple(number if matches_commitment(number, committed=sent) else None for number, sent in revealed)

    def cut(self, numbers: Mapping[int, str]) -> int:
        accepted = zip(self.accepted(numbers), self.stand_ins, strict=True)
        return cut_of(number or stand_in for number, stand_in in accepted)

    def dealt(self, cut: int) -> tuple[Card, ...]:
        """Return the deck in the order in which it is dealt, first card first."""
        return tuple(self.order[(place + cut) % len(DECK)] for place in range(len(DECK)))

    def card_proof(self, *, place: int, cut: int) -> Proof:
        return self._proof((place + cut) % len(DECK))

    def stand_in_proof(self, seat: int) -> Proof:
        return self._proof(FIRST_STAND_IN_LEAF + self.seats.index(seat))

    def deal_proof(self) -> Proof:
        return self._proof(DEAL_LEAF)

    def _proof(self, leaf: int) -> Proof:
        path = tuple(self._levels[height][leaf >> height ^ 1].hex() for height in range(_PATH_LENGTH))
        return Proof(leaf=leaf, text=self._texts[leaf], salt=self.salts[leaf], path=path)

    def to_json(self) -> dict[str, object]:
        """Return the secret itself, for the database only."""
        lists = {name: list(getattr(self, name)) for name in ("seats", "commitments", "burns", "stand_ins", "salts")}
        return {"version": _VERSION, "order": cards_text(self.order), **lists}

    @classmethod
    def from_json(cls, stored: object) -> "SealedDeck":
        try:
            deck = cls._read(stored)
        except (KeyError, TypeError, ValueError):
            deck = None
        if deck is None or deck.to_json() != stored:
            raise NotASealedDeck
        return deck

    @classmethod
    def _read(cls, stored: Any) -> "SealedDeck":
        order = stored["order"]
        return cls(
            seats=tuple(stored["seats"]),
            commitments=tuple(stored["commitments"]),
            burns=tuple(stored["burns"]),
            order=tuple(_CARDS[order[start : start + 2]] for start in range(0, len(order), 2)),
            stand_ins=tuple(stored["stand_ins"]),
            salts=tuple(stored["salts"]),
        )


def seal(
    *, commitments: Mapping[int, str | None], burns: Burns, below: Callable[[int], int], token: Callable[[int], bytes]
) -> SealedDeck:
    """Seal a new deck for the seats in the order of the deal, from the left of the button, the button last.

    `below` and `token` are `secrets.randbelow` and `secrets.token_bytes`, or stand for them. A commitment that two
    seats sent counts for neither: the sum of twice the same number is always even.
    """
    senders = Counter(commitments.values())
    counted = (None if sent is None or senders[sent] > 1 else parse_commitment(sent) for sent in commitments.values())
    return SealedDeck(
        seats=tuple(commitments),
        commitments=tuple(counted),
        burns=burns,
        order=shuffled(below),
        stand_ins=tuple(token(_RANDOM_BYTES).hex() for _ in commitments),
        salts=tuple(token(_RANDOM_BYTES).hex() for _ in range(FIRST_STAND_IN_LEAF + len(commitments))),
    )
