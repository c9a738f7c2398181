"""Test that opening and moves, which are all that is stored of a hand, give the same hand or a named refusal."""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.cards import DECK
from tables.engine.hand import HandState
from tables.engine.opening import Move, Opening, OpeningError, SeatNumber
from tables.engine.rejection import Refusal, Rejection
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import MOST_CHIPS, RulesError
from tables.engine.view import view
from tests.tables.engine.strategies import VARIANTS, examples, hands, openings, play, snapshot
from tests.tables.engine.tables import CASH, check_down, deal, seat_of
from tests.tables.engine.tables import play as play_moves

every_rulebook = pytest.mark.parametrize("variant", VARIANTS)
ALICE, BOB, CAROL, NOBODY = (
    SeatNumber(seat_of("Alice")),
    SeatNumber(seat_of("Bob")),
    SeatNumber(seat_of("Carol")),
    SeatNumber(99),
)


def stored(opening: Opening, moves: tuple[Move, ...]) -> str:
    """Write opening and moves as a database keeps them."""
    return json.dumps([opening.to_json(), moves])


def read(text: str) -> HandState:
    opening, moves = json.loads(text)
    return HandState.replay(Opening.from_json(opening), [Move(*move) for move in moves])


@every_rulebook
@examples(3)
@given(data=st.data(), decisions=play)
def test_a_replay_equals_the_live_hand_at_every_step(variant: str, data: st.DataObject, decisions: bytes) -> None:
    for live in hands(data.draw(openings(variant)), decisions):
        again = HandState.replay(live.opening, live.moves)
        assert again == live
        assert snapshot(again) == snapshot(live)
        for viewer in (None, *live.seats):
            assert view(again, viewer) == view(live, viewer)
            assert viewer is None or again.best(viewer) == live.best(viewer)


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play)
def test_a_stored_hand_is_read_back_and_goes_on(variant: str, data: st.DataObject, decisions: bytes) -> None:
    """A hand that is stored and read back in the middle comes to the same end."""
    history = list(hands(data.draw(openings(variant)), decisions))
    middle, end = history[len(history) // 2], history[-1]
    again = read(stored(middle.opening, middle.moves))
    assert snapshot(again) == snapshot(middle)
    for move in end.moves[len(middle.moves) :]:
        again = again.act(move.verb, move.amount, seat=move.seat)
    assert snapshot(again) == snapshot(end)


@every_rulebook
@examples(4)
@given(data=st.data(), decisions=play, where=st.integers(0, 2**16))
def test_a_tampered_record_is_refused_or_gives_another_hand(
    variant: str, data: st.DataObject, decisions: bytes, where: int
) -> None:
    """Other moves never give the same hand, and never another exception."""
    *_, hand = hands(data.draw(openings(variant)), decisions)
    for moves in tampered(list(hand.moves), where):
        try:
            other = HandState.replay(hand.opening, moves)
        except Rejection:
            continue
        assert other != hand
        assert other.moves != hand.moves
        assert len(other.moves) == len(moves)


def tampered(moves: list[Move], where: int) -> list[list[Move]]:
    """Return the moves with one doubled, left out, added, or made by another player, of another kind or size."""
    if not moves:
        return [[Move(ALICE, "fold"), Move(ALICE, "fold")]]
    here = where % len(moves)
    before, move, after = moves[:here], moves[here], moves[here + 1 :]
    changed = [
        move._replace(seat=moves[-1].seat if moves[-1].seat != move.seat else NOBODY),
        move._replace(verb="fold" if move.verb != "fold" else "check"),
        move._replace(amount=-1 if move.amount is None else move.amount + 1),
        move._replace(amount=0),
    ]
    doubled = [*before, move, *moves[here:]]
    left_out = before + after
    return [doubled, left_out, [*moves, moves[0]], *([*before, other, *after] for other in changed)]


MOVES = (Move(ALICE, "raise", 300), Move(BOB, "call"), Move(CAROL, "fold"), Move(BOB, "bet", 500), Move(ALICE, "fold"))


def opening_of_three() -> Opening:
    return deal(CASH, 3).opening


@pytest.mark.parametrize(
    ("place", "wrong", "code"),
    [
        (0, Move(ALICE, "raise", 199), Refusal.RAISE_TOO_SMALL),
        (0, Move(ALICE, "raise", 10_001), Refusal.RAISE_TOO_LARGE),
        (0, Move(BOB, "raise", 300), Refusal.NOT_YOUR_TURN),
        (0, Move(NOBODY, "raise", 300), Refusal.NOT_IN_THE_HAND),
        (1, Move(BOB, "check"), Refusal.CANNOT_CHECK),
        (1, Move(BOB, "call", 249), Refusal.CALL_COSTS),
        (2, Move(CAROL, "show"), Refusal.HAND_NOT_OVER),
        (3, Move(BOB, "bet"), Refusal.AMOUNT_MISSING),
        (4, Move(ALICE, "FOLD"), Refusal.UNKNOWN_VERB),
        (5, Move(BOB, "fold"), Refusal.HAND_IS_OVER),
    ],
)
def test_a_replay_stops_at_a_move_that_was_never_legal(place: int, wrong: Move, code: Refusal) -> None:
    assert HandState.replay(opening_of_three(), MOVES).over
    with pytest.raises(Rejection) as caught:
        HandState.replay(opening_of_three(), [*MOVES[:place], wrong, *MOVES[place + 1 :]])
    assert caught.value.code == code


def test_hands_are_equal_by_opening_and_moves() -> None:
    hand = HandState.replay(opening_of_three(), MOVES)
    assert {hand, HandState.replay(opening_of_three(), MOVES)} == {hand}
    assert hand != HandState.replay(opening_of_three(), MOVES[:-1])
    assert hand != HandState.replay(deal(CASH, 3, Bob=9_999).opening, MOVES)
    assert hand != "a hand"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_opening_is_read_back_from_its_json(rulebook: str) -> None:
    opening = deal(rules_for(rulebook), 4, Bob=1, Ted=77).opening
    assert Opening.from_json(json.loads(json.dumps(opening.to_json()))) == opening
    assert opening.to_json()["rules"]["rulebook"] == rulebook


def test_blinds_posted_out_of_turn_are_stored() -> None:
    opening = deal(CASH, 4, posts={"Ted": 100}).opening
    assert opening.posts == (0, 0, 100, 0)
    assert Opening.from_json(json.loads(json.dumps(opening.to_json()))) == opening


def test_a_stored_show_is_read_back() -> None:
    hand = play_moves(deal(CASH, 3), "Alice fold, Bob fold, Carol show, Alice show")
    assert read(stored(hand.opening, hand.moves)).shown == {CAROL, ALICE}
    assert check_down(play_moves(deal(CASH, 2), "Alice call")).over


def without(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda data: {key: value for key, value in data.items() if key != name}


def having(name: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: {**data, name: value}


def ruled(name: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: {**data, "rules": {**data["rules"], name: value}}


FIELDS = ("rules", "seats", "stacks", "posts", "deck")
JUNK: Final[tuple[Any, ...]] = (
    None,
    7,
    -1,
    0.5,
    True,
    "",
    "junk",
    [],
    [None],
    [[]],
    [1, 2],
    {},
    {"0": 1},
    ["a", "b", "c"],
    [1, 2, "3"],
)
NO_RULE: Final[tuple[Any, ...]] = (None, -1, 0.5, "", [], [None], {}, 10**30, [True, 2])
CORRUPT = (
    *(lambda data, junk=junk: junk for junk in JUNK),
    *(without(name) for name in FIELDS),
    *(having(name, junk) for name in FIELDS for junk in JUNK),
    *(ruled(name, junk) for name in CASH.to_json() for junk in NO_RULE),
    *(ruled(name, "junk") for name in CASH.to_json() if name != "rulebook"),
    ruled("surprise", 1),
    ruled("players_most", 2),
    having("seats", [1, 1, 2]),
    having("stacks", [100, 100, 0]),
    having("stacks", [100, 100, -5]),
    having("stacks", [100, 100, 100.0]),
    having("stacks", [100, 100, True]),
    having("posts", [0, 0, 101]),
    having("posts", [0, 0]),
    having("deck", "AsKd" * 26),
    having("deck", "x" * 104),
)


def test_a_corrupt_opening_is_refused_with_one_of_two_errors() -> None:
    """The errors are `OpeningError` and `RulesError`, so that code that reads the database catches these two only."""
    good = opening_of_three().to_json()
    wrong = [(differing(good, corrupt(good)), told) for corrupt in CORRUPT if (told := reading(corrupt(good)))]
    assert not wrong, "\n".join(map(str, wrong))


def reading(data: Any) -> str:
    """Return what comes of it, if not a refusal."""
    try:
        Opening.from_json(data)
    except (OpeningError, RulesError):
        return ""
    except Exception as error:
        return repr(error)
    return "it is accepted"


def differing(good: dict[str, Any], data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return {name: data.get(name, "missing") for name, value in good.items() if data.get(name) != value}


@pytest.mark.parametrize("spoil", [lambda text: text[:-1] + "x", lambda text: text[:-2], lambda text: text + "As"])
def test_a_broken_deck_is_refused_without_naming_its_cards(spoil: Callable[[str], str]) -> None:
    """Errors end in logs and reports, together with the errors that caused them."""
    good = opening_of_three().to_json()
    with pytest.raises(OpeningError) as caught:
        Opening.from_json({**good, "deck": spoil(good["deck"])})
    errors: list[BaseException] = [caught.value]
    while found := errors[-1].__cause__ or errors[-1].__context__:
        errors.append(found)
    for error in errors:
        assert good["deck"][:4] not in f"{error} {error!r} {error.args}"


def make(**changed: Any) -> Opening:
    usual: dict[str, Any] = {"seats": (3, 5, 8), "stacks": (100, 200, 300), "button": 5, "deck": DECK}
    return Opening.make(changed.pop("rules", CASH), **{**usual, **changed})


def test_players_are_counted_from_the_left_of_the_button() -> None:
    opening = make(posts={3: 100})
    assert (opening.seats, opening.stacks, opening.posts) == ((8, 3, 5), (300, 100, 200), (0, 100, 0))
    assert opening.button == 5
    assert opening == make(seats=(5, 8, 3), stacks=(200, 300, 100), posts={3: 100})


@pytest.mark.parametrize(
    "changed",
    [
        {"button": 4},
        {"button": None},
        {"seats": (), "stacks": ()},
        {"seats": (5,), "stacks": (100,)},
        {"seats": range(11), "stacks": [100] * 11},
        {"rules": rules_for("cash", players_most=2)},
        {"seats": (3, 5, 5)},
        {"stacks": (100, 200)},
        {"stacks": (100, 200, 300, 400)},
        {"stacks": (100, 200, 0)},
        {"stacks": (100, 200, -1)},
        {"stacks": (100, 200, 1.5)},
        {"stacks": (100, 200, "300")},
        {"stacks": (100, 200, True)},
        {"stacks": (100, 200, MOST_CHIPS + 1)},
        {"posts": {3: 101}},
        {"posts": {3: -1}},
        {"posts": {3: 0.5}},
        {"deck": DECK[:-1]},
        {"deck": (*DECK, 52)},
        {"deck": (*DECK[:-1], 52)},
        {"deck": (*DECK[:-1], 0)},
    ],
    ids=str,
)
def test_an_opening_that_cannot_be_dealt_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(OpeningError):
        make(**changed)
