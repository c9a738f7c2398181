"""The deck is sealed under one root before the players cut it, and every card proves where it lay."""

import json
import random
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables.engine.cards import DECK, card_text, cards_text
from tables.engine.deck import (
    DEAL_LEAF,
    FIRST_STAND_IN_LEAF,
    NotAProof,
    NotASealedDeck,
    NotHexadecimal,
    Proof,
    SealedDeck,
    commitment,
    parse_commitment,
    parse_number,
    seal,
    shuffled,
    verify_proof,
)

ALICE, BOB, CAROL = "a1" * 16, "b2" * 16, "0" * 32
NUMBERS = {3: ALICE, 5: BOB, 8: CAROL}


def sealed(commitments: dict[int, str | None] | None = None, *, seed: int = 1) -> SealedDeck:
    luck = random.Random(seed)
    sent = commitments or {seat: commitment(number) for seat, number in NUMBERS.items()}
    return seal(commitments=sent, burns=(True, True, False), below=luck.randrange, token=luck.randbytes)


DECK_OF_THREE = sealed()
DECK_OF_TEN = sealed(dict.fromkeys(range(1, 11)))


def root_by_the_description(proof: dict[str, Any]) -> str:
    """Compute the root from the words in `deck.py` alone, as a program in another language would."""
    leaf = proof["leaf"]
    node = sha256(bytes([0]) + bytes.fromhex(proof["salt"]) + f"{leaf} {proof['text']}".encode()).digest()
    for other in proof["path"]:
        pair = node + bytes.fromhex(other) if leaf % 2 == 0 else bytes.fromhex(other) + node
        node = sha256(bytes([1]) + pair).digest()
        leaf = leaf // 2
    return node.hex()


def deal_by_the_description(deck: SealedDeck) -> str:
    burns = "".join(str(int(burn)) for burn in deck.burns)
    seats = [f"{seat}:{sent or '-'}" for seat, sent in zip(deck.seats, deck.commitments, strict=True)]
    return sha256(" ".join([burns, *seats]).encode()).hexdigest()


def test_each_series_of_draws_gives_a_different_order() -> None:
    cards = DECK[:5]
    orders = set()
    for draws in product(range(5), range(4), range(3), range(2)):
        coming = iter(draws)
        orders.add(shuffled(lambda _, coming=coming: next(coming), cards))  # type: ignore[misc]
    assert len(orders) == 5 * 4 * 3 * 2
    assert all(sorted(order) == list(cards) for order in orders)


def test_a_shuffle_draws_once_for_each_number_of_cards_left() -> None:
    asked: list[int] = []

    def below(count: int) -> int:
        asked.append(count)
        return count - 1

    assert shuffled(below) == DECK
    assert asked == list(range(52, 1, -1))


@pytest.mark.parametrize(
    "text", ["a" * 31, "a" * 33, "A" * 32, "g" * 32, "", "a" * 31 + "\n", "١" * 32, None, 7, b"a" * 32]
)
def test_a_number_is_written_in_one_way_only(text: object) -> None:
    with pytest.raises(NotHexadecimal):
        parse_number(text)
    with pytest.raises(NotHexadecimal):
        parse_commitment(text * 2 if isinstance(text, str) else text)


def test_a_commitment_is_the_hash_of_the_digits() -> None:
    assert commitment("0123456789abcdef" * 2) == sha256(b"0123456789abcdef0123456789abcdef").hexdigest()


def test_the_sum_of_the_numbers_is_the_cut() -> None:
    assert DECK_OF_THREE.cut(NUMBERS) == (int(ALICE, 16) + int(BOB, 16)) % 52


@pytest.mark.parametrize("revealed", [None, CAROL, "rubbish", ALICE.upper(), ALICE + "\n"])
def test_the_stand_in_counts_for_a_player_who_does_not_reveal_the_committed_number(revealed: str | None) -> None:
    numbers = {5: BOB, 8: CAROL} | ({} if revealed is None else {3: revealed})
    stand_in = int(DECK_OF_THREE.stand_in_proof(3).text, 16)
    assert DECK_OF_THREE.accepted(numbers) == (None, BOB, CAROL)
    assert DECK_OF_THREE.cut(numbers) == (stand_in + int(BOB, 16)) % 52


def test_the_stand_in_counts_for_a_player_who_sent_no_commitment() -> None:
    deck = sealed({3: None, 5: commitment(BOB)})
    assert deck.accepted({3: ALICE, 5: BOB}) == (None, BOB)


def test_a_commitment_sent_twice_counts_for_neither() -> None:
    deck = sealed({1: commitment(ALICE), 2: commitment(BOB), 3: commitment(ALICE), 4: None, 5: None})
    assert deck.commitments == (None, commitment(BOB), None, None, None)


def test_a_single_number_can_produce_every_cut() -> None:
    numbers = [f"{number:032x}" for number in range(52)]
    cuts = {sealed({1: commitment(number), 2: None}).cut({1: number}) for number in numbers}
    assert cuts == set(range(52))


@pytest.mark.parametrize("cut", [0, 1, 30, 51])
def test_the_deal_begins_at_the_cut(cut: int) -> None:
    dealt = DECK_OF_THREE.dealt(cut)
    assert dealt == DECK_OF_THREE.order[cut:] + DECK_OF_THREE.order[:cut]


def test_every_card_and_every_stand_in_has_a_proof_that_holds() -> None:
    for deck in (DECK_OF_THREE, DECK_OF_TEN):
        cards = [deck.card_proof(place=place, cut=17) for place in range(52)]
        stand_ins = [deck.stand_in_proof(seat) for seat in deck.seats]
        assert [proof.leaf for proof in cards] == [*range(17, 52), *range(17)]
        assert "".join(proof.text for proof in cards) == cards_text(deck.dealt(17))
        assert [proof.leaf for proof in stand_ins] == [FIRST_STAND_IN_LEAF + nth for nth in range(len(deck.seats))]
        assert tuple(proof.text for proof in stand_ins) == deck.stand_ins
        for proof in [*cards, *stand_ins, deck.deal_proof()]:
            assert verify_proof(deck.root, json.loads(json.dumps(proof.to_json())))
            assert root_by_the_description(proof.to_json()) == deck.root


def test_the_root_fixes_seats_commitments_and_burns() -> None:
    for deck in (DECK_OF_THREE, DECK_OF_TEN, sealed({9: None, 0: commitment(BOB)})):
        assert deck.deal_proof().leaf == DEAL_LEAF
        assert deck.deal_proof().text == deal_by_the_description(deck)


def test_the_root_is_the_same_in_every_release() -> None:
    salts = tuple(f"{number:032x}" for number in range(1, 56))
    commitments = (commitment(ALICE), None)
    deck = SealedDeck(
        seats=(4, 1), commitments=commitments, burns=(True, True, True), order=DECK, stand_ins=(BOB, CAROL), salts=salts
    )
    assert deck.root == "3ff18c542771c900ef66057099f7bcaf5398c648c98b460a2db65f4121f31721"


PROOF = DECK_OF_THREE.card_proof(place=0, cut=1).to_json()
OTHER = DECK_OF_THREE.card_proof(place=1, cut=1).to_json()
STAND_IN = DECK_OF_THREE.stand_in_proof(3).to_json()
PATH: Any = PROOF["path"]
TEXT, SALT = str(PROOF["text"]), str(PROOF["salt"])
OTHER_FORMS: dict[str, list[object]] = {
    "leaf": [0, 2, 1 + 64, 1 - 64, 1.0, True, "1", None],  # leaf 65 would take the same way to the root
    "text": [OTHER["text"], TEXT.swapcase(), TEXT + " ", ALICE, "", ["As"], "\ud800", None],
    "salt": [OTHER["salt"], SALT.upper(), SALT + "00", SALT[:-2], " " + SALT, SALT + "\n", "", 5],
    "path": [PATH[:5], [*PATH, PATH[0]], PATH[::-1], "".join(PATH), tuple(PATH), dict.fromkeys(PATH), None],
}
OTHER_NODES: list[object] = [PATH[5].upper(), PATH[5] + "00", PATH[5][:-2], None, [PATH[5]], 5]


@pytest.mark.parametrize(
    "proof",
    [
        *(PROOF | {field: form} for field, forms in OTHER_FORMS.items() for form in forms),
        *(PROOF | {"path": [*PATH[:5], node]} for node in OTHER_NODES),
        *({name: PROOF[name] for name in PROOF if name != missing} for missing in PROOF),
        *(PROOF | {"more": 1}, STAND_IN | {"text": "As"}, STAND_IN | {"leaf": 52}, STAND_IN | {"leaf": 63}),
        *([], "proof", None, float("nan")),
    ],
)
def test_a_value_that_is_not_exactly_a_proof_is_refused(proof: object) -> None:
    assert verify_proof(DECK_OF_THREE.root, PROOF)
    assert not verify_proof(DECK_OF_THREE.root, proof)


@pytest.mark.parametrize("form", [{"leaf": True}, {"leaf": -63}, {"leaf": 65}, {"path": PATH[:5]}, {"path": PATH * 2}])
def test_a_proof_of_another_form_is_refused_before_it_is_hashed(form: dict[str, object]) -> None:
    with pytest.raises(NotAProof):
        Proof.from_json(PROOF | form)


@pytest.mark.parametrize(
    "root", [DECK_OF_TEN.root, DECK_OF_THREE.root.upper(), DECK_OF_THREE.root[:-1], "", None, 5, []]
)
def test_a_proof_holds_under_its_own_root_only(root: object) -> None:
    assert not verify_proof(root, PROOF)


rubbish = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8), st.lists, max_leaves=4
)


@given(st.dictionaries(st.sampled_from(["leaf", "text", "salt", "path"]), rubbish))
@example({"leaf": 10**5000})
def test_a_malformed_proof_is_refused_without_an_error(changes: dict[str, object]) -> None:
    assert not changes or not verify_proof(DECK_OF_THREE.root, PROOF | changes)
    assert not verify_proof(DECK_OF_THREE.root, changes)


def test_a_proof_reveals_nothing_about_other_cards() -> None:
    """The path holds hashes only, and each leaf below them has a salt of its own that nobody can guess."""
    deck = DECK_OF_TEN
    assert len(set(deck.salts)) == FIRST_STAND_IN_LEAF + 10
    assert all(len(bytes.fromhex(salt)) >= 16 for salt in deck.salts)
    foreign = {*deck.salts, *deck.stand_ins}
    for place in range(52):
        proof = deck.card_proof(place=place, cut=0)
        assert set(proof.to_json()) == {"leaf", "text", "salt", "path"}
        assert not foreign & set(proof.path)
        assert sha256(f"{place ^ 1} {card_text(deck.order[place ^ 1])}".encode()).hexdigest() not in proof.path


def test_the_same_order_with_other_salts_shares_no_hash() -> None:
    one, other = DECK_OF_THREE, replace(DECK_OF_THREE, salts=DECK_OF_TEN.salts[:56])
    assert not {*one.card_proof(place=9, cut=0).path[:5]} & {*other.card_proof(place=9, cut=0).path[:5]}


def test_a_broken_source_of_randomness_is_refused() -> None:
    always_zeros, too_short = bytes, lambda count: random.randbytes(count - 1)
    for token in (always_zeros, too_short):
        with pytest.raises(NotASealedDeck):
            seal(commitments={1: None, 2: None}, burns=(True, True, True), below=random.randrange, token=token)


def test_no_repr_contains_a_secret() -> None:
    secrets = [*DECK_OF_THREE.salts, *DECK_OF_THREE.stand_ins, cards_text(DECK_OF_THREE.order)]
    for shown in (repr(DECK_OF_THREE), str([DECK_OF_THREE]), f"{DECK_OF_THREE}"):
        assert DECK_OF_THREE.root in shown
        assert not any(secret in shown for secret in secrets)
        assert len(shown) < 90
    assert repr(Proof.from_json(PROOF)) == "Proof(leaf=1)"


def test_a_stored_deck_is_read_back_unchanged() -> None:
    for deck in (DECK_OF_THREE, DECK_OF_TEN):
        stored = json.dumps(deck.to_json())
        back = SealedDeck.from_json(json.loads(stored))
        assert back == deck
        assert back.root == deck.root
        assert json.dumps(back.to_json()) == stored


STORED: dict[str, Any] = DECK_OF_THREE.to_json()


ORDER, SALTS, STAND_INS = STORED["order"], STORED["salts"], STORED["stand_ins"]
DAMAGES: dict[str, list[object]] = {
    "version": [2, None],
    "more": [1],
    "order": ["As" * 52, ORDER[:-2], ORDER + "As", ORDER.lower(), 52],
    "salts": [SALTS[:-1], [*SALTS, ALICE], [SALTS[0]] * 56, [*SALTS[:-1], "00"], [None] * 56],
    "stand_ins": [STAND_INS[:-1], [ALICE, BOB, "c3"]],
    "seats": [[3, 5], [3, 5, 5], [3, 5, True], [3, 5, 100], [3, 5, -1]],
    "commitments": [[None, None], ["x", None, None], [commitment(ALICE), commitment(ALICE), None]],
    "burns": [[True, True], [1, 1, 0]],
}


@pytest.mark.parametrize(
    "stored",
    [
        *(STORED | {field: form} for field, forms in DAMAGES.items() for form in forms),
        *({name: STORED[name] for name in STORED if name != missing} for missing in STORED),
        *(None, [], "deck", {}),
    ],
)
def test_a_damaged_deck_is_refused_without_naming_a_card(stored: object) -> None:
    with pytest.raises(NotASealedDeck) as refusal:
        SealedDeck.from_json(stored)
    assert str(refusal.value) == ""
    assert refusal.value.__context__ is None


@pytest.mark.parametrize("players", [1, 11])
def test_a_deck_is_sealed_only_for_two_to_ten_players(players: int) -> None:
    with pytest.raises(NotASealedDeck):
        sealed(dict.fromkeys(range(players)))


def test_a_malformed_commitment_is_refused_by_the_seal() -> None:
    with pytest.raises(NotHexadecimal):
        sealed({1: "x", 2: None})
