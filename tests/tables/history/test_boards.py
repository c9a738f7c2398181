"""Show results of a table among those who played there: all of them agree, or nobody reads those of the others."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.bots import open_bot
from accounts.services.deletion import delete_account
from tables.core.refusals import Refused
from tables.history.results.board import Board, BoardRow, board_of
from tables.hosting import house_bots, shared_results
from tables.models import BoardConsent, Sitting, Table
from tests.tables.helpers import Clock, act, fold_out, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(three: Table, alice: User) -> Table:
    """Play a hand of three; Alice wins the blinds."""
    act(three, alice, "raise", 300)
    fold_out(three)
    return three


def board(table: Table, user: User) -> Board:
    found = board_of(table, user)
    assert found is not None
    return found


def agree(table: Table, *users: User) -> None:
    for user in users:
        shared_results.agree(table, user)


@pytest.mark.differs_on_services("grouped sums and their order")
def test_board_opens_when_everybody_agrees(played: Table, alice: User, bob: User, carol: User) -> None:
    agree(played, alice, bob)
    assert board(played, alice) == Board(3, 2, True, ())
    assert board(played, carol) == Board(3, 2, False, ())
    agree(played, carol)
    found = board(played, bob)
    assert found.is_open
    assert found.places == (
        BoardRow(1, alice.pk, "Alice", False, 1, 150, 150.0),
        BoardRow(2, bob.pk, "Bob", True, 1, -50, -50.0),
        BoardRow(3, carol.pk, "Carol", False, 1, -100, -100.0),
    )


def test_withdrawn_consent_closes_the_board_at_once(played: Table, alice: User, bob: User, carol: User) -> None:
    agree(played, alice, bob, carol)
    shared_results.take_back(played, carol)
    assert board(played, alice) == Board(3, 2, True, ())
    shared_results.take_back(played, carol)
    agree(played, carol)
    assert board(played, alice).is_open


@pytest.mark.differs_on_services("grouped sums and their order")
def test_agreeing_twice_counts_once(played: Table, alice: User) -> None:
    agree(played, alice, alice)
    assert board(played, alice).agreed == 1


def test_new_player_is_asked_too(played: Table, alice: User, bob: User, carol: User, ted: User, clock: Clock) -> None:
    agree(played, alice, bob, carol)
    now = timezone.now()
    Sitting.objects.create(user=ted, table=played, rulebook="cash", began_at=now, ended_at=now, hands=1)
    assert not board(played, alice).is_open
    agree(played, ted)
    assert board(played, alice).is_open


def test_each_table_needs_its_own_consent(played: Table, alice: User, bob: User, carol: User) -> None:
    other = open_table(alice)
    for user in (alice, bob):
        now = timezone.now()
        Sitting.objects.create(user=user, table=other, rulebook="cash", began_at=now, ended_at=now, hands=1)
    agree(played, alice, bob, carol)
    assert board(other, alice) == Board(2, 0, False, ())


@pytest.mark.differs_on_services("grouped sums and their order")
def test_equal_results_share_a_place(played: Table, alice: User, bob: User, carol: User) -> None:
    Sitting.objects.update(net=0)
    agree(played, alice, bob, carol)
    assert [(place.rank, place.name) for place in board(played, alice).places] == [
        (1, "Alice"),
        (1, "Bob"),
        (1, "Carol"),
    ]


def test_board_of_one_player_does_not_open(table: Table, alice: User) -> None:
    now = timezone.now()
    Sitting.objects.create(user=alice, table=table, rulebook="cash", began_at=now, ended_at=now, hands=1)
    agree(table, alice)
    assert board(table, alice) == Board(1, 1, True, ())
    assert not board(table, alice).is_open


@pytest.mark.differs_on_services("grouped sums and their order")
def test_deleted_account_is_left_out_and_keeps_nobody_waiting(
    played: Table, alice: User, bob: User, carol: User
) -> None:
    agree(played, alice, bob)
    delete_account(carol)
    found = board(played, alice)
    assert [place.name for place in found.places] == ["Alice", "Bob"]
    assert played.hands.get().players.count() == 3


def test_consent_of_a_deleted_account_is_deleted(played: Table, carol: User) -> None:
    agree(played, carol)
    delete_account(carol)
    assert not BoardConsent.objects.exists()


def test_bots_need_no_consent(played: Table, alice: User, bob: User, carol: User) -> None:
    house_bots.add_bot(played.pk, alice, "tight")
    bot = open_bot(alice, "Robot")[0].user
    now = timezone.now()
    Sitting.objects.create(user=bot, table=played, rulebook="cash", began_at=now, ended_at=now, hands=1)
    agree(played, alice, bob, carol)
    assert len(board(played, alice).places) == 3
    with pytest.raises(Refused):
        shared_results.agree(played, bot)


class TestBoardForm:
    def post(self, client: Client, user: User | None, table: Table, *verbs: str, status: int = 302) -> list[str]:
        """Return the messages that are shown."""
        if user:
            client.force_login(user)
        response = client.post(reverse("results_board", args=[table.code]), dict.fromkeys(verbs, ""))
        assert response.status_code == status
        return [str(message) for message in get_messages(response.wsgi_request)]

    def test_buttons_agree_and_take_it_back(
        self, client: Client, played: Table, alice: User, bob: User, carol: User
    ) -> None:
        agree(played, alice, bob)
        address = f"/results/?table={played.code}"
        client.force_login(carol)
        assert "2 of 3 do" in client.get(address).content.decode()
        self.post(client, carol, played, "agree")
        html = client.get(address).content.decode()
        assert "Leaderboard of A table" in html
        assert '<th scope="row" class="l">Alice</th>' in html
        self.post(client, carol, played, "take_back")
        assert '<th scope="row" class="l">Alice</th>' not in client.get(address).content.decode()

    def test_form_leads_back_to_the_table_that_was_asked_for(self, client: Client, played: Table, alice: User) -> None:
        client.force_login(alice)
        response = client.post(reverse("results_board", args=[played.code]), {"agree": ""})
        assert response["Location"] == f"/results/?table={played.code}#board"

    def test_user_who_did_not_play_there_gets_404(self, client: Client, played: Table, ted: User) -> None:
        self.post(client, ted, played, "agree", status=404)
        assert not BoardConsent.objects.exists()

    def test_host_who_never_played_is_refused(self, client: Client, table: Table, alice: User) -> None:
        [said] = self.post(client, alice, table, "agree")
        assert said == "Only who has played a hand at this table has a part in its board."

    def test_visitor_without_login_cannot_agree(self, client: Client, played: Table) -> None:
        self.post(client, None, played, "agree")
        assert not BoardConsent.objects.exists()

    def test_get_request_does_not_agree(self, client: Client, played: Table, alice: User) -> None:
        client.force_login(alice)
        client.get(reverse("results_board", args=[played.code]) + "?agree=1")
        assert not BoardConsent.objects.exists()

    @pytest.mark.parametrize("verbs", [(), ("nonsense",)])
    def test_unknown_button_does_nothing(
        self, client: Client, played: Table, alice: User, verbs: tuple[str, ...]
    ) -> None:
        [said] = self.post(client, alice, played, *verbs)
        assert said == "There is no such action."

    def test_unknown_table_gets_404(self, client: Client, alice: User) -> None:
        client.force_login(alice)
        assert client.post("/results/nothing-like-it/board/", {"agree": ""}).status_code == 404

    @pytest.mark.differs_on_services("grouped sums and their order")
    def test_names_are_hidden_until_everybody_agrees(
        self, client: Client, played: Table, alice: User, bob: User
    ) -> None:
        agree(played, alice)
        client.force_login(alice)
        html = client.get(f"/results/?table={played.code}").content.decode()
        assert "Bob" not in html
        assert "Carol" not in html
