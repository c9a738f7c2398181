"""Show a user's results: sessions, figures and the chart of their chips, as far as the address asks for them."""

import random
import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.history.results.by_hand import groups
from tables.hosting.open_game import open_game
from tables.models import Sitting, Table
from tests.past import record_hands
from tests.tables.helpers import Clock, fold_out, open_table
from tests.tables.sessions import play_hands

pytestmark = pytest.mark.django_db
PAGE = "/results/"


@pytest.fixture
def visit(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def page(visit: Client, query: str = "", status: int = 200) -> str:
    response = visit.get(f"{PAGE}?{query}")
    assert response.status_code == status
    return response.content.decode()


def sat(user: User, table: Table, *, days: float = 1, **more: int | str) -> Sitting:
    """Record a session of so many days ago."""
    began = timezone.now() - timedelta(days=days)
    values: dict[str, object] = {"rulebook": "cash", "hands": 100, "net": 0, **more}
    return Sitting.objects.create(
        user=user, table=table, began_at=began, ended_at=began + timedelta(minutes=50), **values
    )


def figure(html: str, term: str) -> str:
    found = re.search(rf"<dt>{re.escape(term)}</dt><dd[^>]*>(.*?)</dd>", html)
    assert found, term
    return re.sub(r"<[^>]+>", "", found[1])


def links(html: str) -> list[str]:
    """Return the links to the hands of each session."""
    return [unescape(found) for found in re.findall(r'href="(/hands/\?[^"]+)"', html)]


class TestAccess:
    def test_login_is_needed(self, client: Client) -> None:
        response = client.get(PAGE)
        assert response.status_code == 302
        assert urlsplit(response["Location"]).path == reverse("account_login")

    def test_results_of_others_are_not_shown(self, visit: Client, table: Table, bob: User) -> None:
        sat(bob, table, net=7_777)
        html = page(visit, "period=all")
        assert "7,777" not in html  # a number with a comma is in no CSRF token
        assert "You have not played a hand yet." in html

    def test_posts_are_refused(self, visit: Client) -> None:
        assert visit.post(PAGE).status_code == 405

    @pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
    def test_table_where_one_never_played_gets_404(self, visit: Client, bob: User) -> None:
        strange = open_table(bob, name="Strangers", watchable=False)
        sat(bob, strange)
        assert "Strangers" not in page(visit, f"table={strange.code}", 404)
        page(visit, "table=nonsense", 404)
        page(visit, "table=%00%F0%9F%82%A1", 404)


class TestFigures:
    @pytest.fixture(autouse=True)
    def _sessions(self, table: Table, alice: User) -> None:
        counts = {"vpip": 25, "pfr": 20, "three_bet_chances": 8, "three_bets": 2, "flops": 30, "showdowns": 12}
        sat(alice, table, days=200, net=-5_000, mbb=-50_000)
        sat(alice, table, days=60, net=2_000, mbb=20_000, mbb_squares=10**8, showdowns_won=6, **counts)
        sat(alice, table, days=40, net=-1_500, mbb=-15_000, luck=-700_000, luck_mbb=-7_000)
        sat(alice, table, days=20, net=-300, mbb=-3_000, rulebook="home")
        sat(alice, table, days=2, net=1_000, mbb=10_000)

    @pytest.mark.differs_on_services("sums of big integers")
    def test_last_ninety_days_are_shown_by_default(self, visit: Client) -> None:
        html = page(visit)
        assert figure(html, "Net") == "+1,200"
        assert figure(html, "Sessions won") == "2 of 4"
        assert figure(html, "Hands") == "400"
        assert figure(html, "Best session") == "+2,000"
        assert figure(html, "Deepest fall") == "\N{MINUS SIGN}1,800"
        assert figure(html, "BB/100").startswith("+3.0 \N{PLUS-MINUS SIGN} ")

    @pytest.mark.differs_on_services("sums of big integers")
    def test_habits_are_shown_as_shares(self, visit: Client) -> None:
        html = page(visit, "period=all")
        assert figure(html, "VPIP") == "5.0% 25 of 500"
        assert figure(html, "PFR") == "4.0% 20 of 500"
        assert figure(html, "3-bet") == "25.0% 2 of 8"
        assert figure(html, "WTSD") == "40.0% 12 of 30"
        assert figure(html, "W$SD") == "50.0% 6 of 12"

    @pytest.mark.differs_on_services("sums of big integers")
    def test_share_of_nothing_is_a_dash(self, visit: Client) -> None:
        assert figure(page(visit, "period=30"), "WTSD") == "\N{EN DASH}"

    @pytest.mark.differs_on_services("sums of big integers")
    def test_net_is_adjusted_for_all_ins(self, visit: Client) -> None:
        assert figure(page(visit), "All-in adjusted") == "+1,900 +4.8 BB/100"

    @pytest.mark.parametrize(
        ("query", "net"),
        [
            ("period=30", "+700"),
            ("period=all", "\N{MINUS SIGN}3,800"),
            ("period=all&rulebook=home", "\N{MINUS SIGN}300"),
            ("rulebook=home", "\N{MINUS SIGN}300"),
            ("period=nonsense&rulebook=nonsense&older=nonsense", "+1,200"),
            ("period=%00&older=%00", "+1,200"),
        ],
    )
    @pytest.mark.differs_on_services("sums of big integers")
    def test_address_selects_period_and_rulebook(self, visit: Client, query: str, net: str) -> None:
        assert figure(page(visit, query), "Net") == net

    @pytest.mark.differs_on_services("sums of big integers")
    def test_this_year_begins_on_january_1(self, visit: Client, clock: Clock) -> None:
        """The clock of the tests stands at New Year."""
        assert "No matching hands." in page(visit, "period=year")

    @pytest.mark.differs_on_services("sums of big integers")
    def test_address_selects_one_table(self, visit: Client, alice: User, table: Table) -> None:
        other = open_table(alice, name="Other")
        sat(alice, other, net=50)
        assert figure(page(visit, f"table={other.code}"), "Net") == "+50"
        assert figure(page(visit, f"table={table.code}"), "Net") == "+1,200"

    @pytest.mark.differs_on_services("sums of big integers")
    def test_counters_of_games_are_mentioned(self, visit: Client, alice: User) -> None:
        assert "Games with an end" not in page(visit)
        sat(alice, open_game(alice, rulebook="contest", name="A game"), net=50, rulebook="contest")
        assert "Games with an end" in page(visit)

    @pytest.mark.differs_on_services("a window and sums over its rows")
    def test_chart_has_a_point_for_each_hand_of_these_sessions(
        self, visit: Client, alice: User, bob: User, table: Table
    ) -> None:
        first, _second, _third, last = Sitting.objects.filter(user=alice).order_by("began_at")[1:]
        minute = timedelta(minutes=1)
        nets = {alice: [500, 0, 1_500], bob: [-500, 0, -1_500]}
        record_hands(table, nets, began=first.began_at, apart=minute)
        record_hands(table, {alice: [-800]}, began=last.began_at, apart=minute)
        record_hands(table, {alice: [-7_777]}, began=last.ended_at + minute, apart=minute)
        html = page(visit)
        totals = re.findall(r"<td>([^<]+)</td></tr>", html.split("steps")[1].split("</table>")[0])
        assert totals == ["+500", "+500", "+2,000", "+1,200"]
        assert html.count('r="4"') == 2 * 4
        assert "Net over 4 hands" in html
        assert "Lowest +500 on 2 Nov 2029, highest +2,000 on 2 Nov 2029" in html
        assert "Net over 1 hand" in page(visit, "period=30")

    @pytest.mark.differs_on_services("a window and sums over its rows")
    def test_database_groups_many_hands(self, alice: User, table: Table) -> None:
        session = Sitting.objects.latest("began_at")
        apart = timedelta(seconds=1)
        record_hands(table, {alice: [10] * 125}, began=session.began_at, apart=apart)
        found = groups(alice, Sitting.objects.filter(user=alice), most=60)
        assert [(group.net, group.hands) for group in found] == [(30, 3)] * 41 + [(20, 2)]
        assert found[0].at == session.began_at + 3 * apart

    def test_session_links_to_its_hands(self, visit: Client, table: Table) -> None:
        last = Sitting.objects.latest("began_at")
        assert parse_qs(urlsplit(links(page(visit))[0]).query) == {
            "table": [table.code],
            "from": [last.began_at.isoformat()],
            "to": [last.ended_at.isoformat()],
        }

    def test_page_links_to_the_ledger_of_a_table(self, visit: Client, table: Table) -> None:
        assert reverse("table_ledger", args=[table.code]) in page(visit)

    def test_page_is_in_chinese(self, visit: Client, alice: User) -> None:
        alice.preferences.language = "zh-hans"
        alice.preferences.save()
        html = page(visit)
        assert figure(html, "净额") == "+1,200"
        assert "2 / 4" in html


def test_link_of_a_session_finds_its_hands_and_no_others(
    visit: Client, seated: Table, alice: User, clock: Clock
) -> None:
    for _ in range(2):
        play_hands(seated, clock, 3, random.Random(3))
        clock.go_on(3_600)
        Table.objects.filter(pk=seated.pk).update(due_at=clock.moment)
    assert Sitting.objects.filter(user=alice).count() == 2
    for link in links(page(visit)):
        assert len(re.findall(r'href="/hands/\d+/"', visit.get(link).content.decode())) == 3


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_sessions_come_page_by_page(visit: Client, table: Table, alice: User) -> None:
    for days in range(60):
        sat(alice, table, days=1 + days, net=1 + days)
    html, seen = page(visit), list[str]()
    for _ in range(3):
        seen += re.findall(r"<b>\+(\d+)</b>", html)
        older = re.search(r'rel="next" href="\?([^"#]+)#sessions"', html)
        html = page(visit, older[1].replace("&amp;", "&")) if older else ""
    assert seen == [str(net) for net in range(1, 61)]
    assert not html


def test_number_of_queries_does_not_grow_with_sessions(visit: Client, table: Table, alice: User) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            page(visit)
        return len(queries)

    sat(alice, table)
    few = asked()
    for days in range(80):
        sat(alice, table, days=2 + days)
    assert asked() <= few + 1


@pytest.mark.parametrize("query", ["", "period=all", "rulebook=home", "table={code}", "period=all&table={code}"])
def test_sessions_of_others_are_not_read(visit: Client, table: Table, alice: User, query: str) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("plans of SQLite")
    sat(alice, table)
    sat(alice, table, rulebook="home", days=2)
    with CaptureQueriesContext(connection) as queries:
        page(visit, query.format(code=table.code))
    asked = [found["sql"] for found in queries if 'FROM "tables_sitting"' in found["sql"]]
    assert len(asked) >= 4
    for sql in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            steps = [row[-1] for row in cursor.fetchall()]
        assert not [step for step in steps if "SCAN tables_sitting" in step], (sql, steps)


def test_hand_shows_as_soon_as_it_ends(visit: Client, dealt: Table) -> None:
    assert "You have not played a hand yet." in page(visit)
    fold_out(dealt)
    assert figure(page(visit), "Hands") == "1"
