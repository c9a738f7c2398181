"""Test that every finished hand is stored once, whatever happens in between."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.db import DatabaseError

from accounts.models import User
from tables.bots.duel import database, reasons
from tables.bots.duel.items import Item, items_of, line_of
from tables.bots.duel.journal import InUse, Journal
from tables.bots.duel.play import replay
from tables.bots.duel.storing import Storing, recover
from tables.engine.cards import parse_cards
from tables.formats.scoring import Score
from tables.models import ArenaHand, ArenaMatch, ArenaPlayer
from tests.epochs import begin_epoch
from tests.tables.bots.duel.room import Stage, play_hand

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.differs_on_services("raw SQL of hands and sums, in threads of their own"),
]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    kept = Journal(tmp_path / "arena")
    yield kept
    kept.close()


@pytest.fixture
def store(stage: Stage, journal: Journal) -> Storing:
    stage.hall.store = Storing(journal)
    return stage.hall.store


def let_play(stage: Stage, *bots: str, hands: int = 6, room: int = 1) -> None:
    sender = stage.program()
    sender.say(info="ai_vs_ai", room_id=room, room_number=len(bots), bots=[*bots], game_number=hands)
    assert sender.last["info"] == "success"


def let_play_half(stage: Stage, room: int = 1) -> None:
    """Begin a match that nobody ends, and play two hands."""
    programs = stage.match(room_id=room, game_number=9)
    for _ in range(2):
        play_hand(programs)
        for program in programs:
            program.ready()


def test_a_match_is_stored_with_its_players_and_hands(stage: Stage, store: Storing) -> None:
    let_play(stage, "CallAgent", "RandomAgent", "TightPassive", hands=7)
    store.flush()
    match = ArenaMatch.objects.get()
    assert (match.room, match.state, match.hands_wanted, match.duplicate) == (1, "complete", 7, True)
    assert match.ended_at is not None
    players = list(match.players.all())
    assert sorted(player.name for player in players) == ["CallAgent", "RandomAgent", "TightPassive"]
    assert all(player.house and player.user_id is None for player in players)
    assert [player.hands for player in players] == [7, 7, 7]
    assert [player.deals for player in players] == [3, 3, 3]
    assert sum(player.net for player in players) == 0
    hands = list(match.hands.order_by("number"))
    assert [hand.number for hand in hands] == list(range(7))
    assert [hand.deal for hand in hands] == [0, 0, 0, 1, 1, 1, 2]
    for hand in hands:
        again = replay(3, parse_cards(hand.deck), hand.moves)
        assert [hand.nets[place] for place in hand.order] == list(again.net)


def test_stored_sums_match_the_deals(stage: Stage, store: Storing) -> None:
    let_play(stage, "LooseAggressive", "RandomAgent", hands=9)
    store.flush()
    hands = list(ArenaHand.objects.order_by("number"))
    for player in ArenaPlayer.objects.all():
        deals = [[hand.nets[player.place] for hand in hands if hand.deal == deal] for deal in range(5)]
        score = Score.of_deals(deals)
        kept = Score(player.hands, player.net, int(player.net_squares), player.deals)
        assert kept == score


def test_a_running_match_is_stored_before_it_ends(stage: Stage, store: Storing) -> None:
    let_play_half(stage)
    store.flush()
    assert ArenaMatch.objects.get().state == "running"
    assert ArenaHand.objects.count() == 2
    assert {player.hands for player in ArenaPlayer.objects.all()} == {2}


def test_a_match_that_breaks_off_says_why(stage: Stage, store: Storing) -> None:
    programs = stage.match()
    programs[0].leave()
    play_hand(programs[1:])
    store.flush()
    match = ArenaMatch.objects.get()
    assert (match.state, match.why) == ("broken", "P0 is disconnected.")
    assert match.hands.count() == 1


def test_a_batch_can_be_stored_twice_without_duplicates(stage: Stage, store: Storing) -> None:
    let_play(stage, "CallAgent", "RandomAgent")
    items = list(store._items)
    for again in (False, True, True):
        database.store(items, again=again)
        for item in items:
            item.record.key = None
    assert ArenaMatch.objects.count() == 1
    assert ArenaPlayer.objects.count() == 2
    assert ArenaHand.objects.count() == 6
    assert sum(player.net for player in ArenaPlayer.objects.all()) == 0


def test_nothing_is_lost_while_the_database_is_away(
    stage: Stage, store: Storing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    let_play(stage, "CallAgent", "CallAgent")
    really, tries = database.store, 0

    def unreliable(items: Sequence[Item], *, again: bool) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise DatabaseError("away")
        really(items, again=again)

    monkeypatch.setattr(database, "store", unreliable)
    monkeypatch.setattr(store._ending, "wait", lambda seconds: False)
    store.flush()
    assert tries == 2
    assert ArenaHand.objects.count() == 6
    assert "cannot be stored" in caplog.text


def test_a_stop_stores_what_is_left(stage: Stage, store: Storing) -> None:
    store.start()
    let_play(stage, "CallAgent", "CallAgent")
    store.stop()
    assert ArenaHand.objects.count() == 6
    assert not list(store.journal.folder.glob("*.jsonl"))


def test_recovery_stores_finished_hands_and_breaks_off_the_match(
    stage: Stage, store: Storing, journal: Journal
) -> None:
    let_play_half(stage, room=1)
    store.flush()
    let_play_half(stage, room=2)  # never reaches the database before the process dies
    journal.close()
    later = Journal(journal.folder)
    recover(later)
    assert [match.hands.count() for match in ArenaMatch.objects.order_by("room")] == [2, 2]
    assert {match.state for match in ArenaMatch.objects.all()} == {"broken"}
    assert {player.hands for player in ArenaPlayer.objects.all()} == {2}
    later.close()
    last = Journal(journal.folder)
    recover(last)
    assert ArenaHand.objects.count() == 4
    last.close()


def test_a_journal_line_that_was_cut_off_is_dropped(stage: Stage, store: Storing, journal: Journal) -> None:
    let_play_half(stage)
    journal.close()
    [segment] = journal.folder.glob("*.jsonl")
    segment.write_bytes(segment.read_bytes()[:-20])
    later = Journal(journal.folder)
    recover(later)
    later.close()
    assert ArenaHand.objects.count() == 1
    assert ArenaPlayer.objects.first().hands == 1  # type: ignore[union-attr]


def test_journal_lines_can_be_read_back_as_items(stage: Stage, store: Storing) -> None:
    let_play(stage, "CallAgent", "RandomAgent")
    lines = [json.loads(json.dumps(line_of(item))) for item in store._items]
    assert [line_of(item) for item in items_of(lines, {})] == [
        [*line[:6], [tuple(person) for person in line[6]]] if line[0] == "begun" else line for line in lines
    ]


def test_two_servers_do_not_share_a_journal(journal: Journal) -> None:
    with pytest.raises(InUse):
        Journal(journal.folder)


class TestRestore:
    """Test what happens when a backup takes the place of the data while matches are played."""

    def test_a_match_in_the_backup_goes_on_being_stored(self, stage: Stage, store: Storing) -> None:
        let_play_half(stage)
        store.flush()
        ArenaHand.objects.filter(number=1).delete()
        begin_epoch()
        stage.hall.stop()
        store.flush()
        match = ArenaMatch.objects.get()
        assert (match.state, match.hands.count()) == ("broken", 1)

    def test_nothing_is_stored_of_a_match_missing_from_the_backup(self, stage: Stage, store: Storing) -> None:
        """They must not count as hands of another match that has got its key since."""
        let_play_half(stage)
        record = store._items[0].record
        store.flush()
        ArenaMatch.objects.all().delete()
        other = ArenaMatch.objects.create(pk=record.key, room=9, hands_wanted=9)
        begin_epoch()
        stage.hall.stop()
        let_play(stage, "CallAgent", "CallAgent", room=2)
        store.flush()
        assert ArenaMatch.objects.get(pk=other.pk).state == "running"
        assert ArenaMatch.objects.exclude(pk=other.pk).get().hands.count() == 6

    def test_a_match_of_a_missing_account_does_not_stop_other_matches(
        self, stage: Stage, store: Storing, alice: User
    ) -> None:
        let_play(stage, "CallAgent", "CallAgent")
        record = store._items[0].record
        record.players[0] = record.players[0]._replace(user_id=alice.pk + 1)
        let_play(stage, "CallAgent", "CallAgent", room=2)
        store.flush()
        assert ArenaMatch.objects.get().room == 2

    def test_matches_that_the_backup_shows_as_running_are_broken_off(self, store: Storing) -> None:
        store._mind_restores()
        ArenaMatch.objects.create(room=9, hands_wanted=9)
        begin_epoch()
        store._looked_at -= 10
        store._mind_restores()
        assert (ArenaMatch.objects.get().state, ArenaMatch.objects.get().why) == ("broken", reasons.RESTORED)
