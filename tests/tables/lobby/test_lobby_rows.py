"""Check the two lines of a lobby row: price of one's own turn, player to act, start, and who sits there."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Preferences, User
from tables.core import hand_cache
from tables.hosting import invitations
from tables.lobby.rows import Row
from tables.models import Hand, Table
from tables.play import lifecycle
from tests.lobbies import lobby_of
from tests.tables.helpers import Clock, act, fresh, open_table, play_of, to_act

pytestmark = pytest.mark.django_db


def own_row(user: User) -> Row:
    (row,) = lobby_of(User.objects.select_related("preferences").get(pk=user.pk)).yours
    return row


class TestTurn:
    def test_shows_the_price_of_a_call(self, dealt: Table) -> None:
        legal = play_of(dealt).legal
        assert legal is not None
        row = own_row(to_act(dealt))
        assert (row.turn, row.cost) == (True, f"{legal.call} to call")

    def test_says_that_a_check_is_possible(self, dealt: Table) -> None:
        act(dealt, to_act(dealt), "call")
        assert own_row(to_act(dealt)).cost == "You can check"

    def test_counts_in_big_blinds_if_the_reader_prefers_that(self, dealt: Table) -> None:
        player = to_act(dealt)
        Preferences.objects.filter(user=player).update(amounts=Preferences.Amounts.BIG_BLINDS)
        assert own_row(player).cost == "0.5 BB to call"

    def test_names_the_player_to_act(self, dealt: Table, alice: User, bob: User) -> None:
        other = bob if to_act(dealt) == alice else alice
        row = own_row(other)
        assert (row.turn, row.cost, row.headline) == (False, "", f"{to_act(dealt).display_name} to act")

    def test_unreadable_hand_has_no_price(self, dealt: Table) -> None:
        Hand.objects.filter(table=dealt).update(sealed={})
        hand_cache._memory.hands.clear()
        assert own_row(to_act_by_seat(dealt)).cost == ""


def to_act_by_seat(table: Table) -> User:
    return table.seated.select_related("user").get(number=fresh(table).turn or 0).user


class TestBetweenTurns:
    def test_start_is_shown_until_it_has_passed(self, alice: User, clock: Clock) -> None:
        open_table(alice, starts_at=clock.moment + timedelta(hours=1))
        assert own_row(alice).headline == "Starts Tue, Jan 1, 9:00 PM"
        clock.go_on(3_601)
        assert own_row(alice).headline == "No one has sat down yet"

    def test_pause_is_shown_instead_of_names(self, seated: Table, alice: User) -> None:
        assert own_row(alice).headline == "Alice, Bob"
        lifecycle.pause(seated.pk, alice)
        assert own_row(alice).headline == "Paused"

    def test_second_line_holds_seats_and_access(self, alice: User) -> None:
        open_table(alice, found_by=Table.FoundBy.LINK, password="open sesame")
        assert own_row(alice).details == "0 of 10 seats taken · You host · By link only · With a password"


class TestCode:
    def sent(self, user: User, code: str) -> str:
        client = Client()
        client.force_login(user)
        answer = client.post("/join/", {"code": code})
        assert answer.status_code == 302
        return str(answer["Location"])

    def test_code_of_a_table_leads_there_however_it_is_typed(self, table: Table, bob: User) -> None:
        for typed in (table.code, f" {table.code.lower()} ", f"{table.code[:6]}-{table.code[6:]}"):
            assert self.sent(bob, typed) == f"/t/{table.code}/"

    def test_whole_links_are_accepted(self, table: Table, alice: User, bob: User) -> None:
        link = invitations.make_link(table.pk, alice)
        assert self.sent(bob, f"https://poker.example.org/t/{table.code}/") == f"/t/{table.code}/"
        assert self.sent(bob, f"https://poker.example.org/i/{link.code}/") == f"/i/{link.code}/"

    @pytest.mark.parametrize("junk", ["", "x", "/", "0" * 13, "\x00", "☃" * 300, "../../admin/"])
    def test_unknown_code_leads_back_to_the_lobby(self, bob: User, junk: str) -> None:
        assert self.sent(bob, junk) == "/"

    def test_code_of_a_private_table_leads_back_to_the_lobby(self, alice: User, bob: User) -> None:
        private = open_table(alice, found_by=Table.FoundBy.INVITATION)
        assert self.sent(bob, private.code) == "/"


def test_menu_has_five_items(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    nav = page.split("<nav")[1].split("</nav>")[0]
    assert re.findall(r"<a [^>]*>(\w+)</a>", nav) == ["Lobby", "Hands", "Results", "Friends", "Bots"]
