"""Change blinds, clock and buy-ins from the next hand or turn on; the running hand keeps the rules it was dealt by."""

from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.bet_sizes import tidy_bet_sizes
from accounts.models import User
from tables.core.host_log import log_event
from tables.core.locking import locked, mark_changed, mark_changed_for_lobby
from tables.core.refusals import Refused
from tables.engine.rulebooks import RULEBOOKS
from tables.engine.rules import AnteFrom, Rules, RulesError
from tables.formats import strategy_of
from tables.models import Table
from tables.play.dealing import is_in_hand
from tables.play.lifecycle import refuse_unless_host

HIGHEST_BLIND: Final = 1_000_000
HIGHEST_BUY_IN: Final = 1_000_000_000
LEAST_SECONDS, MOST_SECONDS = 5, 300


def set_blinds(table_id: int, by: User, *, small_blind: int, big_blind: int, ante: int = 0) -> None:
    """Set blinds and ante from the next hand on. The buy-in limits stay as they are."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        rules = _with_blinds(table, {"small_blind": small_blind, "big_blind": big_blind, "ante": ante})
        if rules.big_blind > table.buy_in_least:
            least = table.buy_in_least
            raise Refused(_("The least buy-in is %(least)s: the big blind cannot be more."), least=least)
        if rules.to_json() == (table.next_rules or table.rules):
            return
        _put_down(table, rules)
        log_event(table, by, "blinds", small=rules.small_blind, big=rules.big_blind, ante=rules.ante)


def _with_blinds(table: Table, wanted: dict[str, int]) -> Rules:
    """Change only what the rulebook leaves to choose; in a queue the big blind follows from the small one."""
    options = RULEBOOKS[table.rulebook].options
    if "small_blind" not in options:
        raise Refused(_("The rules of this table fix the blinds."))
    if "big_blind" not in options:
        wanted["big_blind"] = 2 * wanted["small_blind"]
    if wanted["ante"] and "ante" not in options:
        raise Refused(_("The rules of this table know no ante."))
    if wanted["ante"] > wanted["big_blind"]:
        raise Refused(_("The ante can be at most the big blind."))
    if not 1 <= wanted["big_blind"] <= HIGHEST_BLIND:
        raise Refused(_("The big blind is from 1 to %(most)s."), most=HIGHEST_BLIND)
    try:
        return Rules.from_json({**table.rules, **wanted, **_ante_from(table, wanted["ante"])})
    except RulesError:
        raise Refused(_("The small blind can be at most the big blind.")) from None


def _ante_from(table: Table, ante: int) -> dict[str, Any]:
    """Let everyone pay the ante when it is zero, so that rules without an ante are equal."""
    return {} if ante else {"ante_from": AnteFrom.EVERYONE.value}


def _put_down(table: Table, rules: Rules) -> None:
    if is_in_hand(table) or table.due == Table.Due.DEAL:
        table.next_rules = None if rules.to_json() == table.rules else rules.to_json()
        mark_changed(table, "next_rules")
    else:
        table.rules, table.next_rules = rules.to_json(), None
        mark_changed(table, "rules", "next_rules")
        mark_changed_for_lobby(table)


def set_clock(table_id: int, by: User, *, seconds: int) -> None:
    """Set the seconds to act, from the next turn on."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            bounds = {"least": LEAST_SECONDS, "most": MOST_SECONDS}
            raise Refused(_("Give from %(least)s to %(most)s seconds."), **bounds)
        if table.seconds_to_act != seconds:
            table.seconds_to_act = seconds
            mark_changed(table, "seconds_to_act")
            log_event(table, by, "clock", seconds=seconds)


def set_limits(table_id: int, by: User, *, least: int, most: int) -> None:
    """Set the limits of buy-ins and top-ups from now on. Chips on the table are not taken away."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        if strategy_of(table).same_chips:
            raise Refused(_("In this game everybody begins with the same chips."))
        big_blind = max(rules["big_blind"] for rules in (table.rules, table.next_rules) if rules)
        if not big_blind <= least <= most:
            raise Refused(_("The least buy-in is one big blind, %(big_blind)s, or more."), big_blind=big_blind)
        if most > HIGHEST_BUY_IN:
            raise Refused(_("The most buy-in can be %(most)s."), most=HIGHEST_BUY_IN)
        if (table.buy_in_least, table.buy_in_most) != (least, most):
            table.buy_in_least, table.buy_in_most = least, most
            mark_changed(table, "buy_in_least", "buy_in_most")
            log_event(table, by, "limits", least=least, most=most)


def set_bet_sizes(table_id: int, by: User, *, text: str) -> None:
    """Choose the bet sizes on the buttons beside the slider; empty text brings back the usual ones."""
    with locked(table_id) as table:
        refuse_unless_host(table, by)
        try:
            sizes = tidy_bet_sizes(text)
        except ValidationError as error:
            raise Refused(error.message) from None
        if table.bet_sizes != sizes:
            table.bet_sizes = sizes
            mark_changed(table, "bet_sizes")
            log_event(table, by, "bet_sizes")
