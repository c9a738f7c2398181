"""Practise at a table of one's own with house bots; let hosts add and remove house bots."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.models import User
from accounts.services.names import refuse_taken
from tables.core import hand_cache
from tables.core.locking import locked
from tables.core.refusals import Refused
from tables.hosting.house_bots import NAMES, add_bot, remove_bot
from tables.hosting.practice import practice
from tables.models import LedgerEntry, Purse, Seat, Table
from tables.play import dealing, lifecycle, presence, seating

pytestmark = pytest.mark.django_db
STYLES = list(NAMES)


@pytest.fixture(autouse=True)
def _no_hands_of_other_tests() -> None:
    """Clear hands of other tests: they were rolled back, and had the same numbers."""
    hand_cache._memory.hands.clear()


@pytest.fixture
def table(alice: User) -> Table:
    return lifecycle.open_table(
        alice,
        name="Alice's table",
        rulebook="cash",
        options={"players_most": 4},
        buy_in_least=4_000,
        buy_in_most=20_000,
    )


def poor(user: User, chips: int) -> None:
    Purse.objects.update_or_create(user=user, defaults={"chips": chips})


def deal(table: Table, *, seen_by: User) -> None:
    presence.arrive(table.pk, seen_by.pk, "test")
    with locked(table.pk) as fresh:
        dealing.deal_next(fresh)


class TestPractice:
    @pytest.mark.differs_on_services("row locks")
    def test_seats_the_player_and_three_house_bots(self, alice: User) -> None:
        table = practice(alice)
        seats = list(table.seated.select_related("user"))
        assert [seat.user for seat in seats if not seat.house] == [alice]
        assert sorted(seat.house for seat in seats if seat.house) == ["caller", "loose", "tight"]
        assert {seat.stack for seat in seats} == {10_000}
        assert all(seat.user.is_bot for seat in seats if seat.house)
        assert not Purse.objects.filter(user=alice).exists()

    def test_table_is_not_listed(self, alice: User) -> None:
        table = practice(alice)
        assert (table.owner, table.found_by, table.played_by.players_most) == (alice, "link", 6)
        assert (table.played_by.small_blind, table.played_by.big_blind) == (50, 100)

    def test_chips_are_counters_and_come_from_no_purse(self, alice: User) -> None:
        practice(alice)
        assert not Purse.objects.exists()
        kinds = LedgerEntry.objects.values_list("kind", "to_seat")
        assert list(kinds) == [("counters", 10_000)] * 4

    def test_hand_is_dealt_as_soon_as_the_player_looks(self, alice: User) -> None:
        table = practice(alice)
        presence.arrive(table.pk, alice.pk, "test")
        table.refresh_from_db()
        assert table.due == "deal"
        with locked(table.pk) as fresh:
            dealing.deal_next(fresh)
        hand = Table.objects.get(pk=table.pk).hand
        assert hand is not None
        assert hand.players.count() == 4

    @pytest.mark.differs_on_services("row locks")
    def test_open_practice_table_is_returned_again(self, alice: User) -> None:
        first = practice(alice)
        assert practice(alice) == first
        assert first.seated.count() == 4

    def test_player_who_stood_up_is_seated_again(self, alice: User) -> None:
        table = practice(alice)
        seating.stand_up(table.pk, alice)
        assert practice(alice) == table
        assert table.seated.filter(user=alice, stack=10_000).exists()

    def test_player_who_was_away_plays_again(self, alice: User) -> None:
        table = practice(alice)
        for state in (Seat.State.AWAY, Seat.State.OUT):
            table.seated.filter(user=alice).update(state=state)
            practice(alice)
            assert table.seated.get(user=alice).state == Seat.State.PLAYING

    def test_removed_bot_does_not_come_back(self, alice: User) -> None:
        table = practice(alice)
        remove_bot(table.pk, alice, table.seated.exclude(house="")[0].number)
        practice(alice)
        assert table.seated.count() == 3

    def test_closed_table_is_replaced(self, alice: User) -> None:
        first = practice(alice)
        lifecycle.close(first.pk, alice)
        assert practice(alice) != first

    @pytest.mark.differs_on_services("JSON is compared")
    def test_ordinary_table_with_a_bot_is_not_taken_for_it(self, alice: User, table: Table) -> None:
        add_bot(table.pk, alice, "tight")
        assert practice(alice) != table

    def test_two_players_get_two_tables(self, alice: User, bob: User) -> None:
        assert practice(alice) != practice(bob)

    @pytest.mark.differs_on_services("row locks")
    def test_the_same_bots_play_at_every_table(self, alice: User, bob: User) -> None:
        practice(alice)
        practice(bob)
        assert User.objects.filter(is_bot=True).count() == 3

    def test_practice_costs_no_chips(self, alice: User) -> None:
        poor(alice, 10)
        table = practice(alice)
        lifecycle.close(table.pk, alice)
        assert Purse.objects.get(user=alice).chips == 10


class TestPracticeButton:
    def test_button_leads_to_the_table(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        answer = client.post(reverse("practice"))
        assert answer["Location"] == reverse("table", args=[Table.objects.get().code])

    def test_refuses_an_eleventh_table(self, client: Client, alice: User) -> None:
        for _ in range(lifecycle.MOST_OPEN_TABLES):
            lifecycle.open_table(alice, name="x", rulebook="cash", options={}, buy_in_least=1, buy_in_most=2)
        client.force_login(alice)
        assert "You have 10 open tables" in client.post(reverse("practice"), follow=True).content.decode()

    def test_login_is_needed(self, client: Client) -> None:
        assert client.post(reverse("practice"))["Location"].startswith(reverse("account_login"))
        assert not Table.objects.exists()

    def test_get_request_opens_nothing(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        assert client.get(reverse("practice"))["Location"] == reverse("home")
        assert not Table.objects.exists()

    def test_button_needs_the_csrf_token(self, alice: User) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice)
        assert client.post(reverse("practice")).status_code == 403


class TestAddBot:
    @pytest.mark.parametrize("style", STYLES)
    def test_seats_a_bot_of_the_style(self, alice: User, table: Table, style: str) -> None:
        seat = add_bot(table.pk, alice, style)
        assert (seat.house, seat.state, seat.stack, seat.user.is_bot) == (style, Seat.State.PLAYING, 10_000, True)
        assert seat.user.display_name in NAMES[style]

    def test_brings_a_stack_that_the_table_allows(self, alice: User) -> None:
        table = lifecycle.open_table(alice, name="x", rulebook="queue", options={}, buy_in_least=200, buy_in_most=500)
        assert add_bot(table.pk, alice, "tight").stack == 500

    @pytest.mark.differs_on_services("row locks")
    def test_seats_are_filled_evenly_until_the_table_is_full(self, alice: User, table: Table) -> None:
        seating.sit_down(table.pk, alice, number=1, chips=4_000)
        assert [add_bot(table.pk, alice, "caller").number for _ in range(3)] == [3, 2, 4]
        with pytest.raises(Refused, match="Every seat is taken"):
            add_bot(table.pk, alice, "caller")
        assert table.seated.count() == 4

    def test_only_hosts_add_bots(self, bob: User, table: Table) -> None:
        with pytest.raises(PermissionDenied):
            add_bot(table.pk, bob, "tight")
        assert not table.seated.exists()

    @pytest.mark.parametrize("style", ["", "cheater", "TIGHT", "тight"])
    def test_unknown_style_is_refused(self, alice: User, table: Table, style: str) -> None:
        with pytest.raises(Refused, match="no such house bot"):
            add_bot(table.pk, alice, style)

    def test_closed_table_is_refused(self, alice: User, table: Table) -> None:
        lifecycle.close(table.pk, alice)
        with pytest.raises(Refused, match="closed"):
            add_bot(table.pk, alice, "tight")

    def test_held_seat_is_left_free(self, alice: User, bob: User, table: Table) -> None:
        seating.hold_seat(table.pk, bob, 1)
        assert [add_bot(table.pk, alice, "tight").number for _ in range(3)] == [3, 2, 4]
        with pytest.raises(Refused):
            add_bot(table.pk, alice, "tight")

    def test_ten_bots_of_one_style_have_ten_names(self, alice: User) -> None:
        table = lifecycle.open_table(alice, name="x", rulebook="cash", options={}, buy_in_least=1, buy_in_most=9_999)
        names_seen = {add_bot(table.pk, alice, "random").user.display_name for _ in range(10)}
        assert len(names_seen) == 10


class TestRemoveBot:
    def test_removed_bot_goes_home_with_its_chips(self, alice: User, table: Table) -> None:
        seat = add_bot(table.pk, alice, "tight")
        remove_bot(table.pk, alice, seat.number)
        assert not table.seated.exists()
        assert sum(LedgerEntry.objects.values_list("to_seat", flat=True)) == 0

    def test_bot_plays_the_running_hand_to_its_end(self, alice: User, table: Table) -> None:
        seats = [add_bot(table.pk, alice, "tight") for _ in range(2)]
        deal(table, seen_by=alice)
        remove_bot(table.pk, alice, seats[0].number)
        seat = table.seated.get(number=seats[0].number)
        assert (seat.leaves, seat.state) == (True, Seat.State.PLAYING)

    def test_only_hosts_remove_bots(self, alice: User, bob: User, table: Table) -> None:
        seat = add_bot(table.pk, alice, "tight")
        with pytest.raises(PermissionDenied):
            remove_bot(table.pk, bob, seat.number)
        assert table.seated.exists()

    @pytest.mark.parametrize("number", [1, 2, 0, 99])
    def test_people_cannot_be_removed_as_bots(self, alice: User, bob: User, table: Table, number: int) -> None:
        seating.sit_down(table.pk, bob, number=1, chips=4_000)
        with pytest.raises(Refused, match="No house bot"):
            remove_bot(table.pk, alice, number)
        assert table.seated.filter(user=bob).exists()


class TestNamesOfBots:
    def test_names_are_valid_and_look_like_no_other(self) -> None:
        every = [name for group in NAMES.values() for name in group]
        looks = [names.look_alikes(name) for name in every]
        for name in every:
            names.check(name)
        assert sum(map(len, looks)) == len(frozenset().union(*looks))

    @pytest.mark.differs_on_services("row locks")
    def test_person_keeps_a_name_that_a_bot_would_have(self, alice: User, table: Table) -> None:
        person = User.objects.create_user(username="Pasca1", password="correct horse")
        assert add_bot(table.pk, alice, "tight").user.display_name == "Fermat"
        assert not User.objects.get(pk=person.pk).is_bot

    def test_names_get_numbers_if_people_have_them_all(self, alice: User, table: Table) -> None:
        for name in NAMES["tight"]:
            User.objects.create_user(username=name)
        assert add_bot(table.pk, alice, "tight").user.display_name == "Pascal 2"

    @pytest.mark.differs_on_services("row locks")
    def test_nobody_can_take_the_name_of_a_bot(self, alice: User, table: Table) -> None:
        name = add_bot(table.pk, alice, "tight").user.display_name
        with pytest.raises(ValidationError):
            refuse_taken(name.upper())

    def test_bot_of_a_player_does_not_play_for_the_house(self, alice: User, table: Table) -> None:
        theirs = User.objects.create_user(username="Pascal", is_bot=True)
        assert add_bot(table.pk, alice, "tight").user != theirs

    def test_house_bot_cannot_log_in(self, client: Client, alice: User, table: Table) -> None:
        bot = add_bot(table.pk, alice, "tight").user
        assert not bot.has_usable_password()
        answer = client.post(reverse("account_login"), {"login": bot.username, "password": bot.password})
        assert answer.status_code in (200, 422)
        assert "_auth_user_id" not in client.session
