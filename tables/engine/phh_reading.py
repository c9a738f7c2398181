"""Replay a PHH file of any program by our rules: each action is checked as if a player had just made it.

A hand that our rules cannot produce is refused, never adapted: a rake, a straddle, a mucked hand that would have won.
If amounts have cents, one of our chips is a cent. Cards that the file does not give are invented: unused ones in the
order of the deck, and at a showdown the weakest there are, so that they can only lose; `Reading.invented` lists the
seats that hold them.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tables.engine.events import Won
from tables.engine.hand import HandState
from tables.engine.opening import HIGHEST_SEAT, Opening, OpeningError, SeatNumber, is_seat
from tables.engine.phh import (
    SHOWS_FIELD,
    ante_place,
    forced_fields,
)
from tables.engine.phh_table import PhhReplay
from tables.engine.phh_text import (
    OWN_VARIANTS,
    RULES_FIELD,
    VARIANTS,
    Action,
    Cards,
    Chips,
    NotReadable,
    blame_action,
    count_players,
    load,
    read_actions,
    read_chips,
)
from tables.engine.rulebooks import RULEBOOKS, rules_for
from tables.engine.rules import AnteFrom, Betting, Reveal, Rules, RulesError
from tables.engine.sentences import translatable

_BETTING: Final = {code: betting for betting, code in VARIANTS.items()}
_CENTS: Final = 100
_DIFFERS: Final = translatable("{field}: differs from _rules")
_NOBODY_KNOWS: Final = translatable(
    "{player} neither shows nor mucks, and there are no finishing_stacks: nobody knows who won"
)
_TOO_MANY_CHIPS: Final = translatable("finishing_stacks: in all {chips} chips; here nothing is taken (rake) or added")
_OTHER_RESULT: Final = translatable("finishing_stacks: {player} ends with {chips} chips, compared with our rules")


class Reading(NamedTuple):
    hand: HandState
    names: Mapping[SeatNumber, str]
    invented: frozenset[SeatNumber]
    """Seats whose hole cards the file does not give in full. The hand does not know of it and may show them."""
    chips_per_unit: int
    """Chips for one unit of the file's amounts: 100 if they have cents, otherwise 1."""
    odd_chips_differ: bool
    """True if the file gives the odd chips of a split pot to other players than our rules do."""


def from_phh(text: str) -> HandState:
    """Return the finished hand of a file. Raises `NotReadable`."""
    return read_phh(text).hand


def read_phh(text: str) -> Reading:
    """Return the finished hand of a file, and what a hand does not hold. Raises `NotReadable`."""
    fields = load(text)
    players = count_players(fields)
    own = fields["variant"] in OWN_VARIANTS.values()
    actions = list(read_actions(fields.get("actions"), players, own=own))
    cards = Cards(actions, players)
    unit, chips = read_chips(fields, actions, players)
    try:
        opening = _opening(fields, chips, cards, may_muck=_somebody_mucks(actions, cards))
    except (RulesError, OpeningError) as error:
        raise NotReadable.because(error) from error
    table = PhhReplay(HandState.deal(opening))
    for action in actions:
        with blame_action(action.number, action.text):
            table.play(action, int(action.amount * unit))
    table.check_ended()
    unknown = cards.unknown()
    hand = _let_unknown_lose(table, cards, unknown, result_told="finishing_stacks" in chips)
    hand = _show(hand, [place for place in table.showing if place not in unknown])
    if _is_ours(fields):
        hand = _show(hand, _numbers_of_players(fields.get(SHOWS_FIELD, []), players))
    seats = frozenset([opening.seats[place] for place in unknown])
    return Reading(hand, _names(fields, opening), seats, unit, _odd_chips_differ(hand, chips, exact=_is_ours(fields)))


def _is_ours(fields: Mapping[str, Any]) -> bool:
    return isinstance(fields.get(RULES_FIELD), dict)


def _somebody_mucks(actions: Sequence[Action], cards: Cards) -> bool:
    folded = {action.player for action in actions if action.verb == "f"}
    hidden = [place for place in cards.unknown() if place not in folded]
    shown = {action.player for action in actions if action.verb == "sm" and action.shows}
    return bool(hidden) or any(action.verb == "sm" and action.player not in shown for action in actions)


def _opening(fields: Mapping[str, Any], chips: Chips, cards: Cards, *, may_muck: bool) -> Opening:
    rules = _our_rules(fields) if _is_ours(fields) else _cash_rules(fields, chips, may_muck=may_muck)
    players = len(cards.holes)
    seats = fields.get("seats", list(range(1, players + 1)))
    if not isinstance(seats, list) or len(seats) != players or not all(map(is_seat, seats)):
        raise NotReadable(
            translatable("seats: must be a list of one whole number, 0 to {most}, for each player"), most=HIGHEST_SEAT
        )
    early = [*zip(seats, chips["blinds_or_straddles"], strict=True)][2:]
    opening = Opening.make(
        rules,
        seats=seats,
        stacks=chips["starting_stacks"],
        button=seats[-1],
        deck=cards.deck(rules.burns),
        posts={seat: -amount for seat, amount in early},
    )
    if _is_ours(fields):
        _compare(fields, opening)
    return opening


def _compare(fields: Mapping[str, Any], opening: Opening) -> None:
    """Refuse a file whose standard fields differ from the rules in its `_rules` field."""
    betting = opening.rules.betting
    if fields["variant"] not in (VARIANTS.get(betting), OWN_VARIANTS[betting]):
        raise NotReadable(_DIFFERS, field="variant")
    for name, value in forced_fields(opening).items():
        if fields.get(name) != value:
            raise NotReadable(_DIFFERS, field=name)


def _our_rules(fields: Mapping[str, Any]) -> Rules:
    rules = Rules.from_json(fields[RULES_FIELD])
    if rules.rulebook not in RULEBOOKS:
        raise NotReadable(translatable("_rules: there is no such rulebook"))
    return rules


def _cash_rules(fields: Mapping[str, Any], chips: Chips, *, may_muck: bool) -> Rules:
    """Return cash-game rules that fit a file of another program."""
    small, big, *others = chips["blinds_or_straddles"]
    if max(others, default=0) > 0:
        raise NotReadable(translatable("blinds_or_straddles: a straddle is not played here"))
    betting = _BETTING[fields["variant"]]
    if [*chips["bets"]] != ([big, 2 * big] if betting is Betting.FIXED_LIMIT else [big]):
        raise NotReadable(translatable("the least bet must be the big blind, in fixed limit the big bet twice that"))
    ante, ante_from = _ante(chips, trimmed=fields.get("ante_trimming_status", False) is True)
    return rules_for(
        "cash",
        betting=betting,
        small_blind=small,
        big_blind=big,
        ante=ante,
        ante_from=ante_from,
        reveal=Reveal.LOSERS_MAY_MUCK if may_muck else Reveal.LIVE,
    )


def _ante(chips: Chips, *, trimmed: bool) -> tuple[int, AnteFrom]:
    """Return the ante and who pays it; whether it is trimmed matters only if a player cannot pay it in full."""
    antes = chips["antes"]
    if len(set(antes)) == 1:
        if not trimmed and min(chips["starting_stacks"]) < antes[0]:
            raise NotReadable(translatable("antes: who pays less than the others can win only as much from each here"))
        return antes[0], AnteFrom.EVERYONE
    for ante_from in (AnteFrom.BIG_BLIND, AnteFrom.BUTTON):
        payer = ante_place(ante_from, players=len(antes))
        if not trimmed and antes[payer] == sum(antes) == sum(map(abs, antes)):
            return antes[payer], ante_from
    raise NotReadable(
        translatable("antes: each player pays the same, or the big blind or the button pays for all, untrimmed")
    )


def _let_unknown_lose(table: PhhReplay, cards: Cards, unknown: Sequence[int], *, result_told: bool) -> HandState:
    hand = table.hand
    live = [place for place, out in enumerate(hand.folded) if not out]
    hidden = [place for place in unknown if place in live and len(live) > 1]
    for place in hidden:
        if not result_told and place not in (*table.mucking, *table.showing):
            raise NotReadable(_NOBODY_KNOWS, player=f"p{place + 1}")
        cards.invent_weakest(place)
    if hidden:
        opening = dataclasses.replace(hand.opening, deck=cards.deck(hand.rules.burns))
        hand = HandState.replay(opening, hand.moves)
    for place in (*hidden, *table.mucking):
        seat, pots = hand.seats[place], hand.pots
        if any(
            isinstance(event, Won) and event.seat == seat and len(pots[event.pot].seats) > 1 for event in hand.events
        ):
            raise NotReadable(
                translatable("{player} would win a showdown without having shown the cards"), player=f"p{place + 1}"
            )
    return hand


def _show(hand: HandState, places: Iterable[int]) -> HandState:
    """Turn up the cards of the players at these places who did not have to show."""
    for place in places:
        seat = hand.seats[place]
        if seat not in hand.shown:
            hand = hand.act("show", seat=seat)
    return hand


def _numbers_of_players(numbers: Any, players: int) -> list[int]:
    if not isinstance(numbers, list) or not all(type(one) is int and 1 <= one <= players for one in numbers):
        raise NotReadable(translatable("_shown_afterwards: must be a list of numbers of players"))
    return [one - 1 for one in numbers]


def _names(fields: Mapping[str, Any], opening: Opening) -> Mapping[SeatNumber, str]:
    names = fields.get("players", [""] * len(opening.seats))
    listed = isinstance(names, list) and len(names) == len(opening.seats)
    if not listed or not all(isinstance(name, str) for name in names):
        raise NotReadable(translatable("players: must be a list of one name for each player"))
    return {seat: name for seat, name in zip(opening.seats, names, strict=True) if name}


def _odd_chips_differ(hand: HandState, chips: Chips, *, exact: bool) -> bool:
    """Tell whether the file divides odd chips otherwise; raise `NotReadable` if its result differs by more."""
    told = chips.get("finishing_stacks", hand.stacks)
    off = {seat: theirs - ours for seat, theirs, ours in zip(hand.seats, told, hand.stacks, strict=True)}
    if sum(off.values()):
        raise NotReadable(_TOO_MANY_CHIPS, chips=f"{sum(off.values()):+}")
    odd = dict.fromkeys(hand.seats, 0)
    for number, pot in enumerate(hand.pots):
        winners = [event.seat for event in hand.events if isinstance(event, Won) and event.pot == number]
        for seat in winners:
            odd[seat] += 0 if exact else pot.amount % len(winners)
    for place, (seat, chips_off) in enumerate(off.items(), start=1):
        if abs(chips_off) > odd[seat]:
            raise NotReadable(_OTHER_RESULT, player=f"p{place}", chips=f"{chips_off:+}")
    return any(off.values())
