"""Test that standings follow from the hands."""

from collections import defaultdict

import pytest

from accounts.models import User
from tables.bots.duel.standings import of_account, overall, pairs
from tables.formats.scoring import Score
from tables.models import ArenaHand, ArenaPlayer
from tests.tables.bots.duel.matches import half_played, stored

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.differs_on_services("grouped sums of big integers")]


def test_overall_counts_every_match_against_others() -> None:
    stored(
        ("CallAgent", "RandomAgent"),
        ("TightPassive", "CallAgent", "RandomAgent"),
        ("CallAgent", "CallAgent"),
    )
    nets: dict[str, dict[tuple[int, int], int]] = defaultdict(lambda: defaultdict(int))
    counts: dict[str, int] = defaultdict(int)
    for hand in ArenaHand.objects.all():
        names = [player.name for player in ArenaPlayer.objects.filter(match=hand.match)]
        for name, net in zip(names, hand.nets, strict=True):
            if len(set(names)) > 1:
                nets[name][hand.match_id, hand.deal] += net
                counts[name] += 1
    standings = overall()
    assert {one.who.name for one in standings} == {"CallAgent", "RandomAgent", "TightPassive"}
    for one in standings:
        expected = Score.of(nets[one.who.name].values())
        assert (one.score.net, one.score.squares, one.score.deals) == (expected.net, expected.squares, expected.hands)
        assert one.hands == counts[one.who.name]
    means = [one.score.mbb_per_hand(100) or 0 for one in standings]
    assert means == sorted(means, reverse=True)
    assert {one.who.name: one.matches for one in standings} == {"CallAgent": 2, "RandomAgent": 2, "TightPassive": 1}


def test_pairs_count_heads_up_matches_once() -> None:
    stored(
        ("CallAgent", "RandomAgent"),
        ("RandomAgent", "CallAgent"),
        ("CallAgent", "TightPassive"),
        ("TightPassive", "CallAgent", "RandomAgent"),
        ("CallAgent", "CallAgent"),
    )
    found = {frozenset((one.who.name, one.other.name)): one for one in pairs() if one.other}
    assert set(found) == {frozenset(("CallAgent", "RandomAgent")), frozenset(("CallAgent", "TightPassive"))}
    both = found[frozenset(("CallAgent", "RandomAgent"))]
    assert (both.hands, both.matches) == (20, 2)
    assert both.net >= 0


def test_an_account_and_a_program_of_the_same_name_are_apart(alice: User) -> None:
    half_played(broken=True)
    half_played(broken=True, user=alice)
    names = sorted((one.who.name, one.who.bot_id) for one in overall() if one.who.bot_id is None)
    assert names == [("P0", None), ("P1", None)]
    assert [one.who.name for one in overall() if one.who.bot_id] == ["Alice"]


def test_standings_are_empty_without_matches(db: None) -> None:
    assert overall() == []
    assert pairs() == []


def test_two_accounts_are_ranked_apart(alice: User, bob: User) -> None:
    match = half_played(broken=True)
    for place, user in enumerate((alice, bob)):
        match.players.filter(place=place).update(user=user, name="")
    assert sorted(one.who.name for one in overall()) == ["Alice", "Bob"]
    [pair] = pairs()
    assert {pair.who.name, pair.other and pair.other.name} == {"Alice", "Bob"}
    found = of_account(alice.pk)
    assert found is not None
    assert (found.hands, found.matches) == (2, 1)
    assert of_account(10**6) is None


def test_two_accounts_that_are_even_are_shown_once(alice: User, bob: User) -> None:
    match = half_played(broken=True)
    for place, user in enumerate((alice, bob)):
        match.players.filter(place=place).update(user=user, name="", net=0)
    assert len(pairs()) == 1
