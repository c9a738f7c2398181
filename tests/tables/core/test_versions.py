"""Check that each visible change makes one new version, published on commit, and nothing else is published."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tables.core.locking import LOBBY, locked, mark_changed, table_topic
from tables.core.refusals import Stale
from tables.hosting import house_bots
from tables.models import Table
from tables.play import acting, due, lifecycle, presence, seating, waiting_list
from tests.tables.helpers import Clock, OutboxContext, act, close_by_force, fold_out, fresh, moment_of, void_hand

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.differs_on_services("messages are told on commit, rows are locked and saved by prepared SQL"),
]
Change = Callable[[Table, dict[str, User]], object]

IN_A_HAND: dict[str, Change] = {
    "act": lambda table, cast: act(table, cast["alice"], "call"),
    "hold": lambda table, cast: seating.hold_seat(table.pk, cast["carol"], 3),
    "sit": lambda table, cast: seating.sit_down(table.pk, cast["carol"], number=3, chips=5_000),
    "top up": lambda table, cast: seating.top_up(table.pk, cast["alice"], 1_000),
    "sit out": lambda table, cast: seating.sit_out(table.pk, cast["alice"]),
    "come back": lambda table, cast: seating.come_back(table.pk, cast["alice"], posts=True),
    "leave": lambda table, cast: seating.stand_up(table.pk, cast["alice"]),
    "leave later": lambda table, cast: seating.stand_up(table.pk, cast["bob"], after_hand=True),
    "pause": lambda table, cast: lifecycle.pause(table.pk, cast["alice"]),
    "close": lambda table, cast: lifecycle.close(table.pk, cast["alice"]),
    "close by force": lambda table, cast: close_by_force(table),
    "void": lambda table, cast: void_hand(table),
    "bot": lambda table, cast: house_bots.add_bot(table.pk, cast["alice"], "tight"),
    "arrive": lambda table, cast: presence.arrive(table.pk, cast["carol"].pk, "x"),
    "depart": lambda table, cast: presence.depart(table.pk, cast["alice"].pk, "test"),
}


@pytest.fixture
def cast(alice: User, bob: User, carol: User) -> dict[str, User]:
    return {"alice": alice, "bob": bob, "carol": carol}


@pytest.mark.parametrize("name", IN_A_HAND)
def test_each_change_publishes_one_version_once(
    dealt: Table, cast: dict[str, User], hear: OutboxContext, name: str
) -> None:
    version = fresh(dealt).version
    with hear() as heard:
        IN_A_HAND[name](dealt, cast)
        assert heard.topics == []  # nothing is committed yet
    assert [told for told in heard.topics if told[0] != LOBBY] == [(table_topic(dealt.pk), version + 1)]
    assert fresh(dealt).version == version + 1


@pytest.mark.parametrize("name", ["hold", "sit", "close by force", "bot"])
def test_change_of_seats_is_published_to_the_lobby(
    dealt: Table, cast: dict[str, User], hear: OutboxContext, name: str
) -> None:
    with hear() as heard:
        IN_A_HAND[name](dealt, cast)
    assert (LOBBY, fresh(dealt).lobby_version) in heard.topics


def test_leaving_at_the_end_of_a_hand_is_published_to_the_lobby(dealt: Table, alice: User, hear: OutboxContext) -> None:
    seating.stand_up(dealt.pk, alice, after_hand=True)
    with hear() as heard:
        fold_out(dealt)
    assert (LOBBY, fresh(dealt).lobby_version) in heard.topics


def test_move_is_not_published_to_the_lobby(dealt: Table, alice: User, hear: OutboxContext) -> None:
    with hear() as heard:
        act(dealt, alice, "call")
    assert LOBBY not in dict(heard.topics)


def test_showing_cards_is_published(dealt: Table, bob: User, hear: OutboxContext) -> None:
    fold_out(dealt)
    with hear() as heard:
        acting.show(dealt.pk, bob, moment=moment_of(dealt))
    assert heard.topics == [(table_topic(dealt.pk), fresh(dealt).version)]


def test_each_deadline_publishes_a_version(dealt: Table, clock: Clock, hear: OutboxContext) -> None:
    for _ in range(3):  # the time bank begins, the turn ends, the next hand is dealt or not
        with hear() as heard:
            clock.run_due(dealt)
        assert heard.topics == [(table_topic(dealt.pk), fresh(dealt).version)]


def test_nothing_is_published_if_nothing_changed(dealt: Table, alice: User, carol: User, hear: OutboxContext) -> None:
    version = fresh(dealt).version
    with hear() as heard:
        due.run_due(dealt.pk)
        seating.give_up_hold(dealt.pk, alice)
        waiting_list.stop_waiting(dealt.pk, carol)
    assert (heard.topics, fresh(dealt).version) == ([], version)


def test_only_noted_fields_are_saved(dealt: Table) -> None:
    with locked(dealt.pk) as table:
        table.name = "not noted"
        mark_changed(table)
    assert fresh(dealt).name == "A table"


def test_nested_lock_returns_the_same_table(dealt: Table) -> None:
    version = fresh(dealt).version
    with locked(dealt.pk) as outer, locked(dealt.pk) as inner:
        assert outer is inner
        mark_changed(inner)
    assert fresh(dealt).version == version + 1


def test_error_releases_the_lock_and_saves_nothing(dealt: Table) -> None:
    version = fresh(dealt).version
    with pytest.raises(Stale):
        _fail(dealt)
    with locked(dealt.pk) as again:
        assert (again.name, again.version) == ("A table", version)


def _fail(table: Table) -> None:
    with locked(table.pk) as held:
        held.name = "never saved"
        mark_changed(held, "name")
        raise Stale
