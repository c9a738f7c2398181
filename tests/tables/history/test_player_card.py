"""Show the card of a player at a table: friend, mute, private note, common hands, and figures if everybody agreed."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Aside, Friendship, PlayerNote, User
from accounts.services import blocks, deletion, friends
from tables.history.player_card import card_of, player_at
from tables.hosting import house_bots, shared_results
from tables.models import Sitting, Table
from tests.past import play_hands
from tests.tables.helpers import fold_out, open_table

pytestmark = pytest.mark.django_db


def of(user: User, *, script: bool = True) -> Client:
    client = Client(headers={"HX-Request": "true"} if script else {})
    client.force_login(user)
    return client


def address(table: Table, user: User) -> str:
    return reverse("table_player", args=[table.code, user.pk])


def do(table: Table, by: User, whom: User, verb: str, **values: str) -> tuple[int, str]:
    answer = of(by).post(address(table, whom), {"verb": verb, **values})
    return answer.status_code, answer.content.decode()


def test_names_on_felt_and_in_the_list_link_to_the_card(dealt: Table, alice: User, bob: User) -> None:
    page = of(alice, script=False).get(f"/t/{dealt.code}/").content.decode()
    links = re.findall(r'<a class="([^"]+)" href="(players/\d+/)"', page)
    assert sorted(links) == [
        ("to-card", f"players/{alice.pk}/"),  # not visible on one's own seat
        ("to-card", f"players/{bob.pk}/"),
        ("who", f"players/{alice.pk}/"),
        ("who", f"players/{bob.pk}/"),
    ]


def test_card_is_a_part_for_the_script_and_a_page_without(dealt: Table, alice: User, bob: User) -> None:
    part = of(alice).get(address(dealt, bob)).content.decode()
    page = of(alice, script=False).get(address(dealt, bob)).content.decode()
    assert part.startswith("<article")
    assert "<html" in page
    assert '<h2 id="t-player-name"' in part
    assert '<h1 id="t-player-name"' in page, "every page has one heading of the first order"
    for text in (part, page):
        assert "Bob" in text
        assert "Add friend" in text
        assert "Private note" in text


def test_only_people_of_a_visible_table_have_a_card(dealt: Table, alice: User, bob: User, carol: User) -> None:
    assert of(alice).get(address(dealt, carol)).status_code == 404
    private = open_table(alice, found_by=Table.FoundBy.INVITATION)
    assert of(carol).get(address(private, alice)).status_code == 404
    assert of(carol).get(address(dealt, alice)).status_code == 200
    assert Client().get(address(dealt, alice)).status_code == 302


def test_friendship_is_asked_accepted_and_ended(dealt: Table, alice: User, bob: User) -> None:
    assert "Friend request sent" in do(dealt, alice, bob, "ask")[1]
    assert "Accept friend request" in of(bob).get(address(dealt, alice)).content.decode()
    assert "Remove friend" in do(dealt, bob, alice, "accept")[1]
    assert "Add friend" in do(dealt, alice, bob, "end")[1]
    assert not Friendship.objects.exists()


def test_request_of_a_blocked_player_is_not_shown(dealt: Table, alice: User, bob: User) -> None:
    blocks.block(alice, bob)
    friends.ask(bob, alice)
    assert card_of(dealt, bob, alice).friendship == "none"
    assert "You have blocked this player" in of(alice).get(address(dealt, bob)).content.decode()


def test_player_is_muted_and_unmuted(dealt: Table, alice: User, bob: User) -> None:
    assert "Unmute" in do(dealt, alice, bob, "mute")[1]
    assert Aside.objects.get().kind == Aside.Kind.MUTE
    assert "Mute for me" in do(dealt, alice, bob, "unmute")[1]
    assert not Aside.objects.exists()


@pytest.mark.differs_on_services("constraint and update_or_create")
def test_note_is_private_and_there_is_one_for_each_player(dealt: Table, alice: User, bob: User) -> None:
    assert "Saved." in do(dealt, alice, bob, "note", text=" Bluffs <b>a lot</b>\r\nand talks ")[1]
    do(dealt, alice, bob, "note", text="Bluffs little")
    assert [note.text for note in PlayerNote.objects.all()] == ["Bluffs little"]
    assert "Bluffs little" in of(alice).get(address(dealt, bob)).content.decode()
    for reader, about in ((bob, alice), (bob, bob)):
        assert "Bluffs" not in of(reader).get(address(dealt, about)).content.decode()
    do(dealt, alice, bob, "note", text="  ")
    assert not PlayerNote.objects.exists()


def test_too_long_note_is_refused(dealt: Table, alice: User, bob: User) -> None:
    status, text = do(dealt, alice, bob, "note", text="x" * 501)
    assert (status, "at most 500" in text) == (422, True)
    assert not PlayerNote.objects.exists()


@pytest.mark.parametrize("verb", ["ask", "mute", "note", "block", ""])
def test_unknown_verbs_and_verbs_for_oneself_are_refused(dealt: Table, alice: User, verb: str) -> None:
    assert do(dealt, alice, alice, verb, text="me")[0] == 422
    assert not PlayerNote.objects.exists()


def test_download_has_own_notes_and_deletion_removes_those_by_and_about_the_user(
    dealt: Table, alice: User, bob: User, carol: User
) -> None:
    PlayerNote.objects.create(author=alice, about=bob, text="Calls")
    PlayerNote.objects.create(author=bob, about=alice, text="Folds")
    PlayerNote.objects.create(author=carol, about=bob, text="Raises")
    data = json.loads(of(alice).get(reverse("account_data")).content)
    assert [(note["about"], note["text"]) for note in data["player_notes"]] == [("Bob", "Calls")]
    deletion.delete_account(bob)
    assert not PlayerNote.objects.exists()


def test_common_hands_are_counted_and_listed(table: Table, alice: User, bob: User, carol: User) -> None:
    play_hands(table, [alice, bob], 2)
    play_hands(open_table(carol), [alice, carol], 1)
    assert [card_of(table, user, alice).hands for user in (bob, carol)] == [2, 1]
    assert [card_of(table, user, bob).hands for user in (alice, carol)] == [2, 0]
    page = of(alice, script=False).get(reverse("hands") + "?player=bob").content.decode()
    assert len(set(re.findall(r'href="/hands/(\d+)/"', page))) == 2
    assert "no hand with a player" in of(bob).get(reverse("hands") + "?player=carol").content.decode()


def test_figures_are_shown_only_if_everybody_agreed(table: Table, alice: User, bob: User) -> None:
    now = timezone.now()
    for user, net in ((alice, 50), (bob, -50)):
        Sitting.objects.create(user=user, table=table, rulebook="cash", began_at=now, ended_at=now, hands=2, net=net)
    shared_results.agree(table, alice)
    assert card_of(table, bob, alice).figures is None
    shared_results.agree(table, bob)
    figures = card_of(table, bob, alice).figures
    assert figures is not None
    assert (figures.user_id, figures.hands, figures.net) == (bob.pk, 2, -50)


def test_house_bot_has_a_note_and_no_friends(table: Table, alice: User) -> None:
    seat = house_bots.add_bot(table.pk, alice, "tight")
    text = of(alice).get(address(table, seat.user)).content.decode()
    assert "House bot" in text
    assert "Add friend" not in text
    assert "Private note" in text


def test_player_who_left_in_the_last_hand_still_has_a_card(dealt: Table, bob: User) -> None:
    fold_out(dealt)
    dealt.seated.filter(user=bob).delete()
    dealt.refresh_from_db()
    assert player_at(dealt, bob.pk) == bob
