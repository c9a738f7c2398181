"""Test finished hands written as PHH files: what the standard wants, and what stays secret."""

import random
import tomllib
from dataclasses import replace
from datetime import datetime, time, timedelta, timezone
from typing import Any

import pytest

from tables.engine.cards import DECK, card_text, parse_cards
from tables.engine.hand import HandState
from tables.engine.opening import Opening, SeatNumber
from tables.engine.phh import Details, NotExpressible, to_phh
from tables.engine.rulebooks import rules_for
from tables.engine.rules import Betting, HeadsUpSmallBlind, Reveal, Rules

ALICE, BOB, CAROL = SeatNumber(2), SeatNumber(5), SeatNumber(7)
NAMES = {ALICE: "Alice", BOB: "Bob", CAROL: "Carol"}


def deck(cards: str) -> list[int]:
    """Return a deck with these on top: hole cards in two rounds from the left of the button, then board and burns."""
    top = parse_cards(cards)
    return [*top, *[card for card in DECK if card not in top]]


def deal(rules: Rules, stacks: list[int], *, cards: str = "", posts: dict[int, int] | None = None) -> HandState:
    """Deal to the seats 1, 2 and so on, with the button at the last one."""
    seats = range(1, len(stacks) + 1)
    opening = Opening.make(rules, seats=seats, stacks=stacks, button=len(stacks), deck=deck(cards), posts=posts)
    return HandState.deal(opening)


def fold_out(hand: HandState) -> HandState:
    while not hand.over:
        hand = hand.act("fold")
    return hand


def three_at_the_river() -> HandState:
    """Play to the river, where Alice bets three aces, Bob folds, and Carol on the button calls and mucks."""
    opening = Opening.make(
        rules_for("cash", reveal="losers_may_muck"),
        seats=[ALICE, BOB, CAROL],
        stacks=[1000, 2000, 3000],
        button=CAROL,
        deck=deck("As7hKd Ad2cKc 3s Ah8d9c 4s Th 5s 2d"),
    )
    hand = HandState.deal(opening).act("call").act("call").act("check")
    hand = hand.act("check").act("check").act("check").act("check").act("check").act("check")
    return hand.act("bet", 250).act("fold").act("call")


def random_rules(draw: random.Random) -> Rules:
    book = draw.choice(["cash", "cash", "cash", "home", "duel"])
    if book != "cash":
        return rules_for(book)
    chosen: dict[str, Any] = {"betting": draw.choice(list(Betting)[:3]), "small_blind": draw.choice([0, 5, 50])}
    if draw.random() < 0.6:
        chosen |= {"ante": draw.choice([1, 10, 77]), "ante_from": draw.choice(["everyone", "big_blind", "button"])}
    return rules_for(
        "cash", big_blind=draw.choice([75, 100]), reveal=draw.choice(["live", "losers_may_muck"]), **chosen
    )


def random_hand(draw: random.Random, rules: Rules) -> HandState:
    seats = draw.sample(range(1, 30), draw.randint(2, 10))
    most = draw.choice([60, 400, 3000])
    stacks = [draw.randint(1, most) for _ in seats]
    posts = {seat: draw.choice([0, 0, 0, rules.big_blind // 2, rules.big_blind]) for seat in seats}
    cards, button = draw.sample(DECK, len(DECK)), draw.choice(seats)
    hand = HandState.deal(Opening.make(rules, seats=seats, stacks=stacks, button=button, deck=cards, posts=posts))
    folds = draw.choice([0.05, 0.3, 0.6])
    while not hand.over:
        hand = _random_act(draw, hand, folds)
    for seat in draw.sample(seats, len(seats)):
        if draw.random() < 0.1 and seat not in hand.shown:
            hand = hand.act("show", seat=seat)
    return hand


def _random_act(draw: random.Random, hand: HandState, folds: float) -> HandState:
    legal, chance = hand.legal, draw.random()
    assert legal
    bounds = legal.bet or legal.raise_
    if bounds and chance < 0.25:
        to = draw.choice([bounds.least, bounds.most, draw.randint(bounds.least, bounds.most)])
        return hand.act("bet" if legal.bet else "raise", to)
    if legal.check:
        return hand.act("check")
    return hand.act("fold" if chance > 1 - folds else "call")


def test_a_hand_is_written_as_the_standard_describes_it() -> None:
    fields = tomllib.loads(to_phh(three_at_the_river(), names=NAMES))
    rules = fields.pop("_rules")
    assert Rules.from_json(rules).rulebook == "cash"
    assert fields == {
        "variant": "NT",
        "ante_trimming_status": False,
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [1000, 2000, 3000],
        "actions": [
            *("d dh p1 AsAd", "d dh p2 ????", "d dh p3 ????", "p3 cc", "p1 cc", "p2 cc", "d db Ah8d9c"),
            *("p1 cc", "p2 cc", "p3 cc", "d db Th", "p1 cc", "p2 cc", "p3 cc", "d db 2d"),
            *("p1 cbr 250", "p2 f", "p3 cc", "p1 sm AsAd", "p3 sm"),
        ],
        "seats": [ALICE, BOB, CAROL],
        "finishing_stacks": [1450, 1900, 2650],
        "players": ["Alice", "Bob", "Carol"],
    }


def test_heads_up_the_small_blind_is_written_first_though_the_second_player_posts_it() -> None:
    fields = tomllib.loads(to_phh(deal(rules_for("cash"), [1000, 1000]).act("fold")))
    assert fields["blinds_or_straddles"] == [50, 100]
    assert fields["actions"][2:] == ["p2 f"]
    assert fields["finishing_stacks"] == [1050, 950]


@pytest.mark.parametrize(
    ("ante_from", "players", "antes", "trimmed"),
    [
        ("everyone", 3, [5, 5, 5], True),
        ("big_blind", 3, [0, 5, 0], False),
        ("button", 3, [0, 0, 5], False),
        ("big_blind", 2, [0, 5], False),
        ("button", 2, [5, 0], False),
    ],
)
def test_an_ante_is_written_where_the_standard_has_its_payer(
    ante_from: str, players: int, antes: list[int], trimmed: bool
) -> None:
    hand = fold_out(deal(rules_for("cash", ante=5, ante_from=ante_from), [1000] * players))
    fields = tomllib.loads(to_phh(hand))
    assert (fields["antes"], fields["ante_trimming_status"]) == (antes, trimmed)


def test_a_post_to_come_in_early_is_written_below_zero() -> None:
    fields = tomllib.loads(to_phh(fold_out(deal(rules_for("cash"), [1000] * 4, posts={3: 100}))))
    assert fields["blinds_or_straddles"] == [50, 100, -100, 0]


def test_each_limit_has_its_code_and_bets() -> None:
    for limit, expected in (
        ("no_limit", ("NT", 100, None, None)),
        ("pot_limit", ("PT", 100, None, None)),
        ("fixed_limit", ("FT", None, 100, 200)),
    ):
        fields = tomllib.loads(to_phh(fold_out(deal(rules_for("cash", betting=limit), [1000, 1000]))))
        assert tuple(map(fields.get, ("variant", "min_bet", "small_bet", "big_bet"))) == expected


def test_cards_that_nobody_showed_are_not_in_the_file() -> None:
    for number in range(150):
        draw = random.Random(number)
        hand = random_hand(draw, random_rules(draw))
        open_cards = {*hand.board, *[card for seat in hand.shown for card in hand.hole(seat)]}
        actions = " ".join(tomllib.loads(to_phh(hand))["actions"])
        assert {card_text(card) for card in DECK if card_text(card) in actions} == set(map(card_text, open_cards))


def test_known_cards_are_in_the_file() -> None:
    text = to_phh(three_at_the_river(), known=[BOB])
    assert "d dh p2 7h2c" in text
    assert "d dh p3 ????" in text


def test_cards_shown_afterwards_are_listed_in_a_field_of_our_own() -> None:
    hand = three_at_the_river().act("show", seat=CAROL).act("show", seat=BOB)
    fields = tomllib.loads(to_phh(hand))
    assert fields["_shown_afterwards"] == [3, 2]
    assert "d dh p3 KdKc" in fields["actions"]
    assert fields["actions"][-1] == "p3 sm"


@pytest.mark.parametrize(
    "name",
    [
        'it\'s "x"\n',
        '"]\nactions = ["p1 f"]\n#',
        "back\\slash\\u0041",
        "'''",
        '"""',
        "\x00\x07\x1b[31m\x7f\x85\r\t",
        "\u202egnirts\u2028\ufeff",
        "\U000e0041😀",
        "名前 # not a remark",
    ],
)
def test_no_name_breaks_the_file(name: str) -> None:
    text = to_phh(three_at_the_river(), names=NAMES | {BOB: name}, details=Details(venue=name))
    fields = tomllib.loads(text)
    assert fields["players"] == ["Alice", name, "Carol"]
    assert fields["venue"] == name
    assert text.replace("\n", "").isprintable()


def test_half_a_surrogate_pair_becomes_the_replacement_character() -> None:
    assert tomllib.loads(to_phh(three_at_the_river(), names={BOB: "\ud83d"}))["players"] == ["", "\ufffd", ""]


def test_the_time_is_written_in_utc_and_refused_without_its_zone() -> None:
    began = datetime(2026, 3, 1, 0, 30, 5, 999, tzinfo=timezone(timedelta(hours=2)))
    details = Details(began=began, hand=12, table="Kitchen", seat_count=9)
    fields = tomllib.loads(to_phh(three_at_the_river(), details=details))
    assert (fields["year"], fields["month"], fields["day"]) == (2026, 2, 28)
    assert (fields["time"], fields["time_zone"]) == (time(22, 30, 5), "UTC")
    assert (fields["hand"], fields["table"], fields["seat_count"]) == (12, "Kitchen", 9)
    with pytest.raises(NotExpressible, match="time zone"):
        to_phh(three_at_the_river(), details=Details(began=datetime(2026, 3, 1)))  # noqa: DTZ001  that is tested


NO_LIMIT = Rules(rulebook="cash", betting=Betting.NO_LIMIT, small_blind=50, big_blind=100)
EVERYONE = replace(NO_LIMIT, reveal=Reveal.EVERYONE)
BUTTON_IS_BIG = replace(NO_LIMIT, heads_up_small_blind=HeadsUpSmallBlind.OTHER)


@pytest.mark.parametrize(
    ("rules", "players", "code"),
    [
        pytest.param(rules_for("contest"), 3, "_doubling", id="raises that double"),
        pytest.param(rules_for("queue"), 3, "_queue", id="a queue"),
        pytest.param(EVERYONE, 3, "_no_limit", id="everyone shows"),
        pytest.param(replace(EVERYONE, betting=Betting.POT_LIMIT), 3, "_pot_limit", id="everyone shows, pot limit"),
        pytest.param(BUTTON_IS_BIG, 2, "_no_limit", id="the button is the big blind"),
        pytest.param(BUTTON_IS_BIG, 3, "NT", id="the button would be the big blind"),
    ],
)
def test_a_hand_that_the_standard_cannot_express_has_a_code_of_our_own(rules: Rules, players: int, code: str) -> None:
    assert tomllib.loads(to_phh(fold_out(deal(rules, [1000] * players))))["variant"] == code


def test_moves_that_only_our_rules_have_are_written_under_their_names() -> None:
    hand = deal(rules_for("queue"), [1000] * 4).act("pass").act("raise").act("all-in")
    actions = tomllib.loads(to_phh(fold_out(hand)))["actions"]
    assert actions[4:8] == ["p3 pass", "p4 cbr 30", "p1 all-in", "p3 f"]
    hand = deal(rules_for("contest"), [1000] * 3).act("overbet", 70)
    assert "p3 overbet 70" in tomllib.loads(to_phh(fold_out(hand)))["actions"]


def test_a_hand_in_progress_is_refused() -> None:
    with pytest.raises(NotExpressible, match="when it is over"):
        to_phh(deal(NO_LIMIT, [1000] * 2))
