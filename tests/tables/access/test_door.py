"""Test the page before a table: its password, a seat at a table that nobody may watch, a new address."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.test import Client

from accounts.models import Aside, User
from poker_site.web import limits
from tables.access import permissions
from tables.core.refusals import Refused
from tables.hosting import admission, approval, invitations
from tables.hosting.mail import mail_invitation
from tables.hosting.open_game import open_game
from tables.models import Guest, Seat, Table, TableBan
from tables.play import seating
from tests.tables.helpers import STACK, Clock, fresh, open_table, seat_people, state_of

pytestmark = pytest.mark.django_db
WORD = "open sesame"


def of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


class TestPassword:
    @pytest.fixture
    def guarded(self, alice: User) -> Table:
        return open_table(alice, password=WORD)

    def test_password_is_stored_as_a_hash(self, guarded: Table) -> None:
        assert WORD not in guarded.password
        assert check_password(WORD, guarded.password)

    def test_the_right_password_opens_the_table(self, guarded: Table, bob: User) -> None:
        client, door = of(bob), f"/t/{guarded.code}/door/"
        assert "Password of the table" in client.get(door).content.decode()
        assert client.post(door, {"password": f" {WORD} "})["Location"] == f"/t/{guarded.code}/"
        assert permissions.reason_not_to_sit(guarded, bob) is None
        assert client.get(door)["Location"] == f"/t/{guarded.code}/"

    @pytest.mark.parametrize("wrong", ["", "Open Sesame", "\x00", "x" * 5_000])
    def test_a_wrong_password_is_refused(self, guarded: Table, bob: User, wrong: str) -> None:
        answer = of(bob).post(f"/t/{guarded.code}/door/", {"password": wrong})
        assert answer.status_code == 422
        assert "aria-invalid" in answer.content.decode()
        assert not Guest.objects.exists()

    @pytest.mark.differs_on_services("guesses are counted in Redis")
    def test_guesses_are_limited_by_account(self, guarded: Table, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.LIMITS, "password_guess", limits.Limit(2, 60))
        client, door = of(bob), f"/t/{guarded.code}/door/"
        for _ in range(2):
            assert client.post(door, {"password": "wrong"}).status_code == 422
        answer = client.post(door, {"password": WORD})
        assert answer.status_code == 429
        assert "Wait" in answer.content.decode()
        assert permissions.reason_not_to_sit(guarded, bob)

    @pytest.mark.differs_on_services("guesses are counted in Redis")
    def test_guesses_are_limited_by_address_across_accounts(
        self, guarded: Table, bob: User, carol: User, ted: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.LIMITS, "password_guess_by_address", limits.Limit(2, 60))
        door, here, elsewhere = f"/t/{guarded.code}/door/", "192.0.2.1", "192.0.2.2"
        for user in (bob, carol):
            assert of(user).post(door, {"password": "wrong"}, REMOTE_ADDR=here).status_code == 422
        assert of(ted).post(door, {"password": WORD}, REMOTE_ADDR=here).status_code == 429
        other = open_table(guarded.owner, password=WORD)
        assert of(ted).post(f"/t/{other.code}/door/", {"password": WORD}, REMOTE_ADDR=here).status_code == 302
        assert of(ted).post(door, {"password": WORD}, REMOTE_ADDR=elsewhere).status_code == 302

    def test_the_right_password_resets_the_limit_of_its_address(
        self, guarded: Table, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.LIMITS, "password_guess_by_address", limits.Limit(2, 60))
        for user, word in ((bob, "wrong"), (bob, WORD), (carol, "wrong"), (carol, WORD)):
            of(user).post(f"/t/{guarded.code}/door/", {"password": word})
        assert permissions.reason_not_to_sit(guarded, carol) is None

    def test_a_banned_or_uninvited_user_is_not_asked(self, alice: User, bob: User, carol: User) -> None:
        private = open_table(alice, password=WORD, found_by=Table.FoundBy.INVITATION)
        open_one = open_table(alice, password=WORD)
        TableBan.objects.create(table=open_one, user=carol)
        for table, user in ((private, bob), (open_one, carol)):
            assert of(user).post(f"/t/{table.code}/door/", {"password": WORD}).status_code == 404
            with pytest.raises(Refused):
                admission.give_password(table.pk, user, WORD, address="192.0.2.1")
        assert not Guest.objects.exists()

    def test_a_table_without_a_password_accepts_none(self, table: Table, bob: User) -> None:
        with pytest.raises(admission.WrongPassword):
            admission.give_password(table.pk, bob, "", address="192.0.2.1")

    def test_the_password_also_lets_one_watch_an_unwatchable_table(self, alice: User, bob: User) -> None:
        table = open_table(alice, password=WORD, watchable=False)
        assert not permissions.may_see(table, bob)
        admission.give_password(table.pk, bob, WORD, address="192.0.2.1")
        assert permissions.may_see(table, bob)

    def test_the_form_asks_for_a_login_and_a_token(self, guarded: Table, bob: User) -> None:
        door = f"/t/{guarded.code}/door/"
        assert Client().get(door)["Location"].startswith("/account/login/")
        client = Client(enforce_csrf_checks=True)
        client.force_login(bob)
        assert client.post(door, {"password": WORD}).status_code == 403

    def test_seats_are_locked_until_the_password_is_given(self, guarded: Table, alice: User, bob: User) -> None:
        pages = [of(user).get(f"/t/{guarded.code}/").content.decode() for user in (bob, alice)]
        assert [page.count('value="hold"') for page in pages] == [10, 10]
        assert [page.count('href="#i-lock"') for page in pages] == [10, 0]


class TestUnwatched:
    @pytest.fixture
    def unwatched(self, alice: User) -> Table:
        return open_table(alice, watchable=False)

    def test_a_player_sits_down_from_the_page_before_the_table(self, unwatched: Table, bob: User) -> None:
        client, door = of(bob), f"/t/{unwatched.code}/door/"
        assert "Only who plays sees this table" in client.get(door).content.decode()
        assert client.post(door, {"chips": "10,000"})["Location"] == f"/t/{unwatched.code}/"
        assert state_of(unwatched, bob) == Seat.State.PLAYING
        assert client.get(f"/t/{unwatched.code}/").status_code == 200

    @pytest.mark.parametrize("chips", ["", "1", "ten", "99999999"])
    def test_buy_in_must_be_within_the_limits(self, unwatched: Table, bob: User, chips: str) -> None:
        assert of(bob).post(f"/t/{unwatched.code}/door/", {"chips": chips}).status_code == 422
        assert not unwatched.seated.exists()

    def test_signing_up_for_a_game_asks_for_no_chips(self, alice: User, bob: User) -> None:
        game = open_game(alice, rulebook="contest", name="Quiet", watchable=False)
        client, door = of(bob), f"/t/{game.code}/door/"
        page = client.get(door).content.decode()
        assert "Everybody begins with 1,000 chips." in page
        assert 'type="text" name="chips"' not in page
        assert client.post(door, {"chips": "1000"})["Location"] == f"/t/{game.code}/"
        assert state_of(game, bob) == Seat.State.PLAYING

    def test_a_full_table_says_so(self, alice: User, bob: User, carol: User, ted: User) -> None:
        table = open_table(alice, watchable=False, options={"players_most": 2})
        seat_people(table, [bob, carol])
        answer = of(ted).post(f"/t/{table.code}/door/", {"chips": str(STACK)})
        assert answer.status_code == 422
        assert "Every seat is taken" in answer.content.decode()

    def test_a_player_who_waits_for_approval_cannot_see_the_table(self, alice: User, bob: User) -> None:
        table = open_table(alice, watchable=False, approves=True)
        client, door = of(bob), f"/t/{table.code}/door/"
        client.post(door, {"chips": str(STACK)})
        assert not permissions.may_see(table, bob)
        assert "The host is asked" in client.get(door).content.decode()
        client.post(door)
        assert not table.wishes.exists()
        assert not table.seated.exists()

    def test_the_waiting_page_polls_until_the_host_answers(self, alice: User, bob: User, clock: Clock) -> None:
        table = open_table(alice, watchable=False, approves=True)
        client, door = of(bob), f"/t/{table.code}/door/"

        def asked_again() -> HttpResponseBase:
            return client.get(door, headers={"HX-Request": "true"})

        for answer in (approval.refuse, approval.approve):
            client.post(door, {"chips": str(STACK)})
            assert f'hx-get="{door}"' in client.get(door).content.decode()
            assert asked_again().status_code == 204
            answer(table.pk, alice, table.wishes.get().pk)
            assert asked_again()["HX-Redirect"] == door
            if answer is approval.refuse:
                assert "Alice has refused" in client.get(door).content.decode()
                clock.go_on(301)
                assert "Alice has refused" not in client.get(door).content.decode()
        assert client.get(door)["Location"] == f"/t/{table.code}/"


class TestNewCode:
    def test_the_old_address_no_longer_works(self, table: Table, alice: User, bob: User) -> None:
        admission.new_code(table.pk, alice)
        now = fresh(table)
        assert now.code != table.code
        assert of(bob).get(f"/t/{table.code}/").status_code == 404
        assert of(bob).post(f"/t/{table.code}/do/", {"verb": "wait"}).status_code == 404
        assert of(bob).get(f"/t/{now.code}/").status_code == 200

    def test_only_hosts_change_the_address(self, table: Table, bob: User) -> None:
        seat_people(table, [bob])
        with pytest.raises(PermissionDenied):
            admission.new_code(table.pk, bob)

    def test_people_of_the_table_follow_to_the_new_address(
        self, alice: User, bob: User, carol: User, ted: User
    ) -> None:
        table = open_table(alice, found_by=Table.FoundBy.LINK)
        seat_people(table, [bob])
        Guest.objects.create(table=table, user=carol, invited=True)
        ties = permissions.ties_of(table.pk)
        assert [permissions.follows_to_new_address(table, user, ties) for user in (alice, bob, carol, ted)] == [
            True,
            True,
            True,
            False,
        ]

    def test_the_page_knows_its_address(self, table: Table, alice: User) -> None:
        assert f'data-at="/t/{table.code}/"' in of(alice).get(f"/t/{table.code}/").content.decode()


class TestBlocked:
    def test_a_blocked_player_gets_no_seat_beside_the_blocker(self, alice: User, bob: User) -> None:
        table = open_table(alice, found_by=Table.FoundBy.INVITATION)
        seat_people(table, [alice])
        Guest.objects.create(table=table, user=bob, invited=True)
        Aside.objects.create(by=alice, whom=bob, kind=Aside.Kind.BLOCK)
        for number in (2, 10):
            with pytest.raises(Refused, match="not free for you"):
                seating.hold_seat(table.pk, bob, number)
        seating.hold_seat(table.pk, bob, 3)

    @pytest.mark.parametrize("closed_by", [{"found_by": Table.FoundBy.LINK}, {"password": WORD}])
    def test_blocks_also_separate_where_a_link_or_password_is_needed(
        self, alice: User, bob: User, closed_by: Any
    ) -> None:
        table = open_table(alice, **closed_by)
        seat_people(table, [alice])
        Guest.objects.create(table=table, user=bob, knows_password=True)
        Aside.objects.create(by=alice, whom=bob, kind=Aside.Kind.BLOCK)
        with pytest.raises(Refused, match="not free for you"):
            seating.hold_seat(table.pk, bob, 2)
        seating.sit_anywhere(table.pk, bob, chips=STACK)
        assert table.seated.get(user=bob).number == 3

    def test_waiting_gives_no_seat_beside_a_blocker(self, alice: User, bob: User, carol: User, ted: User) -> None:
        table = open_table(alice, found_by=Table.FoundBy.LINK)
        seat_people(table, [alice, carol])
        Aside.objects.create(by=alice, whom=bob, kind=Aside.Kind.BLOCK)
        for number in range(4, 11):
            table.seated.create(number=number, user=User.objects.create_user(f"p{number}"), state="playing")
        for user in (bob, ted):
            table.waiting.create(user=user)
        seating.stand_up(table.pk, carol)
        assert dict(table.seated.filter(state="held").values_list("user", "number")) == {ted.pk: 2, bob.pk: 3}

    def test_blocks_do_not_separate_at_public_tables(self, table: Table, alice: User, bob: User) -> None:
        seat_people(table, [alice])
        Aside.objects.create(by=alice, whom=bob, kind=Aside.Kind.BLOCK)
        seating.hold_seat(table.pk, bob, 2)


class TestMail:
    @pytest.fixture(autouse=True)
    def _mail(self, settings: object) -> None:
        settings.MAIL_CONFIGURED = True  # type: ignore[attr-defined]

    def confirmed(self, user: User) -> None:
        from allauth.account.models import EmailAddress

        EmailAddress.objects.create(user=user, email="bob@example.org", verified=True, primary=True)

    def test_invitation_is_mailed_to_a_verified_address(self, table: Table, alice: User, bob: User) -> None:
        self.confirmed(bob)
        letter = invitations.invite(table.pk, alice, bob)
        mail_invitation(letter.pk)
        (sent,) = mail.outbox
        assert sent.to == ["bob@example.org"]
        assert "Alice invites you to play" in sent.subject
        assert f"/i/{letter.code}/" in sent.body

    def test_mail_gives_the_start_in_the_readers_time_zone(self, alice: User, bob: User, clock: Clock) -> None:
        self.confirmed(bob)
        bob.preferences.time_zone = "Asia/Tokyo"
        bob.preferences.save()
        table = open_table(alice, starts_at=clock.moment + timedelta(hours=2))
        mail_invitation(invitations.invite(table.pk, alice, bob).pk)
        (sent,) = mail.outbox
        assert "Starts Wed, Jan 2, 7:00 AM (Asia/Tokyo)." in sent.body

    def test_no_mail_to_an_unverified_address(self, table: Table, alice: User, bob: User) -> None:
        mail_invitation(invitations.invite(table.pk, alice, bob).pk)
        assert not mail.outbox

    def test_no_mail_after_the_invitation_was_revoked(self, table: Table, alice: User, bob: User) -> None:
        self.confirmed(bob)
        letter = invitations.invite(table.pk, alice, bob)
        invitations.revoke(table.pk, alice, letter.pk)
        mail_invitation(letter.pk)
        mail_invitation(10**6)
        assert not mail.outbox
