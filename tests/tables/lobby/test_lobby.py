"""Build the lobby: which tables stand where, what a row says, and how many queries that takes."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.viewer import Viewer
from tables.core import hand_cache
from tables.core.locking import locked
from tables.hosting.house_bots import add_bot
from tables.lobby.push import lobby_version
from tables.lobby.rows import Row
from tables.lobby.table_reader import MOST_LISTED
from tables.models import Seat, Table
from tables.play import dealing, lifecycle, presence, seating
from tests.lobbies import lobby_of, lobby_text

pytestmark = pytest.mark.django_db
ENGLISH = Viewer("en", "UTC")


@pytest.fixture(autouse=True)
def _no_hands_of_other_tests() -> None:
    """Clear hands of other tests: they were rolled back, and had the same numbers."""
    hand_cache._memory.hands.clear()


@pytest.fixture(autouse=True)
def clock() -> None:
    """Let time pass here: tables are listed by when they were opened."""


def open_table(owner: User, name: str = "Thursday Club", rulebook: str = "cash", **options: Any) -> Table:
    found_by = Table.FoundBy(options.pop("found_by", "lobby"))
    return lifecycle.open_table(
        owner,
        name=name,
        rulebook=rulebook,
        options=options,
        buy_in_least=1_000,
        buy_in_most=20_000,
        found_by=found_by,
    )


def sit(table: Table, *users: User) -> None:
    taken = table.seated.count()
    for number, user in enumerate(users, start=taken + 1):
        seating.sit_down(table.pk, user, number=number, chips=5_000)


def deal(table: Table) -> Table:
    presence.arrive(table.pk, table.owner_id, "test")
    with locked(table.pk) as fresh:
        dealing.deal_next(fresh)
    return Table.objects.get(pk=table.pk)


def only(rows: tuple[Row, ...]) -> Row:
    (row,) = rows
    return row


class TestWhichTables:
    def test_empty_lobby_has_no_rows(self, alice: User) -> None:
        lobby = lobby_of(alice)
        assert (lobby.yours, lobby.free, lobby.watch) == ((), (), ())

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_tables_where_one_sits_or_hosts_are_ones_own(self, alice: User, bob: User) -> None:
        hosted, joined = open_table(alice, "hosted"), open_table(bob, "joined")
        sit(joined, alice)
        lobby = lobby_of(alice)
        assert [(row.code, row.seated, row.host) for row in lobby.yours] == [
            (joined.code, True, False),
            (hosted.code, False, True),
        ]
        assert (lobby.free, lobby.watch) == ((), ())

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_table_of_another_with_a_free_seat_is_offered(self, alice: User, bob: User) -> None:
        open_table(bob)
        assert only(lobby_of(alice).free).name == "Thursday Club"

    def test_full_table_can_be_watched(self, alice: User, bob: User, carol: User) -> None:
        table = open_table(bob, players_most=2)
        sit(table, bob, carol)
        lobby = lobby_of(alice)
        assert lobby.free == ()
        assert only(lobby.watch).full

    def test_a_held_seat_is_not_free(self, alice: User, bob: User, carol: User) -> None:
        table = open_table(bob, players_most=2)
        sit(table, bob)
        seating.hold_seat(table.pk, carol, 2)
        row = only(lobby_of(alice).watch)
        assert (row.taken, row.names) == (2, "Bob")

    def test_table_by_link_only_is_listed_for_those_who_sit_there_or_host(
        self, alice: User, bob: User, carol: User
    ) -> None:
        table = open_table(bob, found_by=Table.FoundBy.LINK)
        sit(table, carol)
        assert lobby_of(alice).free == ()
        assert table.code not in lobby_text(alice, ENGLISH)
        assert only(lobby_of(carol).yours).code == only(lobby_of(bob).yours).code == table.code

    def test_closed_tables_are_not_listed(self, alice: User, bob: User) -> None:
        for table in (open_table(alice), open_table(bob)):
            lifecycle.close(table.pk, table.owner)
        lobby = lobby_of(alice)
        assert (lobby.yours, lobby.free) == ((), ())

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_rows_stay_in_place_while_players_come_and_go(self, alice: User, bob: User, carol: User) -> None:
        tables = [open_table(bob, name) for name in ("first", "second")]
        sit(tables[1], bob, carol)
        open_table(bob, "third")
        assert [row.name for row in lobby_of(alice).free] == ["first", "second", "third"]

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_tables_with_most_players_are_listed_if_not_all_fit(
        self, alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tables.lobby.table_reader.MOST_LISTED", 2)
        open_table(bob, "nobody")
        sit(open_table(bob, "one"), bob)
        sit(open_table(bob, "two"), bob, carol)
        assert [row.name for row in lobby_of(alice).free] == ["one", "two"]

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_list_is_limited_and_says_that_there_are_more(self, alice: User, bob: User) -> None:
        open_table(bob)
        table = Table.objects.get()
        rows = Table.objects.bulk_create(
            Table(owner=bob, name="x", rules=table.rules, buy_in_least=1, buy_in_most=2) for _ in range(MOST_LISTED)
        )
        lobby = lobby_of(alice)
        assert (len(lobby.free), lobby.more) == (MOST_LISTED, True)
        assert "More tables are open" in lobby_text(alice, ENGLISH)
        rows[0].delete()
        assert not lobby_of(alice).more


class TestRow:
    @pytest.mark.parametrize(
        ("rulebook", "options", "game", "stakes"),
        [
            ("cash", {}, "No-limit hold'em", "50/100"),
            ("cash", {"betting": "pot_limit", "small_blind": 1_000}, "Pot-limit hold'em", "1,000/2,000"),
            ("cash", {"betting": "fixed_limit", "ante": 10}, "Fixed-limit hold'em", "50/100, ante 10"),
            ("home", {}, "Kitchen table", "10/20"),
            ("queue", {}, "Queue", "step 10"),
        ],
    )
    def test_says_what_is_played(
        self, alice: User, bob: User, rulebook: str, options: dict[str, Any], game: str, stakes: str
    ) -> None:
        open_table(bob, rulebook=rulebook, **options)
        row = only(lobby_of(alice).free)
        assert (row.game, row.stakes) == (game, stakes)

    def test_says_who_sits_there_and_who_is_a_bot(self, alice: User, bob: User, carol: User) -> None:
        table = open_table(bob)
        sit(table, bob, carol)
        add_bot(table.pk, bob, "tight")
        row = only(lobby_of(alice).free)
        assert sorted(row.players) == ["Bob", "Carol", "Pascal (bot)"]
        assert (row.taken, row.seats, row.others) == (3, 10, 0)

    def test_names_three_players_and_counts_the_rest(self, alice: User, bob: User) -> None:
        table = open_table(bob)
        for _ in range(6):
            add_bot(table.pk, bob, "loose")
        row = only(lobby_of(alice).free)
        assert (len(row.players), row.others) == (3, 3)
        assert "and 3 others" in lobby_text(alice, ENGLISH)

    @pytest.mark.differs_on_services("grouped counts, subqueries and their order")
    def test_counts_each_watcher_once(self, alice: User, bob: User, carol: User, ted: User) -> None:
        table = open_table(bob)
        sit(table, bob)
        for user, process in ((bob, "a"), (carol, "a"), (carol, "b"), (ted, "a")):
            presence.arrive(table.pk, user.pk, process)
        assert only(lobby_of(alice).free).watchers == 2

    def test_draws_the_readers_own_seat_at_the_bottom(self, alice: User, bob: User) -> None:
        table = open_table(bob, players_most=4)
        seating.sit_down(table.pk, bob, number=2, chips=5_000)
        assert [dot.kind for dot in only(lobby_of(alice).free).dots] == ["free", "on", "free", "free"]
        assert [dot.kind for dot in only(lobby_of(bob).yours).dots] == ["on", "free", "free", "free"]
        bottom, left, top, right = only(lobby_of(bob).yours).dots
        assert (bottom.x, bottom.y, top.x, top.y) == ("30.0", "32.5", "30.0", "3.5")
        assert float(left.x) < 30 < float(right.x)

    def test_marks_the_turn_only_for_the_player_to_act(self, alice: User, bob: User) -> None:
        table = open_table(alice)
        sit(table, alice, bob)
        table = deal(table)
        assert table.hand is not None
        turn = hand_cache.hand_state_of(table.hand, moves_made=0).turn
        to_act, other = (alice, bob) if turn == 1 else (bob, alice)
        assert only(lobby_of(to_act).yours).turn
        assert only(lobby_of(to_act).yours).dots[0].kind == "lit"
        assert not only(lobby_of(other).yours).turn
        assert "Your turn" in lobby_text(to_act, ENGLISH)
        assert "Your turn" not in lobby_text(other, ENGLISH)

    def test_says_that_it_is_paused(self, alice: User) -> None:
        table = open_table(alice)
        lifecycle.pause(table.pk, alice)
        assert only(lobby_of(alice).yours).paused
        assert "Paused" in lobby_text(alice, ENGLISH)

    def test_a_deleted_player_has_no_name_left(self, alice: User, bob: User) -> None:
        sit(open_table(bob), bob)
        User.objects.filter(pk=bob.pk).update(display_name="")
        assert only(lobby_of(alice).free).names == "Deleted player"

    def test_table_name_is_escaped(self, alice: User, bob: User) -> None:
        open_table(bob, "<script>alert(1)</script>&")
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&amp;" in lobby_text(alice, ENGLISH)


class TestQueries:
    @pytest.fixture
    def fifty(self, alice: User, bob: User) -> None:
        people = [User.objects.create_user(username=f"Player {number}") for number in range(9)]
        rules = open_table(bob).rules
        tables = Table.objects.bulk_create(
            Table(owner=bob, name=f"T{number}", rules=rules, buy_in_least=1, buy_in_most=2) for number in range(50)
        )
        Seat.objects.bulk_create(
            Seat(table=table, user=user, number=number, state="playing", stack=1)
            for table in tables
            for number, user in enumerate(people, start=1)
        )
        Seat.objects.bulk_create(Seat(table=table, user=alice, number=10, state="playing") for table in tables[:3])

    def test_queries_do_not_grow_with_the_tables(self, fifty: None, alice: User) -> None:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            lobby = lobby_of(alice)
        assert (len(lobby.yours), len(lobby.free)) == (3, 48)
        assert len(queries) <= 9

    def test_text_of_a_push_takes_no_further_queries(self, fifty: None, alice: User) -> None:
        with CaptureQueriesContext(connection) as queries:
            lobby_text(alice, ENGLISH)
        assert len(queries) <= 9

    def test_version_takes_one_query(self, fifty: None, alice: User) -> None:
        with CaptureQueriesContext(connection) as queries:
            lobby_version()
        assert len(queries) == 1
