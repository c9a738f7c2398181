"""Test the flow of chips between pairs: losses, folds and shared addresses; the suspicious ones come first."""

import random
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import SeenAddress, User
from tables.admin import pairs
from tables.admin.pairs import Flow, flows
from tables.models import Hand, HandPlayer, Move, Table
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, to_act
from tests.tables.moderation import client_of

pytestmark = pytest.mark.django_db
numbers = iter(range(100, 1_000_000))  # above the numbers that a fixture has dealt


def played(table: Table, nets: dict[User, int], *moves: tuple[int, str], days_ago: int = 0) -> Hand:
    """Store a hand that is over, with seats 1, 2 and so on in this order."""
    hand = Hand.objects.create(
        table=table,
        number=next(numbers),
        state=Hand.State.OVER,
        rules=table.rules,
        button=1,
        sealed={},
        cut=0,
        ended_at=timezone.now() - timedelta(days=days_ago),
    )
    for seat, (user, net) in enumerate(nets.items(), start=1):
        HandPlayer.objects.create(hand=hand, seat=seat, user=user, stack=10_000, net=net)
    for sequence, (seat, verb) in enumerate(moves):
        Move.objects.create(hand=hand, sequence=sequence, seat=seat, verb=verb)
    return hand


def between(giver: User, taker: User, found: list[Flow]) -> Flow:
    return next(flow for flow in found if {flow.giver, flow.taker} == {giver.pk, taker.pk})


def test_a_loss_is_split_by_what_the_winners_won(table: Table, alice: User, bob: User, carol: User, ted: User) -> None:
    played(table, {alice: -400, bob: 300, carol: 100, ted: 0})
    found = flows(7)
    assert (between(alice, bob, found).net, between(alice, carol, found).net) == (300, 100)
    assert len(found) == 2  # nothing went between the others


def test_flows_of_one_account_include_all_it_met(table: Table, alice: User, bob: User, carol: User, ted: User) -> None:
    played(table, {alice: -400, bob: 300, carol: 100, ted: 0})
    found = flows(7, ted.pk)
    assert [between(ted, other, found).hands for other in (alice, bob, carol)] == [1, 1, 1]
    assert {flow.net for flow in found} == {0}


def test_chips_that_come_back_lower_the_net(table: Table, alice: User, bob: User) -> None:
    played(table, {alice: -300, bob: 300})
    played(table, {alice: 100, bob: -100})
    [flow] = flows(7)
    assert (flow.giver, flow.taker, flow.net, flow.turnover, flow.hands) == (alice.pk, bob.pk, 200, 400, 2)
    assert flow.percent == 50


def test_folds_to_the_others_bet_are_counted(table: Table, alice: User, bob: User, carol: User) -> None:
    nets = {alice: -100, bob: 100}
    played(table, nets, (2, "bet"), (1, "fold"))
    played(table, nets, (2, "raise"), (1, "fold"), (2, "show"))
    played(table, nets, (1, "fold"))  # to a blind
    played(table, nets, (2, "bet"), (1, "call"))  # a showdown
    played(table, {alice: -1, bob: 2, carol: -1}, (2, "bet"), (1, "fold"), (3, "call"))  # Carol called
    played(table, {alice: -1, bob: 2, carol: -1}, (1, "bet"), (2, "raise"), (3, "fold"), (1, "fold"))
    flow = between(alice, bob, flows(7))
    assert (flow.giver, flow.folds, flow.back) == (alice.pk, 3, 0)


@pytest.mark.differs_on_services("rows of many hands through a cursor of the server")
def test_hands_that_were_really_played_are_counted(dealt: Table, alice: User, bob: User, clock: Clock) -> None:
    act(dealt, alice, "raise", 300)
    fold_out(dealt)
    clock.run_due(dealt)
    check_down(dealt)
    [flow] = flows(7)
    assert flow.hands == 2
    assert sum((flow.folds, flow.back)) == 1
    nets = list(HandPlayer.objects.filter(user=alice).values_list("net", flat=True))
    assert flow.turnover == sum(abs(net or 0) for net in nets)
    assert flow.net == abs(sum(net or 0 for net in nets))


@pytest.mark.differs_on_services("rows of many hands through a cursor of the server")
def test_a_running_hand_and_old_ones_do_not_count(dealt: Table, alice: User, bob: User) -> None:
    played(dealt, {alice: -300, bob: 300}, days_ago=8)
    act(dealt, to_act(dealt), "all-in")
    assert hand_of(dealt).state == Hand.State.RUNNING
    assert flows(7) == []
    assert flows(30)[0].hands == 1


@pytest.mark.differs_on_services("rows of many hands through a cursor of the server")
def test_only_the_latest_hands_are_read(table: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        played(table, {alice: -100, bob: 100})
    monkeypatch.setattr(pairs, "MOST_HANDS", 2)
    assert flows(7)[0].hands == 2


def test_house_bots_are_left_out(table: Table, alice: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    played(table, {alice: -100, bob: 100})
    assert flows(7) == []


def test_house_bots_do_not_displace_others(
    table: Table, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People who practise lose most of their chips to house bots."""
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    others = [User.objects.create(username=f"bot{n}", is_bot=True) for n in range(3)]
    played(table, {alice: -900, bob: 200, carol: 100, **dict.fromkeys(others, 200)})
    monkeypatch.setattr(pairs, "MOST_PAIRS", 1)
    [flow] = flows(7)
    assert (flow.giver, flow.taker, flow.net) == (alice.pk, carol.pk, 100)


@pytest.mark.parametrize("seed", range(5))
def test_choosing_candidates_first_gives_the_same_pairs(
    table: Table, alice: User, bob: User, carol: User, ted: User, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weighing only the pairs that may come first gives the same as weighing all."""
    chance, cast = random.Random(seed), [alice, bob, carol, ted]
    for _ in range(30):
        one, two = chance.sample(cast, 2)
        chips = chance.choice([10, 50, 60, 70])
        played(table, {one: -chips, two: chips}, (2, "bet"), (1, chance.choice(["fold", "call"])))
    everybody = flows(7)
    monkeypatch.setattr(pairs, "MOST_PAIRS", 1)
    assert flows(7) == everybody[:1]


def test_the_most_suspicious_come_first(table: Table, alice: User, bob: User, carol: User, ted: User) -> None:
    played(table, {carol: -500, ted: 500}, (2, "bet"), (1, "call"))
    played(table, {alice: -500, bob: 500}, (2, "bet"), (1, "fold"))
    assert flows(7)[0].giver == alice.pk  # by folding
    for user in (carol, ted):
        SeenAddress.objects.create(user=user, address="192.0.2.9")
    first = flows(7)[0]
    assert (first.giver, first.addresses) == (carol.pk, ["192.0.2.9"])


@pytest.mark.differs_on_services("rows of many hands through a cursor of the server")
def test_flows_of_one_account_only(table: Table, alice: User, bob: User, carol: User, moderator: User) -> None:
    played(table, {alice: -100, bob: 60, carol: 40})
    played(table, {bob: -100, carol: 100})
    assert {frozenset((flow.giver, flow.taker)) for flow in flows(7, alice.pk)} == {
        frozenset((alice.pk, bob.pk)),
        frozenset((alice.pk, carol.pk)),
    }
    page = (
        client_of(moderator).get(reverse("admin:tables_pairs"), {"user": str(alice.pk), "days": "7"}).content.decode()
    )
    assert "Alice" in page
    assert f"days=30&amp;user={alice.pk}" in page
