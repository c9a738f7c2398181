"""Check that results rebuilt from the log are those counted hand by hand, even after a kill, and while people play."""

import random
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from tables.core.refusals import Refused
from tables.engine.hand import HandState
from tables.engine.opening import SeatNumber
from tables.hosting import house_bots
from tables.models import Hand, HandPlayer, Purse, Recount, Sitting, Table
from tables.records import count_results, rebuild_results
from tables.records.figures import Figures, figures
from tests.tables import games
from tests.tables.helpers import Clock, fold_out, open_table, seat_people, void_hand
from tests.tables.play.test_races import at_once
from tests.tables.sessions import another_evening, play_hands, rows

pytestmark = pytest.mark.django_db


class Killed(Exception):
    pass


def kill_after(steps: int) -> Callable[[int, int], None]:
    left = iter(range(steps))

    def told(read: int, lost: int) -> None:
        if next(left, None) is None:
            raise Killed

    return told


def nothing(read: int, lost: int) -> None:
    pass


def read_to_the_end() -> int:
    """Rebuild everything that is left, and return the number of hands read."""
    told: list[int] = []
    rebuild_results.rebuild(lambda more, lost: told.append(more))
    return sum(told)


@pytest.fixture(autouse=True)
def _few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild_results, "AT_A_TIME", 3)


@pytest.fixture
def chance() -> random.Random:
    return random.Random(5)


@pytest.fixture
def club(table: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock, chance: random.Random) -> Table:
    """Play three evenings; Ted comes to the second one, where a house bot plays too, and a hand is void."""
    people = [alice, bob, carol, ted]
    seat_people(table, people, chips=20_000)
    table.seated.filter(user=ted).update(state="out")
    play_hands(table, clock, 5, chance)
    another_evening(table, clock)
    table.seated.filter(user=ted).update(state="playing")
    house_bots.add_bot(table.pk, alice, "loose")
    play_hands(table, clock, 3, chance)
    clock.run_due(table)
    void_hand(table)
    play_hands(table, clock, 3, chance)
    another_evening(table, clock)
    play_hands(table, clock, 4, chance)
    return table


def test_evenings_of_the_fixture_have_every_figure(club: Table, ted: User) -> None:
    found = Sitting.objects.all()
    assert found.count() > 9
    assert found.filter(user=ted).count() < 3
    for name in ("vpip", "pfr", "three_bet_chances", "flops", "showdowns", "showdowns_won", "luck", "luck_mbb"):
        assert found.exclude(**{name: 0}).exists(), name


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_rebuilt_results_are_the_same(club: Table) -> None:
    before = rows()
    call_command("rebuild_results", stdout=StringIO(), stderr=StringIO())
    assert rows() == before
    Sitting.objects.all().delete()
    call_command("rebuild_results", stdout=StringIO(), stderr=StringIO())
    assert rows() == before
    assert not Recount.objects.exists()


def test_wrong_results_are_corrected(club: Table, alice: User, ted: User) -> None:
    before = rows()
    wrong = Sitting.objects.filter(user=alice).earliest("began_at")
    Sitting.objects.filter(pk=wrong.pk).update(net=wrong.net + 1, hands=99, luck=7, ended_at=wrong.ended_at)
    Sitting.objects.filter(user=ted).delete()
    lone = Sitting.objects.filter(user=alice).latest("began_at")
    lone.pk, lone.began_at, lone.ended_at = None, wrong.began_at.replace(year=2029), wrong.began_at.replace(year=2029)
    lone.save()
    assert rows() != before
    rebuild_results.rebuild(nothing)
    assert rows() == before


def test_interrupted_run_continues_where_it_was(club: Table) -> None:
    before = rows()
    for steps in (0, 1, 3, 5):
        Sitting.objects.update(net=0)
        with pytest.raises(Killed):
            rebuild_results.rebuild(kill_after(steps))
        mark = Recount.objects.get()
        assert mark.number >= 3 * min(steps, 4), steps
        read, hands = rebuild_results.hands_to_read()
        assert read + read_to_the_end() == hands, steps
        assert rows() == before, steps


def test_hands_that_end_meanwhile_are_counted_once(club: Table, clock: Clock, chance: random.Random) -> None:
    """Some hands end between any two steps."""
    left = iter(range(5))

    def told(read: int, lost: int) -> None:
        if next(left, None) is not None:
            play_hands(club, clock, 2, chance)

    rebuild_results.rebuild(told)
    during = rows()
    rebuild_results.rebuild(nothing)
    assert rows() == during
    play_hands(club, clock, 2, chance)
    after = rows()
    rebuild_results.rebuild(nothing)
    assert rows() == after
    assert sum(row["hands"] for row in after) == people_hands()


def people_hands() -> int:
    over = HandPlayer.objects.filter(hand__state=Hand.State.OVER)
    return over.exclude(user__username__startswith="house:").count()


def test_chances_stored_meanwhile_are_not_lost(club: Table) -> None:
    before, stored = rows(), list[bool]()
    hand = Hand.objects.exclude(chances=None).latest("number")
    chances = hand.chances

    def told(read: int, lost: int) -> None:
        if not stored:
            stored.append(True)
            Hand.objects.filter(pk=hand.pk).update(chances=chances)
            count_results.add_luck(hand.pk)

    Hand.objects.filter(pk=hand.pk).update(chances=None)
    rebuild_results.rebuild(told)
    assert rows() == before


def test_every_table_is_rebuilt(club: Table, alice: User, bob: User, clock: Clock) -> None:
    other = open_table(alice, name="Another")
    Purse.objects.all().delete()
    seat_people(other, [alice, bob])
    clock.run_due(other)
    fold_out(other)
    before = rows()
    Sitting.objects.all().delete()
    rebuild_results.rebuild(nothing)
    assert rows() == before


@pytest.mark.parametrize(("open_game", "rulebook"), [(games.knockout, "contest"), (games.series, "duel")])
def test_games_are_counted_by_their_own_rulebook(
    open_game: Callable[..., Table], rulebook: str, clock: Clock, chance: random.Random
) -> None:
    people = games.people(3 if rulebook == "contest" else 2)
    game = games.begun(open_game(people[0]), people)
    for _ in range(4):
        games.play_hand(game, clock, chance, games.cheaply)
    before = rows()
    assert {(row["rulebook"], row["hands"]) for row in before} == {(rulebook, 4)}
    assert sum(row["net"] for row in before) == 0
    assert all(row["mbb_squares"] for row in before)
    Sitting.objects.all().delete()
    rebuild_results.rebuild(nothing)
    assert rows() == before


@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_one_of_two_runs_gives_up(club: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other run reads and counts the same hands while this one reads them."""
    before = rows()

    def slowly(play: HandState) -> dict[SeatNumber, Figures]:
        monkeypatch.undo()
        rebuild_results._step(club.pk, nothing)
        return figures(play)

    monkeypatch.setattr(rebuild_results, "figures", slowly)
    with pytest.raises(Refused):
        rebuild_results.rebuild(nothing)
    rebuild_results.rebuild(nothing)
    assert rows() == before


def test_hand_that_cannot_be_replayed_is_left_out_and_reported(club: Table) -> None:
    hand = Hand.objects.filter(state=Hand.State.OVER).earliest("number")
    hand.moves.all().update(verb="nonsense")
    out = StringIO()
    call_command("rebuild_results", stdout=out, stderr=StringIO())
    assert "1 hands cannot be replayed" in out.getvalue()
    assert sum(row["hands"] for row in rows()) == people_hands() - hand.players.count()


def test_command_reports_its_progress_and_continues(club: Table) -> None:
    with pytest.raises(Killed):
        rebuild_results.rebuild(kill_after(2))
    out, err = StringIO(), StringIO()
    call_command("rebuild_results", stdout=out, stderr=err)
    assert "Going on after 9 hands." in out.getvalue()
    assert "The results of 15 hands are counted anew." in out.getvalue()
    assert err.getvalue().splitlines()[-1] == f"[{'#' * 40}] 100 %"


def test_command_restarts_from_the_beginning_if_asked_to(club: Table) -> None:
    with pytest.raises(Killed):
        rebuild_results.rebuild(kill_after(2))
    out = StringIO()
    call_command("rebuild_results", "--again", stdout=out, stderr=StringIO())
    assert "Going on" not in out.getvalue()


@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("row locks and prepared SQL")
def test_rebuilding_races_hands_that_end(three: Table, clock: Clock) -> None:
    """Neither waits forever for the other, and in the end every hand is counted once."""

    def play() -> None:
        for _ in range(12):
            fold_out(three)
            clock.run_due(three)

    def again_and_again() -> None:
        for _ in range(6):
            rebuild_results.rebuild(nothing)

    assert at_once(play, again_and_again) == [None, None]
    counted = rows()
    assert [row["hands"] for row in counted] == [12, 12, 12]
    rebuild_results.rebuild(nothing)
    assert rows() == counted
