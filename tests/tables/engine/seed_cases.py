"""Play the worked examples of the seed documents, each by its shape. An unknown shape is a failure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables.engine.cards import DECK
from tables.engine.hand import HandState
from tables.engine.opening import Opening
from tables.engine.pots import Pot, split_pots
from tables.engine.rejection import Rejection
from tables.engine.rulebooks import RULEBOOKS, knock_out_is_over, rules_for

Case = dict[str, Any]
PLENTY = 10_000
VERBS = {"match": "call", "raise_to": "raise", "all_in": "all-in"}


class Played:
    """Plays a hand whose players have names; `names` run from the left of the button."""

    def __init__(self, rulebook: str, names: Sequence[str], stacks: Sequence[int], **options: Any) -> None:
        seats = range(len(names))
        rules = rules_for(rulebook, **options)
        self.names = names
        self.hand = HandState.deal(Opening.make(rules, seats=seats, stacks=stacks, button=seats[-1], deck=DECK))

    @property
    def player(self) -> str | None:
        return None if self.hand.turn is None else self.names[self.hand.turn]

    def act(self, name: str, action: str, amount: int | None = None) -> None:
        verb = VERBS.get(action, action)
        legal = self.hand.legal
        if verb == "check" and not (legal and legal.check):
            raise AssertionError(f"{name} cannot check")
        wanted = amount if verb in ("bet", "raise", "call") else None
        self.hand = self.hand.act(verb, wanted, seat=self.names.index(name))

    def call_round(self) -> None:
        """Let everybody pay the price and no more, until the street is over."""
        street = self.hand.street
        while self.hand.street == street and self.hand.legal:
            self.hand = self.hand.act("call" if self.hand.legal.call else "check")

    def may(self) -> set[str]:
        legal = self.hand.legal
        assert legal
        wanted = {"fold": legal.fold, "check": legal.check, "call": legal.call, "bet": legal.bet}
        return {verb for verb, allowed in {**wanted, "raise": legal.raise_, "pass": legal.pass_}.items() if allowed}

    def check_then(self, then: Case) -> None:
        legal = self.hand.legal
        assert legal
        known = {"player", "may", "min_raise_to", "call_costs", "total_after_call", "raise_gives", "prompt"}
        assert set(then) <= known, then
        assert self.player == then["player"]
        assert self.may() == set(then.get("may", self.may()))
        bet = self.hand.bets[self.names.index(then["player"])]
        assert legal.call == then.get("call_costs", legal.call)
        assert bet + legal.call == then.get("total_after_call", bet + legal.call)
        for key in {"min_raise_to", "raise_gives"} & set(then):
            assert legal.raise_
            assert legal.raise_.least == then[key]
        assert self.hand.prompt == then.get("prompt", self.hand.prompt)


def play_queue(case: Case) -> None:
    later = case["street"] == 2
    names = list(case["stacks"])
    paid = 20 if later else 0
    table = Played("queue", names, [stack + paid for stack in case["stacks"].values()])
    if later:
        table.call_round()
    if "forced" in case:
        assert [[name, table.hand.bets[names.index(name)]] for name, _ in case["forced"]] == case["forced"]
        assert (table.hand.middle, table.hand.price) == (case["pot"], case["M"])
        assert [names[seat] for seat in table.hand.waiting] == case["waiting"]
    street, before = table.hand.street, paid * len(names)
    for number, step in enumerate(case["steps"]):
        _check_refused(table, case, number)
        table.act(step["player"], step["action"])
        assert table.hand.middle - before == step["pot"], step
        going_on = table.hand.street == street
        assert [*step["waiting"]] == [names[seat] for seat in table.hand.waiting if going_on], step
        assert [*step["passed"]] == [names[seat] for seat in table.hand.passed if going_on], step
    _check_refused(table, case, len(case["steps"]))
    _check_pots(table, case, before)
    folded = [name for name, out in zip(names, table.hand.folded, strict=True) if out]
    assert folded == [*case.get("folded", "")]


def _check_refused(table: Played, case: Case, number: int) -> None:
    for refused in [entry for entry in case.get("refused", ()) if entry["after"] == number]:
        try:
            table.act(refused["player"], refused["action"])
        except Rejection:
            continue
        raise AssertionError(f"accepted: {refused}")


def _check_pots(table: Played, case: Case, before: int) -> None:
    """Compare the pots; chips put in before the street belong to the main pot."""
    if "pots" in case:
        pots = [(amount, [table.names[seat] for seat in seats]) for amount, seats in table.hand.pots]
        wanted = [(pot["amount"], [*pot["eligible"]]) for pot in case["pots"]]
        wanted[0] = (wanted[0][0] + before, wanted[0][1])
        assert [(amount, sorted(names)) for amount, names in pots] == [
            (amount, sorted(names)) for amount, names in wanted
        ]


def play_awards(case: Case) -> None:
    for award in case["award"]:
        names = sorted({name for pot in award["pots"] for name in pot["eligible"]})
        pots = [Pot(pot["amount"], tuple(map(names.index, pot["eligible"]))) for pot in award["pots"]]
        payout: dict[str, int] = {}
        for pot, winners in zip(pots, award["winners"], strict=True):
            _add(payout, _paid(case, names, [pot], winners))
        assert payout == award["payout"], award


def _paid(case: Case, names: Sequence[str], pots: Sequence[Pot], winners: Sequence[str]) -> dict[str, int]:
    strengths = [1 if name in winners else 2 for name in names]
    odd_chips = RULEBOOKS[case["rulebook"]].rules.odd_chips
    payout: dict[str, int] = {}
    for position, amount, _ in split_pots(pots, strengths, odd_chips=odd_chips):
        _add(payout, {names[position]: amount})
    return payout


def _add(payout: dict[str, int], more: Mapping[str, int]) -> None:
    for name, amount in more.items():
        payout[name] = payout.get(name, 0) + amount


def play_odd_chip(case: Case) -> None:
    names = _from_the_button(case.get("table", case))
    contenders = tuple(position for position, name in enumerate(names) if name in case["live"])
    assert _paid(case, names, [Pot(case["pot"], contenders)], case["winners"]) == case["payout"]


def _from_the_button(table: Case) -> list[str]:
    order = table["order"]
    first = order.index(table["button"]) + 1
    return [*order[first:], *order[:first]]


def play_steps(case: Case) -> None:
    table = _table_of(case)
    if case.get("street") == "flop":
        table.call_round()
    street = table.hand.street
    for step in case.get("steps", ()):
        table.act(*step)
    if case.get("street_over"):
        assert table.hand.street != street
    if "then" in case:
        table.check_then(case["then"])
    if "after_call_then" in case:
        table.act(case["then"]["player"], "call")
        table.check_then(case["after_call_then"])
    for name, total in case.get("street_totals", {}).items():
        assert table.hand.bets[table.names.index(name)] == total
    for name, net in case.get("winnings", {}).items():
        assert table.hand.net[table.names.index(name)] == net


def _table_of(case: Case) -> Played:
    if "table" in case:
        blinds = case["table"]["blinds"]
        small, big = sorted(blinds.values())
        names = _from_the_button(case["table"])
        assert list(blinds) == names[:2]
        return Played(case["rulebook"], names, [PLENTY] * len(names), small_blind=small, big_blind=big)
    if "order" in case:
        small, big = case["blinds"]
        stacks = [case["stacks"][name] + big for name in case["order"]]
        return Played(case["rulebook"], case["order"], stacks, small_blind=small, big_blind=big)
    button_is_small = case["players"] == 2 and case["rulebook"] != "contest"
    names = ["BB", "SB"] if button_is_small else ["SB", "BB", "BTN"][: case["players"]]
    return Played(case["rulebook"], names, [PLENTY] * len(names))


def play_first(case: Case) -> None:
    table = _table_of(case)
    assert table.player == case["first"]["preflop"]
    table.call_round()
    assert table.player == case["first"]["flop"]
    for folded, first in case.get("first_on_flop_if_folded", {}).items():
        table = _table_of(case)
        while table.hand.street == "preflop":
            table.hand = table.hand.act("fold" if table.player == folded else _pay(table))
        assert table.player == first


def _pay(table: Played) -> str:
    return "call" if table.hand.legal and table.hand.legal.call else "check"


def play_pot_split(case: Case) -> None:
    names, each = case["order"], case["pot_before"] // len(case["order"])
    all_in = {name: amount for name, action, amount in case["steps"] if action == "all_in"}
    stacks = [each + all_in.get(name, PLENTY) for name in names]
    table = Played(case["rulebook"], names, stacks, small_blind=each, big_blind=each)
    table.call_round()
    for step in case["steps"]:
        table.act(*step)
    _check_pots(table, case, 0)


def play_prices(case: Case) -> None:
    for entry in case["cases"]:
        table = Played(case["rulebook"], ["A", "B", "C"], [PLENTY, 20 + entry["all_in"], PLENTY])
        table.call_round()
        table.act("A", "bet", entry["bet"])
        table.act("B", "all-in")
        assert table.hand.price == entry["price"]


def play_street_bets(case: Case) -> None:
    names = "ABCD"[: len(case["street_bets"][0])]
    table = Played(case["rulebook"], names, [PLENTY] * len(names), small_blind=1, big_blind=1)
    table.call_round()
    for bets in case["street_bets"][1:]:
        table.act("A", "bet", bets[0])
        table.call_round()
    assert sum(table.hand.won) == case["pot"]


def play_minimum_raise(case: Case) -> None:
    table = Played(case["rulebook"], "ABC", [PLENTY] * 3)
    table.call_round()
    table.act("A", "bet", case["bet"])
    assert table.hand.legal
    assert table.hand.legal.raise_
    assert table.hand.legal.raise_.least == case["min_raise_to"]


def play_half_is_out(case: Case) -> None:
    assert RULEBOOKS[case["rulebook"]].ends_at_half
    assert knock_out_is_over(players=case["players"], with_chips=case["with_chips"]) is case["over"]


SHAPES: tuple[tuple[str, Callable[[Case], None]], ...] = (
    ("award", play_awards),
    ("live", play_odd_chip),
    ("with_chips", play_half_is_out),
    ("street_bets", play_street_bets),
    ("pot_before", play_pot_split),
    ("cases", play_prices),
    ("first", play_first),
    ("bet", play_minimum_raise),
)


def play_case(case: Case) -> None:
    """Play an example by the first key that says what kind it is."""
    for key, player in SHAPES:
        if key in case:
            player(case)
            return
    (play_queue if case["rulebook"] == "queue" else play_steps)(case)
