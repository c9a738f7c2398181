"""Open a table: defaults that follow the blinds, and a sentence beside whatever is wrong."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.viewer import TIME_ZONE_COOKIE
from tables.engine.rulebooks import rules_for
from tables.engine.rules import AnteFrom, Betting, Reveal
from tables.hosting.rulebook_cards import CARDS
from tables.lobby.new_table_form import NewTableForm
from tables.models import Table

pytestmark = pytest.mark.django_db
LEAST = {"rulebook": "cash", "found_by": "lobby"}


@pytest.fixture
def host(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def opened(host: Client, **values: Any) -> Table:
    answer = host.post(reverse("new_table"), {**LEAST, **values})
    assert answer.status_code == 302, answer.context["form"].errors
    table = Table.objects.get()
    assert answer["Location"] == reverse("table", args=[table.code])
    return table


def refused(host: Client, **values: Any) -> dict[str, list[str]]:
    """Return the sentences by field."""
    answer = host.post(reverse("new_table"), {**LEAST, **values}, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert not Table.objects.exists()
    errors: dict[str, list[str]] = answer.context["form"].errors
    assert all(
        sentence.replace("'", "&#x27;") in answer.content.decode() for found in errors.values() for sentence in found
    )
    return dict(errors)


class TestDefaults:
    def test_the_rulebook_alone_is_enough(self, host: Client, alice: User) -> None:
        table = opened(host)
        rules = table.played_by
        assert (table.name, table.owner, table.found_by, table.seconds_to_act) == ("Alice's table", alice, "lobby", 20)
        assert (rules.betting, rules.small_blind, rules.big_blind) == (Betting.NO_LIMIT, 50, 100)
        assert (rules.players_most, rules.ante, rules.reveal) == (6, 0, Reveal.LIVE)
        assert (table.buy_in_least, table.buy_in_most) == (4_000, 20_000)

    @pytest.mark.parametrize(
        ("rulebook", "blinds", "buy_in"),
        [("cash", (50, 100), (4_000, 20_000)), ("home", (10, 20), (800, 4_000)), ("queue", (10, 20), (200, 1_000))],
    )
    def test_each_rulebook_has_its_own_defaults(
        self, host: Client, rulebook: str, blinds: tuple[int, int], buy_in: tuple[int, int]
    ) -> None:
        table = opened(host, rulebook=rulebook)
        assert table.rulebook == rulebook
        assert (table.played_by.small_blind, table.played_by.big_blind) == blinds
        assert (table.buy_in_least, table.buy_in_most) == buy_in

    @pytest.mark.parametrize(
        ("given", "blinds", "buy_in"),
        [
            ({"small_blind": "5"}, (5, 10), (400, 2_000)),
            ({"big_blind": "25"}, (12, 25), (1_000, 5_000)),
            ({"small_blind": "0"}, (0, 1), (40, 200)),
            ({"small_blind": "10", "big_blind": "40"}, (10, 40), (1_600, 8_000)),
            ({"buy_in_least": "30000"}, (50, 100), (30_000, 30_000)),
            ({"buy_in_most": "500"}, (50, 100), (500, 500)),
            ({"buy_in_least": "100", "buy_in_most": "100"}, (50, 100), (100, 100)),
        ],
    )
    def test_empty_fields_follow_the_others(
        self, host: Client, given: dict[str, str], blinds: tuple[int, int], buy_in: tuple[int, int]
    ) -> None:
        table = opened(host, **given)
        assert (table.played_by.small_blind, table.played_by.big_blind) == blinds
        assert (table.buy_in_least, table.buy_in_most) == buy_in

    def test_page_shows_the_defaults_and_describes_the_table(self, host: Client) -> None:
        page = host.get(reverse("new_table"), headers={"accept-language": "en"}).content.decode()
        for number in ("50", "100", "4,000", "20,000", "20"):
            assert f'value="{number}"' in page
        (sentence,) = re.findall(r'<span class="only-cash">(.*)</span>', page)
        assert re.sub("<[^>]*>", "", sentence) == (
            "No-limit hold&#x27;em, blinds 50/100, 6 seats, 4,000 to 20,000 chips to sit down, 20 seconds to act."
        )

    def test_form_sent_unchanged_opens_the_described_table(self, host: Client) -> None:
        form = host.get(reverse("new_table")).context["form"]
        shown = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
        table = opened(host, **shown)
        assert (table.played_by.small_blind, table.played_by.big_blind, table.played_by.ante) == (50, 100, 0)
        assert (table.buy_in_least, table.buy_in_most, table.seconds_to_act) == (4_000, 20_000, 20)
        assert table.found_by == Table.FoundBy.LINK

    def test_long_host_name_is_cut_to_a_table_name(self, client: Client) -> None:
        user = User.objects.create_user(username="x" * 20)
        User.objects.filter(pk=user.pk).update(display_name="y" * 40)
        client.force_login(user)
        assert opened(client).name == "y" * 40


class TestChoices:
    @pytest.mark.parametrize("betting", ["no_limit", "pot_limit", "fixed_limit"])
    def test_a_ring_game_has_three_ways_of_betting(self, host: Client, betting: str) -> None:
        assert opened(host, betting=betting).played_by.betting == betting

    def test_all_choices_are_taken(self, host: Client) -> None:
        table = opened(
            host,
            name="Friday, 8 pm 🂡",
            players_most="10",
            seconds_to_act="300",
            ante="5",
            ante_from="button",
            reveal="on",
            found_by="link",
        )
        rules = table.played_by
        assert (table.name, table.seconds_to_act, table.found_by) == ("Friday, 8 pm 🂡", 300, "link")
        assert (rules.players_most, rules.ante, rules.ante_from) == (10, 5, AnteFrom.BUTTON)
        assert rules.reveal is Reveal.LOSERS_MAY_MUCK

    def test_ante_of_zero_ignores_who_pays_it(self, host: Client) -> None:
        assert opened(host, ante="0", ante_from="button").played_by.ante_from is AnteFrom.EVERYONE

    @pytest.mark.parametrize(
        "written", ["10,000", "10 000", "10'000", " 10000 ", "１００００", "10\u202f000", "+10000"]
    )
    def test_numbers_are_read_as_people_write_them(self, host: Client, written: str) -> None:
        assert opened(host, buy_in_most=written).buy_in_most == 10_000

    @pytest.mark.parametrize("rulebook", ["home", "queue"])
    @pytest.mark.parametrize("junk", ["5", "no number"])
    def test_values_that_the_page_hides_are_ignored(self, host: Client, rulebook: str, junk: str) -> None:
        table = opened(host, rulebook=rulebook, betting="pot_limit", ante=junk, ante_from="button")
        assert (table.rulebook, table.played_by.ante) == (rulebook, 0)

    @pytest.mark.parametrize("rulebook", ["cash", "home"])
    @pytest.mark.parametrize(("tick", "reveal"), [({"reveal": "on"}, Reveal.LOSERS_MAY_MUCK), ({}, Reveal.LIVE)])
    def test_losers_may_muck_unless_the_box_is_unchecked(
        self, host: Client, rulebook: str, tick: dict[str, str], reveal: Reveal
    ) -> None:
        page = host.get(reverse("new_table")).content.decode()
        assert re.search(r'<input type="checkbox" name="reveal"[^>]* checked', page)
        assert opened(host, rulebook=rulebook, **tick).played_by.reveal is reveal

    def test_box_for_mucking_is_ignored_if_everybody_must_show(self, host: Client) -> None:
        assert opened(host, rulebook="queue", reveal="on").played_by.reveal is Reveal.LIVE

    def test_queue_has_a_step_and_ignores_the_big_blind(self, host: Client) -> None:
        table = opened(host, rulebook="queue", small_blind="5", big_blind="77")
        assert (table.played_by.small_blind, table.played_by.big_blind) == (5, 10)

    def test_spaces_and_variation_selectors_are_removed_from_names(self, host: Client) -> None:
        assert opened(host, name="  Card\t night \u2764\ufe0f ").name == "Card night \u2764"

    def test_every_rulebook_is_offered(self, host: Client) -> None:
        assert list(CARDS) == ["cash", "home", "queue", "duel", "contest"]


class TestStartTime:
    def test_start_is_read_in_the_hosts_time_zone(self, host: Client) -> None:
        host.cookies[TIME_ZONE_COOKIE] = "Asia/Tokyo"
        start = (timezone.now() + timedelta(days=3)).replace(microsecond=0, second=0)
        table = opened(host, starts_at=start.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%Y-%m-%dT%H:%M"))
        assert table.starts_at == start

    def test_start_may_be_empty(self, host: Client) -> None:
        assert opened(host, starts_at="").starts_at is None


class TestErrors:
    @pytest.mark.parametrize(
        ("field", "value", "sentence"),
        [
            ("rulebook", "", "Choose one of these."),
            ("rulebook", "chess", "Choose one of these."),
            ("rulebook", "☃" * 999, "Choose one of these."),
            ("betting", "doubling", "Choose one of these."),
            ("found_by", "", "Choose one of these."),
            ("players_most", "1", "Choose one of these."),
            ("players_most", "11", "Choose one of these."),
            ("players_most", "six", "Choose one of these."),
            ("small_blind", "-1", "Choose from 0 to 1,000,000."),
            ("small_blind", "ten", "Write a whole number."),
            ("small_blind", "1.5", "Write a whole number."),
            ("small_blind", "1.000", "Write a whole number."),
            ("big_blind", "0", "Choose from 1 to 1,000,000."),
            ("big_blind", "1" + "0" * 30, "Choose from 1 to 1,000,000."),
            ("big_blind", "9" * 10_000, "Choose from 1 to 1,000,000."),
            ("big_blind", "nan", "Write a whole number."),
            ("big_blind", "1e3", "Write a whole number."),
            ("big_blind", "٣", "Write a whole number."),
            ("buy_in_least", "99", "At least one big blind: 100."),
            ("buy_in_most", "99", "At least one big blind: 100."),
            ("buy_in_most", "1,000,000,001", "Choose from 1 to 1,000,000,000."),
            ("seconds_to_act", "4", "Choose from 5 to 300."),
            ("seconds_to_act", "301", "Choose from 5 to 300."),
            ("seconds_to_act", "-5", "Choose from 5 to 300."),
            ("starts_at", "tomorrow", "Choose a day and a time."),
            ("starts_at", "2020-01-01T20:00", "Choose a start within the next year."),
            ("ante", "-1", "Choose from 0 to 1,000,000."),
            ("ante", "a lot", "Write a whole number."),
            ("ante_from", "nobody", "Choose one of these."),
            ("name", "x" * 41, "At most 40 characters."),
            ("name", "x" * 200, "At most 40 characters."),
            ("name", "a\x00b", "There are characters in it that cannot be shown."),
            ("name", "a\x07b", "There are characters in it that cannot be shown."),
            ("name", "pay\u202eecila", "There are characters in it that cannot be shown."),
            ("name", "a\u2066b", "There are characters in it that cannot be shown."),
            ("name", "a\u200bb", "There are characters in it that cannot be shown."),
            ("name", "\u3164", "There are characters in it that cannot be shown."),
            ("name", "\ue000", "There are characters in it that cannot be shown."),
            ("name", "a" + "\u0301" * 9, "There are too many accents on one letter."),
        ],
    )
    def test_wrong_value_gets_a_sentence_at_its_field(
        self, host: Client, field: str, value: str, sentence: str
    ) -> None:
        assert refused(host, **{field: value}) == {field: [sentence]}

    def test_highest_buy_in_below_the_lowest_is_refused(self, host: Client) -> None:
        assert refused(host, buy_in_least="2000", buy_in_most="1000") == {"buy_in_most": ["Must be 2,000 or more."]}

    def test_small_blind_above_the_big_blind_is_refused(self, host: Client) -> None:
        assert refused(host, small_blind="101", big_blind="100") == {"small_blind": ["At most the big blind."]}

    def test_ante_above_the_big_blind_is_refused(self, host: Client) -> None:
        assert refused(host, big_blind="100", ante="101") == {"ante": ["At most the big blind."]}
        assert opened(host, big_blind="100", ante="100").played_by.ante == 100

    def test_wrong_blinds_do_not_hide_a_wrong_buy_in(self, host: Client) -> None:
        wrong = refused(host, small_blind="101", big_blind="100", buy_in_least="2000", buy_in_most="1000")
        assert set(wrong) == {"small_blind", "buy_in_most"}

    def test_queue_with_a_step_of_zero_is_refused(self, host: Client) -> None:
        assert refused(host, rulebook="queue", small_blind="0") == {"small_blind": ["A step is at least one chip."]}

    def test_empty_form_asks_for_rulebook_and_who_can_join(self, host: Client) -> None:
        answer = host.post(reverse("new_table"), {})
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"rulebook", "found_by"}

    def test_typed_values_are_kept(self, host: Client) -> None:
        page = host.post(reverse("new_table"), {**LEAST, "rulebook": "home", "small_blind": "ten"}).content.decode()
        assert 'value="ten"' in page
        assert 'value="home" checked' in page

    def test_more_options_are_unfolded_if_one_is_wrong(self, host: Client) -> None:
        page = host.post(reverse("new_table"), {**LEAST, "ante": "x"}).content.decode()
        assert '<details class="not-queue not-game" open>' in page
        assert '<details class="not-queue not-game">' in host.get(reverse("new_table")).content.decode()

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_no_input_breaks_the_form(self, alice: User, data: st.DataObject) -> None:
        values = st.text() | st.integers().map(str) | st.sampled_from(["cash", "queue", "lobby", "0", "1", "button"])
        posted = data.draw(st.dictionaries(st.sampled_from(list(NewTableForm.base_fields)), values))
        form = NewTableForm({**LEAST, **posted}, host=alice)
        if form.is_valid():
            rules_for(form.choices()["rulebook"], **form.choices()["options"])
            assert 1 <= form.choices()["buy_in_least"] <= form.choices()["buy_in_most"]
