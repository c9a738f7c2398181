"""Test that the first house bots act legally under every rulebook, and look like four kinds of players."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import pytest

from tables.engine.cards import DECK, Card, parse_cards
from tables.engine.events import Acted
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Rules
from tables.engine.view import view
from tables.house import STYLES, decide
from tables.house.judging import look, outs, share_of_better_hands
from tables.house.sizing import round_chips
from tables.house.spot import NotOnTurn
from tests.tables.engine.strategies import VARIANTS, may
from tests.tables.engine.tables import CASH, CONTEST, HOME, QUEUE, deal, legal, play, seat_of

JUDGING: Final = ("caller", "tight", "loose")
"""Names the bots that look at their cards; the random one may throw anything away."""
SIX: Final = dict(zip(map(SeatNumber, range(6)), ("tight", "loose", "caller", "random", "tight", "loose"), strict=True))


class Decision(NamedTuple):
    style: str
    before: HandState
    verb: str
    amount: int | None
    after: HandState

    @property
    def preflop(self) -> bool:
        return not self.before.board

    @property
    def all_in(self) -> bool:
        return next(event.all_in for event in reversed(self.after.events) if isinstance(event, Acted))

    @property
    def hole_rank(self) -> float:
        assert self.before.turn is not None
        return share_of_better_hands(self.before.hole(self.before.turn))


def play_out(hand: HandState, styles: Mapping[SeatNumber, str], chance: random.Random) -> Iterator[Decision]:
    while hand.turn is not None:
        style, before = styles[hand.turn], hand
        verb, amount = decide(view(hand, hand.turn), style, chance)
        hand = hand.act(verb, amount, seat=hand.turn)
        yield Decision(style, before, verb, amount, hand)


def shuffled(chance: random.Random) -> list[Card]:
    return chance.sample(DECK, len(DECK))


def even_table(rules: Rules, players: int, deck: list[Card], *, button: int = 0) -> HandState:
    stacks = [100 * rules.big_blind] * players
    return HandState.deal(Opening.make(rules, seats=range(players), stacks=stacks, button=button, deck=deck))


def odd_table(variant: str, chance: random.Random) -> HandState:
    """Deal to any number of players, with unusual blinds and antes, and stacks from one chip up."""
    rules, players = odd_rules(variant, chance), chance.choice((2, 2, 2, 3, 3, 4, 6, 10))
    most = chance.choice((3, 12, 60, 300)) * rules.big_blind
    stacks = [chance.randint(1, most) for _ in range(players)]
    seats = range(1, players + 1)
    return HandState.deal(Opening.make(rules, seats=seats, stacks=stacks, button=players, deck=shuffled(chance)))


def odd_rules(variant: str, chance: random.Random) -> Rules:
    small = chance.choice((1, 7, 10, 50))
    match variant.split("_", 1):
        case ["cash", limit]:
            big = chance.choice((small, 2 * small, 3 * small))
            return rules_for("cash", betting=limit, small_blind=small, big_blind=big, ante=chance.choice((0, 0, big)))
        case ["home"]:
            return rules_for("home", small_blind=0, big_blind=small)
        case ["queue"]:
            return rules_for("queue", small_blind=small)
        case _:
            return rules_for(variant)


@cache
def ring_game() -> tuple[Decision, ...]:
    """Play 144 hands of six players with 100 big blinds each; the button goes round."""
    chance = random.Random(7)
    found: list[Decision] = []
    for number in range(144):
        hand = even_table(CASH, 6, shuffled(chance), button=number % 6)
        found += play_out(hand, SIX, chance)
    return tuple(found)


def share(style: str, *verbs: str, preflop: bool | None = None) -> float:
    """Return the share of these verbs among the decisions of this style, on all streets or some."""
    own = [one for one in ring_game() if one.style == style and preflop in (None, one.preflop)]
    return sum([one.verb in verbs for one in own]) / len(own)


def decisions(hand: HandState, style: str, count: int = 40) -> list[tuple[str, int | None]]:
    seen = view(hand, hand.turn)
    return [decide(seen, style, random.Random(seed)) for seed in range(count)]


def verbs(hand: HandState, style: str) -> set[str]:
    return {verb for verb, _ in decisions(hand, style)}


# Legal decisions


@pytest.mark.parametrize("variant", VARIANTS)
def test_decisions_are_legal_and_never_fold_for_free(variant: str) -> None:
    chance = random.Random(variant)
    for _ in range(90):
        hand = odd_table(variant, chance)
        styles = {seat: chance.choice(STYLES) for seat in hand.seats}
        for one in play_out(hand, styles, chance):
            assert may(legal(one.before), one.verb, one.amount)
            assert one.verb != "overbet"
            assert not (one.verb == "fold" and legal(one.before).check)


@pytest.mark.parametrize("style", STYLES)
def test_all_verbs_of_the_queue_are_played(style: str) -> None:
    chance, played = random.Random(style), Counter[str]()
    for _ in range(40):
        hand = even_table(QUEUE, 3, shuffled(chance))
        played.update([one.verb for one in play_out(hand, dict.fromkeys(hand.seats, style), chance)])
    assert {"call", "fold", "raise", "pass"} <= {*played}


def test_strong_hand_in_the_queue_passes_where_it_may_not_raise_yet() -> None:
    hand = deal(QUEUE, 3, stack=1000, hole={"Bob": "AsAd"}, board="AhAc8d2s3h")
    hand = play(hand, "Alice call, Bob call")
    assert (hand.turn, hand.street) == (seat_of("Bob"), "flop")
    assert "pass" in verbs(hand, "tight")
    hand = play(hand, "Bob pass, Carol call, Alice call")
    assert "raise" in verbs(hand, "tight")


def test_raise_in_the_contest_is_exactly_to_double() -> None:
    hand = deal(CONTEST, 3, stack=1000, hole={"Alice": "AsAd"})
    assert ("raise", 40) in decisions(hand, "loose")


def test_viewer_who_is_not_to_act_cannot_decide() -> None:
    with pytest.raises(NotOnTurn):
        decide(view(deal(CASH, 3), SeatNumber(seat_of("Bob"))), "tight", random.Random(1))


# Inputs of a decision


@pytest.mark.parametrize("style", STYLES)
def test_same_view_and_random_numbers_give_the_same_decision(style: str) -> None:
    hand = play(deal(CASH, 3, hole={"Alice": "KsQd"}, board="Kh8c3s"), "Alice call, Bob call, Carol check")
    hand = play(hand, "Bob check, Carol bet 200")
    seen = view(HandState.replay(hand.opening, hand.moves), hand.turn)
    again = [decide(seen, style, random.Random(seed)) for seed in range(40)]
    assert again == decisions(hand, style)


@pytest.mark.parametrize("style", STYLES)
def test_hidden_cards_change_nothing(style: str) -> None:
    outcomes = []
    for hidden in ("AsAd", "7h2c"):
        hand = deal(CASH, 2, hole={"Alice": "KsQd", "Bob": hidden}, board="Kh8c3sJd4d")
        outcomes.append(decisions(play(hand, "Alice call, Bob check, Bob bet 150"), style))
    assert outcomes[0] == outcomes[1]


# Play of strong and weak hands


@pytest.mark.parametrize("style", JUDGING)
@pytest.mark.parametrize(
    ("hole", "board"),
    [
        pytest.param("AhQd", "KcJsTd4h2s", id="best_straight"),
        pytest.param("8h8d", "8c8s2d", id="quads_on_the_flop"),
        pytest.param("2c2d", "AsKsQsJsTs", id="the_board_plays"),
    ],
)
def test_nuts_are_never_folded(style: str, hole: str, board: str) -> None:
    hand = play(deal(CASH, 2, hole={"Alice": hole}, board=board), "Alice call, Bob check")
    while len(hand.board) < len(board) // 2:
        hand = play(hand, "Bob check, Alice check")
    assert "fold" not in {verb for verb, _ in decisions(play(hand, "Bob all-in"), style, 12)}


@pytest.mark.parametrize("style", JUDGING)
def test_aces_are_never_folded_before_the_flop(style: str) -> None:
    hand = deal(CASH, 4, hole={"Bob": "AsAd"})
    assert "fold" not in verbs(play(hand, "Ted raise 300, Alice all-in"), style)


@pytest.mark.parametrize("style", JUDGING)
def test_good_hand_with_few_chips_goes_all_in(style: str) -> None:
    hand = play(deal(HOME, 3, Alice=100, Bob=100, Carol=100, hole={"Bob": "KsKd"}), "Alice raise 60")
    assert {to for verb, to in decisions(hand, style) if verb == "raise"} <= {100}
    assert "fold" not in verbs(hand, style)


def test_trash_is_folded_to_a_large_bet() -> None:
    hand = deal(CASH, 2, hole={"Alice": "7h2c"}, board="AsKdQs9c5d")
    hand = play(hand, "Alice call, Bob check, Bob bet 200, Alice call, Bob bet 3000")
    for style in JUDGING:
        assert decisions(hand, style).count(("fold", None)) > 30


def test_cards_on_the_board_help_both_players() -> None:
    chance = random.Random(1)
    own, common = look(*cards("AcKd", "Ah7s2d"), chance), look(*cards("5c3d", "AhAs9d9c"), chance)
    assert (own.ahead > 0.9, common.ahead < 0.4) == (True, True)
    assert look(*cards("AsKs", "QsJsTs"), chance).unbeaten


def cards(hole: str, board: str) -> tuple[Sequence[Card], Sequence[Card]]:
    return parse_cards(hole), parse_cards(board)


@pytest.mark.parametrize(
    ("hole", "board", "count"),
    [
        ("AhKh", "Qh7h2c", 9),
        ("JhTd", "9h8s2c", 8),
        ("JhTh", "9h8h2c", 15),
        ("Ah2c", "3c4d9s", 4),
        ("2c2d", "Kh9h7h4h", 0),
        ("AhKh", "Qh7h2c3d4d", 0),
    ],
)
def test_outs_count_the_cards_that_help(hole: str, board: str, count: int) -> None:
    assert outs(*cards(hole, board)) == count


# Impression on people


def test_bets_are_rounded_as_people_count_chips() -> None:
    wanted = (1, 7, 43, 133, 275, 1327, 9877, 123_456)
    assert [round_chips(amount) for amount in wanted] == [1, 7, 45, 130, 275, 1300, 10_000, 120_000]


@pytest.mark.parametrize("style", ["tight", "loose"])
def test_first_raise_is_a_few_big_blinds_and_a_bet_at_most_the_pot(style: str) -> None:
    hand = deal(CASH, 6, hole={"Ted": "KsKd"}, board="Kh8c3s")
    assert {to for verb, to in decisions(hand, style) if verb == "raise"} == {250, 300}
    hand = play(hand, "Ted raise 300, Erin fold, Frank fold, Alice fold, Bob fold, Carol call, Carol check")
    assert {to for verb, to in decisions(hand, style) if verb == "bet"} <= {300, 450, 500, 600}


def test_caller_calls_most_and_hardly_ever_raises() -> None:
    calls = {style: share(style, "call") for style in STYLES}
    assert all(calls["caller"] > calls[other] + 0.1 for other in STYLES if other != "caller")
    assert share("caller", "raise", "bet") < 0.1


def test_tight_player_folds_most_before_the_flop_and_raises_with_strong_hands() -> None:
    folds = {style: share(style, "fold", preflop=True) for style in STYLES}
    assert all(folds["tight"] > folds[other] + 0.15 for other in STYLES if other != "tight")
    raised = [one.hole_rank for one in ring_game() if one.style == "tight" and one.preflop and one.verb == "raise"]
    assert sum([rank < 0.3 for rank in raised]) / len(raised) > 0.7
    assert sum(raised) / len(raised) < 0.2


def test_loose_player_raises_more_than_the_others_who_look_at_their_cards() -> None:
    raises = {style: share(style, "raise", "bet") for style in JUDGING}
    assert raises["loose"] > 1.3 * max(raises["tight"], raises["caller"])


@pytest.mark.parametrize("style", STYLES)
def test_all_ins_are_rare(style: str) -> None:
    own = [one.all_in for one in ring_game() if one.style == style]
    assert sum(own) / len(own) < 0.05


@pytest.mark.parametrize("style", ["tight", "loose"])
def test_players_who_look_at_their_cards_beat_the_random_player(style: str) -> None:
    """Play every deck from both seats, so that luck mostly cancels."""
    chance, won = random.Random(style), 0
    for _ in range(250):
        deck = shuffled(chance)
        for button in (0, 1):
            hand = even_table(CASH, 2, deck, button=button)
            *_, last = play_out(hand, {SeatNumber(0): style, SeatNumber(1): "random"}, chance)
            won += dict(zip(hand.seats, last.after.net, strict=True))[SeatNumber(0)]
    assert won / (500 * CASH.big_blind) > 0.2
