"""List a user's hands: what a row shows, page by page, and what filters leave."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.viewer import TIME_ZONE_COOKIE
from tables.core.words import card_label
from tables.engine.cards import parse_card
from tables.engine.deck import SealedDeck
from tables.engine.rulebooks import RULEBOOKS
from tables.history.hands.pages import ROWS
from tables.models import Hand, HandPlayer, LedgerEntry, Presence, Purse, Sitting, Table
from tests.tables.helpers import Clock, act, check_down, fold_out, hand_of, open_table, seat_people, void_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def shown(client: Client, query: str = "") -> list[int]:
    """Return the hands that are listed, in the order of the page."""
    return [int(number) for number in re.findall(r'id="h-(\d+)"', text(client, query))]


def text(client: Client, query: str = "") -> str:
    answer = client.get(f"/hands/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def drawn(card: str) -> str:
    return f'data-s="{card[1]}" role="img" aria-label="{card_label(parse_card(card))}"'


def rows_for(user: User, table: Table, count: int, **changes: object) -> list[int]:
    """Make so many old hands, a minute apart, and return their ids, the newest first."""
    at, rules = timezone.now() - timedelta(days=9), RULEBOOKS["cash"].rules.to_json()
    same = {"table": table, "state": "over", "rules": rules, "button": 1, "cut": 0, "sealed": {}}
    hands = Hand.objects.bulk_create(
        Hand(number=1000 + n, ended_at=at + timedelta(minutes=n), **same) for n in range(count)
    )
    kept = {"net": 0, "pot": 100, "rulebook": "cash", "cards": "AsKs", "kind": "AKs", **changes}
    HandPlayer.objects.bulk_create(
        HandPlayer(hand=hand, seat=1, user=user, stack=100, table=table, ended_at=hand.ended_at, **kept)
        for hand in hands
    )
    return [hand.pk for hand in reversed(hands)]


def test_row_shows_cards_board_table_and_link(reader: Client, dealt: Table) -> None:
    check_down(dealt)
    hand = hand_of(dealt)
    own = HandPlayer.objects.get(hand=hand, user__username="alice")
    page = text(reader)
    assert shown(reader) == [hand.pk]
    assert f'href="/hands/{hand.pk}/"' in page
    assert dealt.name in page
    for card in (own.cards[:2], own.cards[2:], hand.board[:2], hand.board[8:]):
        assert drawn(card) in page


def test_cards_of_others_are_not_listed(reader: Client, dealt: Table, bob: User) -> None:
    fold_out(dealt)
    other = HandPlayer.objects.get(user=bob).cards
    page = text(reader).split("<main")[1]
    assert HandPlayer.objects.get(user__username="alice").cards
    assert drawn(other[:2]) not in page
    assert drawn(other[2:]) not in page


def test_running_hand_is_not_listed(reader: Client, dealt: Table) -> None:
    assert shown(reader) == []


def test_hand_of_others_is_not_listed(dealt: Table, carol: User) -> None:
    fold_out(dealt)
    client = Client()
    client.force_login(carol)
    assert shown(client) == []
    assert "You have not played a hand yet" in text(client)


def test_void_hand_is_marked_and_has_no_link(reader: Client, dealt: Table) -> None:
    void_hand(dealt)
    hand = hand_of(dealt)
    assert shown(reader) == [hand.pk]
    page = text(reader)
    assert "Void" in page
    assert f'href="/hands/{hand.pk}/"' not in page


def test_visitor_is_sent_to_the_login(db: None) -> None:
    answer = Client().get("/hands/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/?next=/hands/")


def test_posts_are_refused(reader: Client) -> None:
    assert reader.post("/hands/").status_code == 405


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_pages_lead_to_the_end_and_back(reader: Client, table: Table, alice: User) -> None:
    all_hands = rows_for(alice, table, 2 * ROWS + 3)
    pages = [""]
    while found := re.search(r'rel="next" href="([^"]+)"', text(reader, pages[-1])):
        pages.append(found[1].replace("&amp;", "&"))
    assert [hand for page in pages for hand in shown(reader, page)] == all_hands
    assert [len(shown(reader, page)) for page in pages] == [ROWS, ROWS, 3]
    for page, newer in ((pages[2], pages[1]), (pages[1], pages[0])):
        back = re.search(r'rel="prev" href="([^"]+)"', text(reader, page))
        assert back is not None
        assert shown(reader, back[1]) == shown(reader, newer)


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_hands_that_ended_at_the_same_time_are_neither_lost_nor_repeated(
    reader: Client, table: Table, alice: User
) -> None:
    all_hands = rows_for(alice, table, ROWS + 5)
    moment = timezone.now()
    HandPlayer.objects.update(ended_at=moment)
    older = re.search(r'rel="next" href="([^"]+)"', text(reader))
    assert older is not None
    assert shown(reader) + shown(reader, older[1]) == sorted(all_hands, reverse=True)


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_new_hand_does_not_shift_the_pages(reader: Client, seated: Table, alice: User, clock: Clock) -> None:
    all_hands = rows_for(alice, seated, ROWS + 5)
    older = re.search(r'rel="next" href="([^"]+)"', text(reader))
    clock.run_due(seated)
    fold_out(seated)
    assert older is not None
    assert shown(reader, older[1]) == all_hands[ROWS:]


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_invalid_mark_shows_the_first_page(reader: Client, table: Table, alice: User) -> None:
    all_hands = rows_for(alice, table, ROWS + 5)
    for rubbish in ("x", "%00", "AAAA", "A" * 22, "_" * 22, "é", "A" * 5000, "f" * 22, "gAAAAAAAAAAAAAAAAAAAAA"):
        for way in ("older", "newer"):
            assert shown(reader, f"?{way}={rubbish}") == all_hands[:ROWS], (way, rubbish)


@pytest.fixture
def mixed(reader: Client, three: Table, clock: Clock, alice: User, bob: User) -> dict[str, int]:
    """Let Alice win a hand before the flop, see a showdown, and play a hand elsewhere a day later."""
    act(three, alice, "raise", 300)
    fold_out(three)
    hands = {"won": hand_of(three).pk}
    clock.run_due(three)
    clock.go_on(90)
    check_down(three)
    hands["shown"] = hand_of(three).pk
    clock.go_on(24 * 3600)
    kitchen = open_table(bob, rulebook="home", name="Kitchen")
    Purse.objects.all().delete()
    LedgerEntry.objects.filter(table=None).delete()
    Presence.objects.filter(table=kitchen).delete()
    seat_people(kitchen, [alice, bob])
    clock.run_due(kitchen)
    fold_out(kitchen)
    return {**hands, "kitchen": hand_of(kitchen).pk}


@pytest.mark.differs_on_services("texts are compared by the database")
def test_filters_select_hands(reader: Client, mixed: dict[str, int], alice: User, three: Table) -> None:
    own = {hand: HandPlayer.objects.get(hand=pk, user=alice) for hand, pk in mixed.items()}
    won = [name for name in ("kitchen", "shown", "won") if (own[name].net or 0) > 0]
    lost = [name for name in ("kitchen", "shown", "won") if (own[name].net or 0) < 0]
    kitchen = Table.objects.get(name="Kitchen")
    expected = {
        "": ["kitchen", "shown", "won"],
        f"?table={three.code}": ["shown", "won"],
        f"?table={kitchen.code}": ["kitchen"],
        "?rulebook=home": ["kitchen"],
        "?rulebook=cash": ["shown", "won"],
        "?rulebook=duel": [],
        "?result=won": won,
        "?result=lost": lost,
        "?showdown=on": ["shown"],
        "?from=2030-01-02": ["kitchen"],
        "?to=2030-01-01": ["shown", "won"],
        "?from=2030-01-01&to=2030-01-02": ["kitchen", "shown", "won"],
        f"?cards={own['won'].kind}": [name for name in own if own[name].kind == own["won"].kind],
        f"?cards={own['won'].kind},{own['kitchen'].kind}": [
            name for name in ("kitchen", "shown", "won") if own[name].kind in (own["won"].kind, own["kitchen"].kind)
        ],
        f"?pot_from={own['shown'].pot}": [
            name for name in ("kitchen", "shown", "won") if (own[name].pot or 0) >= (own["shown"].pot or 0)
        ],
        "?pot_to=100": [name for name in ("kitchen", "shown", "won") if (own[name].pot or 0) <= 100],
        f"?table={three.code}&showdown=on&result=": ["shown"],
    }
    for query, names in expected.items():
        assert shown(reader, query) == [mixed[name] for name in names], query
    assert won
    assert lost


@pytest.mark.differs_on_services("moments are compared to the microsecond")
def test_moments_select_to_the_second(reader: Client, mixed: dict[str, int]) -> None:
    ended = Hand.objects.get(pk=mixed["shown"]).ended_at
    assert ended is not None
    moment = ended.strftime("%Y-%m-%dT%H:%M:%S")
    assert shown(reader, f"?from={moment}&to={moment}") == [mixed["shown"]]
    assert shown(reader, f"?from={moment}Z&to={moment}Z") == [mixed["shown"]]
    assert shown(reader, f"?to={(ended - timedelta(minutes=1)).strftime('%Y-%m-%dT%H:%M')}") == [mixed["won"]]


@pytest.mark.differs_on_services("moments are compared to the microsecond")
def test_days_are_those_of_the_readers_time_zone(reader: Client, mixed: dict[str, int]) -> None:
    """20:00 and 20:01 in London are the next day in Shanghai."""
    assert shown(reader, "?to=2030-01-01") == [mixed["shown"], mixed["won"]]
    reader.cookies[TIME_ZONE_COOKIE] = "Asia/Shanghai"
    assert shown(reader, "?to=2030-01-01") == []
    assert shown(reader, "?from=2030-01-02&to=2030-01-02") == [mixed["shown"], mixed["won"]]
    assert "Jan. 2, 2030" in text(reader)
    assert "Jan. 1, 2030" not in text(reader)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("cards=AX", "“AX” names no cards"),
        ("cards=%00", "Null characters are not allowed."),
        ("cards=" + "A" * 200, "At most 120 characters."),
        ("pot_from=many", "Write a whole number."),
        ("pot_from=-1", "Choose from 0"),
        ("pot_from=200&pot_to=100", "The end comes before the beginning"),
        ("from=2030-02-01&to=2030-01-01", "The end comes before the beginning"),
        ("from=yesterday", "Write a day like"),
        ("from=0001-01-01", "Write a day like"),
        ("to=9999-12-31", "Write a day like"),
        ("to=2030-02-30", "Write a day like"),
        ("from=2030-01-01T99:00", "Write a day like"),
        ("rulebook=chess", "Choose one of these."),
        ("result=drawn", "Choose one of these."),
        ("table=NOSUCHTABLE", "You have played no hand at that table."),
        ("table=%00", "Null characters are not allowed."),
        ("table=é", "You have played no hand at that table."),
    ],
)
def test_invalid_filters_are_answered_with_a_sentence(reader: Client, query: str, sentence: str) -> None:
    assert sentence in text(reader, f"?{query}")


def test_table_where_one_never_played_is_answered_like_an_unknown_one(reader: Client, bob: User) -> None:
    secret = open_table(bob, name="Bob's secret table", found_by="invitation")
    page = text(reader, f"?table={secret.code}")
    assert "You have played no hand at that table." in page
    assert secret.name not in page


@pytest.mark.differs_on_services("texts are compared by the database")
def test_tables_to_choose_from_are_those_of_the_sessions(reader: Client, dealt: Table, bob: User) -> None:
    fold_out(dealt)
    elsewhere = open_table(bob, name="Elsewhere")
    assert Sitting.objects.filter(table=dealt).exists()
    page = text(reader)
    assert f'<option value="{dealt.code}">' in page
    assert elsewhere.code not in page


def test_page_says_that_no_hand_matches(reader: Client, dealt: Table) -> None:
    fold_out(dealt)
    page = text(reader, "?rulebook=duel")
    assert "No hand matches these filters." in page
    assert "<details" in page
    assert re.search(r"<details[^>]* open", page)


def test_pages_keep_the_filters(reader: Client, table: Table, alice: User) -> None:
    rows_for(alice, table, ROWS + 5, net=5)
    older = re.search(r'rel="next" href="([^"]+)"', text(reader, "?result=won&cards=&rulebook="))
    assert older is not None
    assert older[1].startswith("?result=won&amp;older=")
    assert len(shown(reader, older[1].replace("&amp;", "&"))) == 5


def test_list_does_not_read_sealed_decks(reader: Client, dealt: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    fold_out(dealt)

    def read(stored: object) -> None:
        raise AssertionError

    monkeypatch.setattr(SealedDeck, "from_json", read)
    assert len(shown(reader)) == 1
