"""Show a finished hand step by step: who may look at it, and what each viewer may know."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import deletion
from tables.core import hand_cache
from tables.history.replay.page import replayer_page
from tables.history.replay.source import Source
from tables.models import Hand, HandPlayer, Table
from tests.tables.engine.tables import HOME, deal
from tests.tables.engine.tables import check_down as engine_check_down
from tests.tables.engine.tables import play as play_moves
from tests.tables.frames import PARTIAL, group_of, grouped
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, open_table, play_of, seat_people, void_hand

pytestmark = pytest.mark.django_db

HOLES = {"Alice": "AsAd", "Bob": "KsKd", "Carol": "7c2d"}
SPOKEN = re.compile(
    r"(?:ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of (?:clubs|diamonds|hearts|spades)"
)


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def table(alice: User) -> Table:
    """Open a table where everybody who reaches the showdown shows."""
    return open_table(alice, options={"reveal": "live"})


@pytest.fixture
def over(three: Table) -> Hand:
    """Let Bob and Carol check it down after Alice, on the button, has folded."""
    act(three, three.owner, "fold")
    check_down(three)
    return hand_of(three)


def page(user: User, hand: Hand, **query: Any) -> str:
    response = as_(user).get(f"/hands/{hand.pk}/", query)
    assert response.status_code == 200
    return response.content.decode()


def steps(user: User, hand: Hand, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page(user, hand, part="steps", **query))["steps"]
    return found


def felt(text: str) -> str:
    """Return the table alone, without log and steps."""
    return text[text.index('<div class="ring">') : text.index("</main>")]


def current(text: str) -> str:
    found = re.findall(r'data-step="(\d+)" aria-current="step"', text)
    assert len(found) == 1
    return str(found[0])


def test_page_shows_one_step(over: Hand, alice: User) -> None:
    text = page(alice, over, step=3)
    assert current(text) == "3"
    assert "step 3 of 18" in text
    assert "Everybody gets two cards" in text
    assert "Folded" not in felt(text)
    assert "Folded" in felt(page(alice, over, step=4))


@pytest.mark.parametrize("wanted", ["", "0", "-1", "x", "²", "1.5", "9" * 40, "1'"])
def test_invalid_step_shows_the_first_one(over: Hand, alice: User, wanted: str) -> None:
    assert current(page(alice, over, step=wanted)) == "1"


def test_step_beyond_the_end_shows_the_last_one(over: Hand, alice: User) -> None:
    assert current(page(alice, over, step=999)) == "18"


def test_each_step_has_a_link_that_works_without_script(over: Hand, alice: User) -> None:
    text = page(alice, over, step=5)
    assert {f'href="?step={number}"' for number in range(1, 19)} <= set(re.findall(r'href="\?step=\d+"', text))
    assert re.search(r'href="\?step=6" data-go="next"', text)
    assert re.search(r'href="\?step=4" data-go="back"', text)


def test_changes_make_up_the_same_felt_as_the_page(over: Hand, alice: User) -> None:
    shown: dict[str, str] = {}
    for number, step in enumerate(steps(alice, over), start=1):
        shown |= step["parts"]
        whole = re.sub(r"\s+", "", felt(page(alice, over, step=number)))
        for part in shown.values():
            _name, _swap, content = PARTIAL.findall(part)[0]
            assert (
                re.sub(r"\s+", "", content.removesuffix("></div>").removesuffix("></section>").removesuffix("></li>"))
                in whole
            )
        assert step["told"] in page(alice, over, step=number)


def test_step_sends_only_what_changes(over: Hand, alice: User) -> None:
    first, *others = steps(alice, over)
    assert set(map(group_of, first["parts"])) == {"t-centre", "t-seat-1", "t-seat-2", "t-seat-3"}
    assert set(others[2]["parts"]) == {"s-1", "turn-1", "bet-1"}  # Alice folds


def cards_in(text: str) -> set[str]:
    return set(SPOKEN.findall(text))


def test_only_ones_own_and_shown_cards_are_visible(three: Table, alice: User, bob: User, ted: User) -> None:
    fold_out(three)
    hand, play = hand_of(three), play_of(three)
    assert not play.shown
    for viewer, known in ((alice, 1), (bob, 1), (ted, 0)):
        everything = page(viewer, hand, step=99) + json.dumps(steps(viewer, hand))
        assert len(cards_in(everything)) == 2 * known
        assert len(set(re.findall(r"[2-9TJQKA0][♣♦♥♠]", everything))) == 0


def test_shown_cards_lie_open_from_the_deal_on(over: Hand, alice: User) -> None:
    found = steps(alice, over)
    before, dealt = found[1]["parts"], found[2]["parts"]
    assert not any(cards_in(part) or "face down" in part for part in before.values())
    dealt = grouped(dealt)
    assert [len(cards_in(dealt[f"t-seat-{number}"])) for number in (1, 2, 3)] == [2, 2, 2]


def test_turning_the_table_shows_no_more_cards(three: Table, alice: User) -> None:
    fold_out(three)
    hand = hand_of(three)
    own = felt(page(alice, hand, step=3))
    assert re.search(r'<li id="t-seat-1" class="seat me" data-seat="0"', own)
    turned = felt(page(alice, hand, step=3, seat=2))
    assert re.search(r'<li id="t-seat-2" class="seat" data-seat="0"', turned)
    assert re.search(r'id="t-seat-1" class="seat" data-seat="2"', turned)
    assert cards_in(turned) == cards_in(own)
    assert 'class="seat me"' not in turned
    assert "seat=2" in page(alice, hand, seat=2).split('data-go="next"')[0]


@pytest.mark.parametrize("seat", ["9", "x", "-1", ""])
def test_seat_that_nobody_had_shows_ones_own(over: Hand, bob: User, seat: str) -> None:
    assert 'id="t-seat-2" class="seat me" data-seat="0"' in page(bob, over, seat=seat)


def test_viewer_who_was_not_in_the_hand_looks_from_the_first_seat(over: Hand, ted: User) -> None:
    assert 'id="t-seat-1" class="seat" data-seat="0"' in page(ted, over)


def test_private_hands_are_only_for_those_who_were_there(over: Hand, three: Table, bob: User, ted: User) -> None:
    Table.objects.filter(pk=three.pk).update(watchable=False)
    assert as_(bob).get(f"/hands/{over.pk}/").status_code == 200
    for query in ({}, {"part": "steps"}, {"part": "chances"}):
        assert as_(ted).get(f"/hands/{over.pk}/", query).status_code == 404


def test_running_or_void_hand_gets_404(three: Table, alice: User) -> None:
    hand = hand_of(three)
    assert as_(alice).get(f"/hands/{hand.pk}/").status_code == 404
    void_hand(three)
    assert as_(alice).get(f"/hands/{hand.pk}/").status_code == 404


def test_login_is_needed_and_posts_are_refused(over: Hand, alice: User) -> None:
    assert Client().get(f"/hands/{over.pk}/").status_code == 302
    assert as_(alice).post(f"/hands/{over.pk}/").status_code == 405
    assert as_(alice).get(f"/hands/{2**70}/").status_code == 404


@pytest.mark.parametrize("change", [{"verb": "bet", "amount": 7}, None])
def test_hand_that_cannot_be_replayed_is_reported_as_gone(
    over: Hand, alice: User, change: dict[str, Any] | None
) -> None:
    """The log has another first move, or lacks it."""
    first = over.moves.filter(sequence=0)
    first.update(**change) if change else first.delete()
    hand_cache._memory.hands.clear()
    response = as_(alice).get(f"/hands/{over.pk}/")
    assert response.status_code == 410
    assert "cannot be shown" in response.content.decode()


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_neighbours_are_the_viewers_own_hands_at_this_table(
    three: Table, alice: User, bob: User, ted: User, clock: Clock
) -> None:
    other = open_table(ted, name="Another")
    hands = []
    for _ in range(3):
        fold_out(three)
        hands.append(hand_of(three).pk)
        clock.run_due(three)
    seat_people(other, [ted])
    middle = page(bob, Hand.objects.get(pk=hands[1]))
    assert re.findall(r'rel="(prev|next)" href="/hands/(\d+)/"', middle) == [
        ("prev", str(hands[0])),
        ("next", str(hands[2])),
    ]
    assert 'rel="prev"' not in page(bob, Hand.objects.get(pk=hands[0]))
    assert 'rel="next"' not in page(bob, Hand.objects.get(pk=hands[2]))
    assert 'rel="prev"' not in page(ted, Hand.objects.get(pk=hands[1]))


@pytest.mark.embedded
def test_neighbours_are_found_along_their_index(three: Table, bob: User, clock: Clock) -> None:
    for _ in range(3):
        fold_out(three)
        clock.run_due(three)
    hand = Hand.objects.filter(table=three, state=Hand.State.OVER).earliest("pk")
    with CaptureQueriesContext(connection) as queries:
        page(bob, hand)
    asked = [query["sql"] for query in queries if "LIMIT 1" in query["sql"] and "tables_handplayer" in query["sql"]]
    around = [sql for sql in asked if "ORDER BY" in sql]
    assert len(around) == 2
    for sql in around:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}".replace("%", "%%"))
            told = "\n".join(str(row[-1]) for row in cursor.fetchall())
        assert "INDEX own_hands_at_a_table" in told
        assert "TEMP B-TREE" not in told
        assert "SCAN" not in told


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_neighbours_that_ended_at_the_same_time_are_ordered_by_number(three: Table, bob: User, clock: Clock) -> None:
    hands = []
    for _ in range(3):
        fold_out(three)
        hands.append(hand_of(three).pk)
        clock.run_due(three)
    at = Hand.objects.get(pk=hands[0]).ended_at
    Hand.objects.filter(pk__in=hands).update(ended_at=at)
    HandPlayer.objects.filter(hand__in=hands).update(ended_at=at)
    found = re.findall(r'rel="(?:prev|next)" href="/hands/(\d+)/"', page(bob, Hand.objects.get(pk=hands[1])))
    assert found == [str(hands[0]), str(hands[2])]


def test_result_is_shown_to_a_player_of_the_hand(over: Hand, alice: User, ted: User) -> None:
    net = HandPlayer.objects.get(hand=over, user=alice).net
    assert net == 0
    assert "for you" in page(alice, over)
    assert "for you" not in page(ted, over)


def test_deleted_player_is_not_named(over: Hand, three: Table, alice: User, bob: User) -> None:
    name = bob.display_name
    three.seated.filter(user=bob).delete()
    deletion.delete_account(bob)
    everything = page(alice, over, step=99) + json.dumps(steps(alice, over))
    assert name not in everything
    assert "Deleted player" in everything


def test_chances_of_known_hands_come_with_the_page_without_script(over: Hand, alice: User) -> None:
    assert "<table" not in page(alice, over)
    with_them = page(alice, over, step=7, chances="")
    alone = page(alice, over, part="chances")
    for text in (with_them, alone):
        columns = re.findall(r'scope="col" data-street="(\w+)"', text)
        assert columns == ["preflop", "flop", "turn", "river"]


def test_page_says_that_hidden_hands_are_left_out_of_the_chances(over: Hand, alice: User, bob: User) -> None:
    """Alice knows what she folded, Bob does not."""
    left_out = ["nobody showed are left out" in page(user, over, part="chances") for user in (alice, bob)]
    assert left_out == [False, True]


def test_there_are_no_chances_if_no_cards_are_known(three: Table, ted: User) -> None:
    fold_out(three)
    assert "<table" not in page(ted, hand_of(three), chances="")
    assert page(ted, hand_of(three), part="chances").strip() == ""


def test_any_hand_of_the_engine_can_be_replayed(rf: RequestFactory, alice: User) -> None:
    play = engine_check_down(play_moves(deal(HOME, 3, hole=HOLES, board="AhKh8c8d3s"), "Alice call, Bob call"))
    names = {seat: f"Seat {seat}" for seat in play.seats}
    source = Source(play, names, frozenset(play.seats[:1]), title="From <a book>", about="1990")
    request = rf.get("/somewhere/", {"step": "4"})
    request.user = alice
    text = replayer_page(request, source).content.decode()
    assert "From &lt;a book&gt;" in text
    assert cards_in(felt(text)) == {"king of spades", "king of diamonds"}
    told = re.sub(r"<[^>]*>", "", text)
    assert "Seat 1 mucks" in told  # these cards are not known: they were made up
    assert "Seat 1 shows" not in told
