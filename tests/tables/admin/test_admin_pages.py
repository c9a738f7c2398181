"""Test the administration's pages about tables: what they find, what they show, and what their buttons do."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import AuditEntry, Sanction, SeenAddress, User
from tables.models import ChatMessage, Hand, LedgerEntry, Report, Table, TableEvent
from tables.play import lifecycle
from tests.poker_site.test_chinese_pages import foreign_words
from tests.tables.bots.duel.matches import half_played, stored
from tests.tables.games import begun, knockout
from tests.tables.helpers import Clock, assert_books_agree, fold_out, fresh, hand_of, open_table, purse
from tests.tables.moderation import addresses, choose, client_of, do, listed, page_of

# Names and texts of these tests, and what Django says in English only: "Search", and "True" of its images.
SAID = {
    "grant",
    "Search",
    "True",
    "False",
    "Moderators",
    "morgan",
    "hand",
    "Alice",
    "Bob",
    "Morgan",
    "table",
    "fish",
    "You",
    "He",
    "insults",
    "me",
    "Noise",
    "user",
    "sanction",
}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("search", "found"), [("A table", True), ("bob", True), ("ALICE", True), ("Ted", False), ("", True)]
)
@pytest.mark.differs_on_services("names are searched without regard to case")
def test_tables_are_found(dealt: Table, ted: User, moderator: User, search: str, found: bool) -> None:
    client = client_of(moderator)
    assert (page_of(dealt) in listed(client, "tables_table", q=search)) is found
    assert page_of(dealt) in listed(client, "tables_table", q=dealt.code)
    assert (page_of(hand_of(dealt)) in listed(client, "tables_hand", q=search)) is found
    assert page_of(hand_of(dealt)) in listed(client, "tables_hand", q="1 A table")
    assert page_of(hand_of(dealt)) not in listed(client, "tables_hand", q="2 A table")


@pytest.mark.differs_on_services("names are searched without regard to case")
def test_tables_are_found_by_former_players(dealt: Table, bob: User, moderator: User) -> None:
    client = client_of(moderator)
    do(client, dealt, "close", words="Enough.")
    assert page_of(dealt) in listed(client, "tables_table", q="bob")
    assert page_of(dealt) in listed(client, "tables_table", player=str(bob.pk))


@pytest.mark.differs_on_services("names are searched without regard to case")
def test_chat_reports_and_ledger_are_found(report: Report, moderator: User, bob: User, carol: User) -> None:
    client = client_of(moderator)
    for model, row in (("tables_chatmessage", report.message), ("tables_report", report)):
        for search, found in (("fish", True), ("bob", True), ("nonsense", False)):
            assert (page_of(row) in listed(client, model, q=search)) is found
    assert page_of(LedgerEntry.objects.filter(user=bob)[0]) in listed(client, "tables_ledgerentry", q="Bob")
    assert page_of(LedgerEntry.objects.filter(user=bob)[0]) not in listed(
        client, "tables_ledgerentry", user=str(carol.pk)
    )


@pytest.mark.differs_on_services("names are searched without regard to case")
def test_games_and_matches_of_programs_are_found(alice: User, bob: User, carol: User, moderator: User) -> None:
    table = begun(knockout(alice, name="Cup", players_most=3), [alice, bob, carol])
    [match] = stored(("CallAgent", "RandomAgent"), hands=2)
    client = client_of(moderator)
    for search, found in (("cup", True), ("bob", True), (table.code, True), ("morgan", False), ("", True)):
        page = listed(client, "tables_game", q=search)
        assert (page_of(table) in page and reverse("game_result", args=[table.code]) in page) is found
    for search, found in (("callagent", True), ("bob", False), ("\0", True)):
        page = listed(client, "tables_arenamatch", q=search)
        assert (reverse("arena_match", args=[match.pk]) in page and "CallAgent" in page) is found


def test_why_a_match_broke_off_is_in_the_readers_language(moderator: User) -> None:
    half_played(broken=True)
    assert "P0 is disconnected." in listed(client_of(moderator), "tables_arenamatch")
    assert "P0 断开了连接。" in listed(client_of(moderator, "zh-hans"), "tables_arenamatch")


def test_a_tables_page_pauses_and_resumes_it(seated: Table, moderator: User) -> None:
    client = client_of(moderator)
    assert "is paused" in do(client, seated, "pause", words="Wait.")
    assert fresh(seated).state == Table.State.PAUSED
    assert "goes on" in do(client, seated, "resume", words="Go.")
    assert "Say why" in do(client, seated, "pause", words=" ")
    assert list(TableEvent.objects.filter(by=None).values_list("verb", flat=True)) == ["pause", "resume"]


@pytest.mark.differs_on_services("row locks")
def test_closing_a_list_of_tables_tries_each_of_them(dealt: Table, carol: User, moderator: User) -> None:
    second = open_table(carol, name="Second")
    client = client_of(moderator)
    do(client, second, "close", words="Empty.")
    page = choose(client, "tables_table", "close", dealt, second, words="Night.")
    assert "This table is closed." in page
    assert "A table is closed" in page
    assert (fresh(dealt).state, hand_of(dealt).state) == (Table.State.CLOSED, Hand.State.VOID)
    assert_books_agree()


def test_a_hands_page_voids_it(dealt: Table, moderator: User) -> None:
    client = client_of(moderator)
    assert "is void" in do(client, hand_of(dealt), "void", words="Stuck.")
    assert hand_of(dealt).state == Hand.State.VOID
    assert "No hand is running" in do(client, hand_of(dealt), "void", words="Stuck.")
    assert "the hand was void" in client.get(page_of(hand_of(dealt))).content.decode()


def test_a_hand_that_is_over_has_its_public_record(dealt: Table, moderator: User) -> None:
    client = client_of(moderator)
    assert "not over" in client.get(page_of(hand_of(dealt))).content.decode()
    fold_out(dealt)
    page = client.get(page_of(hand_of(dealt))).content.decode()
    assert "Alice posts the small blind of 50" in page
    assert "Bob wins 100" in page


def test_chat_is_escaped_and_shown_with_the_lines_around_it(said: ChatMessage, alice: User, moderator: User) -> None:
    ChatMessage.objects.bulk_create(
        ChatMessage(table=said.table, user=alice, room="watchers", text=f"line {number:02}") for number in range(30)
    )
    page = client_of(moderator).get(page_of(said)).content.decode()
    assert "You &lt;b&gt;fish&lt;/b&gt;!" in page
    assert "line 19" in page
    assert "line 20" not in page


def test_messages_are_removed_on_their_page_and_in_the_list(said: ChatMessage, moderator: User) -> None:
    client = client_of(moderator)
    assert "is removed" in choose(client, "tables_chatmessage", "remove", said)
    assert "removed already" in do(client, said, "remove")
    assert "Morgan removed this message" in client.get(page_of(said)).content.decode()


def glance(client: Client) -> dict[str, str]:
    """Read the counters of the first page, by name."""
    page = client.get(reverse("admin:index")).content.decode()
    return {name: number for number, name in re.findall(r"<b>([0-9+]*)</b> ([^<]*)</a>", page)}


@pytest.mark.differs_on_services("the database's clock")
def test_the_first_page_counts_what_needs_attention(dealt: Table, alice: User, moderator: User, clock: Clock) -> None:
    client = client_of(moderator)
    assert glance(client) == {"Open reports": "0", "Paused tables": "0", "Overdue clocks": "0"}
    paused = open_table(alice, name="Stands still")
    lifecycle.pause(paused.pk, alice)
    clock.reach(dealt)
    clock.go_on(4)
    assert glance(client) == {"Open reports": "0", "Paused tables": "1", "Overdue clocks": "1"}
    assert page_of(dealt) in listed(client, "tables_table", clock="overdue")
    assert page_of(paused) not in listed(client, "tables_table", clock="overdue")
    assert page_of(paused) in listed(client, "tables_table", state__exact="paused")


@pytest.mark.differs_on_services("PostgreSQL sorts nulls last")
def test_open_reports_come_first(report: Report, dealt: Table, bob: User, carol: User, moderator: User) -> None:
    client = client_of(moderator)
    later = Report.objects.create(table=dealt, by=carol, whom=bob, words="Me too.", at=timezone.now())
    assert glance(client)["Open reports"] == "2"
    do(client, report, "close", words="Told him.")
    page = listed(client, "tables_report")
    assert page.index(page_of(later)) < page.index(page_of(report))
    assert page_of(report) not in listed(client, "tables_report", state="open")


@pytest.mark.differs_on_services("row locks")
def test_a_report_is_dealt_with_on_its_page(report: Report, bob: User, moderator: User) -> None:
    client = client_of(moderator)
    page = client.get(page_of(report)).content.decode()
    for text in ("He insults me.", "You &lt;b&gt;fish&lt;/b&gt;!", "Hand 1", "not over"):
        assert text in page
    assert "In force: Mute: Bob" in do(client, report, "sanction", kind="mute", length="day", words="Insults.")
    assert "In force: Ban: Bob" in do(client, report, "sanction", kind="ban", length="ever", words="Insults.")
    assert "is removed" in do(client, report, "remove")
    assert "is closed" in do(client, report, "close", words="Banned.")
    assert {(s.kind, s.reason, s.until is None) for s in Sanction.objects.filter(user=bob)} == {
        ("mute", "Insults.", False),
        ("ban", "Insults.", True),
    }
    assert set(AuditEntry.objects.values_list("verb", flat=True)) == {"mute", "ban", "remove_message", "close_report"}


@pytest.mark.parametrize(
    "form", [{}, {"kind": "hug", "length": "day"}, {"kind": "ban", "length": "x"}, {"kind": "ban", "length": "day"}]
)
def test_an_incomplete_sanction_is_refused(report: Report, moderator: User, form: dict[str, str]) -> None:
    page = do(client_of(moderator), report, "sanction", **form)
    assert "Choose what to do" in page or "Say why" in page
    assert not Sanction.objects.exists()


def test_a_ledger_entry_is_reversed_on_its_page(seated: Table, alice: User, moderator: User) -> None:
    entry = LedgerEntry.objects.get(user=alice, kind="buy_in")
    client = client_of(moderator)
    assert "is put right" in do(client, entry, "reverse", words="Taken twice.")
    assert purse(alice) == 100_000
    assert "put right already" in do(client, entry, "reverse", words="Taken twice.")


@pytest.mark.differs_on_services("names are searched without regard to case")
def test_the_audit_trail_is_searched(everything: list[Any], moderator: User, dealt: Table) -> None:
    client = client_of(moderator)
    do(client, dealt, "pause", words="Wait.")
    for search, shown in (("morgan", True), ("wait", True), (f"table {dealt.pk}", True), ("Bob", False)):
        assert ("paused a table" in listed(client, "accounts_auditentry", q=search)) is shown
    assert "paused a table" not in listed(client, "accounts_auditentry", verb="mute")


def test_a_users_page_links_to_all_lists_about_them(everything: list[Any], alice: User, moderator: User) -> None:
    client = client_of(moderator)
    page = client.get(page_of(alice)).content.decode()
    for model, field in (("table", "player"), ("hand", "player"), ("ledgerentry", "user"), ("report", "whom")):
        address = reverse(f"admin:tables_{model}_changelist") + f"?{field}={alice.pk}"
        assert address in page
        assert client.get(address).status_code == 200
    assert (
        f'value="{alice.pk}" selected'
        in client.get(reverse("admin:accounts_sanction_add") + f"?user={alice.pk}").content.decode()
    )


def test_the_pages_are_in_chinese_too(everything: list[Any], moderator: User) -> None:
    client = client_of(moderator, "zh-CN")
    with override("en"):  # requests leave their language to this thread
        pages = {address: client.get(address).content.decode() for address in addresses(everything)}
    for address, page in pages.items():
        _head, _, body = page.partition('id="content" class=')
        words = foreign_words(body.partition(">")[2].partition("<footer")[0])
        assert words - SAID == set(), address


def test_a_users_page_shows_the_latest_rows_only(alice: User, moderator: User) -> None:
    Sanction.objects.bulk_create(Sanction(user=alice, kind="mute", reason=f"Number {n:02}") for n in range(25))
    SeenAddress.objects.bulk_create(SeenAddress(user=alice, address=f"192.0.2.{n}") for n in range(25))
    client = client_of(moderator)
    page = client.get(page_of(alice)).content.decode()
    assert len(set(re.findall(r"192\.0\.2\.\d+", page))) == 20
    assert len(set(re.findall(r"Number \d\d", page))) == 20
    rest = reverse("admin:accounts_sanction_changelist") + f"?user={alice.pk}"
    assert rest in page
    assert len(set(re.findall(r"Number \d\d", client.get(rest).content.decode()))) == 25


def test_the_first_page_counts_tables_that_cannot_go_on(seated: Table, admin: User) -> None:
    assert "Tables that can't go on" not in unescape(client_of(admin).get(reverse("admin:index")).content.decode())
    hand = Hand.objects.create(table=seated, number=1, rules=seated.rules, button=1, sealed={})
    Table.objects.filter(pk=seated.pk).update(state=Table.State.PAUSED, hand=hand, due="", due_at=None)
    assert "Tables that can't go on: 1" in unescape(client_of(admin).get(reverse("admin:index")).content.decode())
