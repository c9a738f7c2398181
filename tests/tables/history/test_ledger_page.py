"""Show the books of a table: who brought and took what, who owes whom, on a page and as a file."""

import csv
import io
import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tables.core import money
from tables.hosting import house_bots
from tables.models import LedgerEntry, Table
from tables.page import snapshot
from tables.page.scene import Scene
from tables.play import lifecycle, seating
from tables.records.ledger import Books, books_of
from tests.tables.frames import parts_of
from tests.tables.helpers import Clock, act, assert_books_agree, check_down, fold_out, fresh, look_on, play_of, to_act
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


def nets(table: Table) -> dict[str, int]:
    return {row.name: row.net for row in books_of(table).rows}


def owed(books: Books) -> list[tuple[str, str, int]]:
    return [(payment.payer.name, payment.payee.name, payment.amount) for payment in books.payments]


def page(table: Table, user: User | None, name: str = "table_ledger", **more: Any) -> HttpResponseBase:
    client = Client()
    if user:
        client.force_login(user)
    return client.get(reverse(name, args=[table.code]), **more)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_books_show_buy_ins_top_ups_and_cash_outs(
    seated: Table, alice: User, bob: User, carol: User, clock: Clock
) -> None:
    seating.top_up(seated.pk, bob, 2_000)
    seating.sit_down(seated.pk, carol, number=3, chips=5_000)
    seating.stand_up(seated.pk, carol)
    clock.run_due(seated)
    fold_out(seated)
    found = {row.name: row for row in books_of(seated).rows}
    assert (found["Bob"].bought_in, found["Bob"].topped_up, found["Bob"].at_table) == (10_000, 2_000, 12_050)
    assert (found["Carol"].bought_in, found["Carol"].cashed_out, found["Carol"].at_table) == (5_000, 5_000, 0)
    assert nets(seated) == {"Bob": 50, "Carol": 0, "Alice": -50}
    assert owed(books_of(seated)) == [("Alice", "Bob", 50)]


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_running_hand_does_not_count_yet(dealt: Table, alice: User) -> None:
    act(dealt, alice, "raise", 5_000)
    assert nets(dealt) == {"Alice": 0, "Bob": 0}


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_player_who_comes_back_has_one_account(seated: Table, alice: User, bob: User) -> None:
    seating.stand_up(seated.pk, bob)
    seating.sit_down(seated.pk, bob, number=5, chips=12_000)
    found = {row.name: row for row in books_of(seated).rows}
    assert (found["Bob"].bought_in, found["Bob"].cashed_out, found["Bob"].net) == (22_000, 10_000, 0)


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_house_bots_are_counted_as_the_house(table: Table, alice: User, bob: User, clock: Clock) -> None:
    look_on(table, alice)
    seating.sit_down(table.pk, alice, number=1, chips=10_000)
    for style in ("caller", "tight"):
        house_bots.add_bot(table.pk, alice, style)
    for _ in range(4):
        clock.run_due(table)
        while not play_of(table).over:
            if to_act(table) == alice:
                act(table, alice, "fold")
            else:
                clock.run_due(table)
    house_bots.remove_bot(table.pk, alice, table.seated.filter(house="tight").get().number)
    found = nets(table)
    assert set(found) == {"Alice", "The house"}
    assert found["Alice"] + found["The house"] == 0 != found["Alice"]
    assert owed(books_of(table)) == [("Alice", "The house", found["The house"])]
    assert_books_agree()


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_correction_by_a_moderator_is_at_the_expense_of_the_house(seated: Table, moderator: User, bob: User) -> None:
    entry = LedgerEntry.objects.get(table=seated, user=bob, kind="buy_in")
    money.reverse(entry.pk, moderator, "Twice.")
    assert nets(seated) == {"Alice": 0, "Bob": 10_000, "The house": -10_000}
    assert "Put right" in text(page(seated, bob))


@pytest.mark.differs_on_services("grouped and filtered sums")
def test_nets_sum_to_zero_through_an_evening(three: Table, alice: User, bob: User, carol: User, clock: Clock) -> None:
    for turn in range(6):
        check_down(three) if turn % 2 else fold_out(three)
        if turn == 2:
            ask(three, alice, "remove")
        if turn == 3:
            seating.top_up(three.pk, carol, 3_000)
        assert sum(nets(three).values()) == 0
        clock.run_due(three)
    lifecycle.close(three.pk, alice)
    fold_out(three)
    assert fresh(three).is_closed
    books = books_of(fresh(three))
    assert sum(nets(three).values()) == books.total["at_table"] == 0
    assert sum(amount for _, _, amount in owed(books)) == sum(net for net in nets(three).values() if net > 0)
    assert_books_agree()


def test_page_says_who_pays_whom(dealt: Table, alice: User, bob: User) -> None:
    fold_out(dealt)
    found = text(page(dealt, bob))
    for words in ("Ledger of A table", "Alice pays Bob", "Bob +50", "Alice \u221250", "10,000"):
        assert words in found
    assert "谁欠谁" in text(page(dealt, bob, headers={"Accept-Language": "zh-CN"}))


def test_page_says_that_nobody_has_bought_in(table: Table, alice: User) -> None:
    assert "Nobody has bought in yet." in text(page(table, alice))


def test_file_has_the_accounts_and_payments(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    answer = page(dealt, alice, "table_ledger_file")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="a-table-ledger.csv"'
    assert getattr(answer, "content", b"").startswith(b"\xef\xbb\xbf")
    assert rows(answer) == [
        ["Player", "Buy-ins", "Top-ups", "Cash-outs", "Put right", "At the table", "Net"],
        ["Bob", "10000", "0", "0", "0", "10050", "50"],
        ["Alice", "10000", "0", "0", "0", "9950", "-50"],
        [],
        ["Who pays", "Whom", "Chips"],
        ["Alice", "Bob", "50"],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "|x", "%x", "\uff1d1+1", " =1", "a\r\n=1"])
def test_name_is_never_a_formula_in_the_file(dealt: Table, alice: User, bob: User, name: str) -> None:
    User.objects.filter(pk=bob.pk).update(display_name=name)
    fold_out(dealt)
    found = [cell for row in rows(page(dealt, alice, "table_ledger_file")) for cell in row if name.strip()[:2] in cell]
    assert len(found) == 2
    assert all(cell[0] in "'a" for cell in found)


def test_players_and_hosts_may_read(seated: Table, alice: User, bob: User, carol: User, ted: User) -> None:
    seating.stand_up(seated.pk, bob)
    ask(seated, alice, "name_cohost", whom=str(ted.pk))
    for user in (alice, bob, ted):
        for name in ("table_ledger", "table_ledger_file"):
            assert page(seated, user, name).status_code == 200


@pytest.mark.parametrize("name", ["table_ledger", "table_ledger_file"])
def test_others_may_not_read(seated: Table, alice: User, bob: User, carol: User, name: str) -> None:
    look_on(seated, carol)
    assert page(seated, carol, name).status_code == 403
    seating.hold_seat(seated.pk, carol, 5)
    assert page(seated, carol, name).status_code == 403
    assert page(seated, None, name).status_code == 302
    ask(seated, alice, "set_door", found_by="invitation")
    assert page(seated, carol, name).status_code == 404
    for code in ("0000000000000", "%00", "x"):
        client = Client()
        client.force_login(alice)
        assert client.get(f"/t/{code}/ledger/").status_code == 404


@pytest.mark.parametrize("lose", ["ban", "unwatched", "private"])
def test_player_who_may_not_see_the_table_reads_only_their_own_account(
    three: Table, alice: User, bob: User, carol: User, lose: str
) -> None:
    """Three players are in the books; the one who may not come any more still has to know whom to pay."""
    act(three, alice, "raise", 1_000)
    act(three, bob, "call")
    fold_out(three)
    seating.stand_up(three.pk, bob)
    if lose == "ban":
        ask(three, alice, "ban")
    else:
        ask(three, alice, "set_door", found_by="invitation" if lose == "private" else "link")
    answer = page(three, bob)
    assert answer.status_code == 200
    said = text(answer)
    assert "Bob pays" in said
    assert "You cannot see this table any more" in said
    assert "Carol" not in said
    found = rows(page(three, bob, "table_ledger_file"))
    assert [row[0] for row in found if row and row[0] in ("Alice", "Bob", "Carol")] == ["Bob", "Bob"]
    assert "Carol" in text(page(three, alice))


@pytest.mark.differs_on_services("one moment is one statement")
def test_books_are_read_at_one_moment(three: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player stands up while the books are read, and would be in neither half of what two queries find."""
    check_down(three)
    queries = 0

    def stands_up(execute: Any, *asked: Any) -> Any:
        nonlocal queries
        answer = execute(*asked)
        if (queries := queries + 1) == 1:
            seating.stand_up(three.pk, bob)
        return answer

    with connection.execute_wrapper(stands_up):
        books = books_of(three)
    assert sum(row.net for row in books.rows) == 0


def test_table_links_to_the_books(seated: Table, alice: User, bob: User, carol: User) -> None:
    address = reverse("table_ledger", args=[seated.code])

    def leads(user: User, part: str) -> bool:
        return address in parts_of(Scene(snapshot.take(seated.pk), user, user.preferences))[part]

    assert [leads(user, "t-books") for user in (alice, bob, carol)] == [True, True, False]
    lifecycle.close(seated.pk, alice)
    assert [leads(user, "t-books") for user in (alice, bob, carol)] == [True, True, False]
    assert [leads(user, "t-bar") for user in (alice, bob, carol)] == [True, True, False]
    bar = parts_of(Scene(snapshot.take(seated.pk), bob, bob.preferences))["t-bar"]
    assert re.findall(r'class="btn main verb" href="([^"]*)"', bar) == [address]
    assert "Everybody has their chips back" in bar


def test_number_of_queries_does_not_grow_with_the_ledger(
    seated: Table, alice: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    won = [LedgerEntry(kind="hand", user=alice, table=seated, to_seat=5) for _ in range(100)]
    entries = [*won, *(LedgerEntry(kind="hand", user=bob, table=seated, to_seat=-5) for _ in range(100))]
    LedgerEntry.objects.bulk_create(entries)
    with django_assert_max_num_queries(3):
        books_of(seated)
