"""Share links to a hand: they show what their maker could see, to anybody, as long as they are meant to."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from django.test import Client

from accounts.models import Sanction, User
from accounts.services import deletion, sanctions
from poker_site.web import limits
from tables.core.refusals import Refused
from tables.history import shared_hands
from tables.hosting import table_settings
from tables.models import Hand, SharedHand, Table, TableEvent
from tests.tables.helpers import check_down, fold_out, fresh, hand_of
from tests.tables.history.test_replayer import as_, cards_in
from tests.tables.host_verbs import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(three: Table) -> Hand:
    check_down(three)
    return hand_of(three)


@pytest.fixture
def folded(three: Table) -> Hand:
    """Let everybody fold, so that nobody shows anything."""
    fold_out(three)
    return hand_of(three)


def make_private(table: Table, *, shares_hands: bool = False) -> None:
    Table.objects.filter(pk=table.pk).update(watchable=False, shares_hands=shares_hands)


def shown(link: SharedHand, **query: str) -> str:
    response = Client().get(f"/shared/{link.code}/", query)
    assert response.status_code == 200
    return response.content.decode()


def is_dead(link: SharedHand) -> bool:
    paths = (f"/shared/{link.code}/", f"/shared/{link.code}/?part=steps", f"/shared/{link.code}/board.svg")
    found = {Client().get(path).status_code for path in paths}
    assert len(found) == 1
    return found == {404}


def test_link_shows_what_its_maker_could_see_and_no_more(folded: Hand, bob: User) -> None:
    link = shared_hands.share(folded.pk, bob, hides_names=False)
    own = as_(bob).get(f"/hands/{folded.pk}/", {"step": "3"}).content.decode()
    for query in ({"step": "3"}, {"part": "steps"}, {"step": "3", "seat": "1"}, {"part": "steps", "seat": "3"}):
        assert cards_in(shown(link, **query)) == cards_in(own)
    assert len(cards_in(own)) == 2


def test_every_viewer_of_a_link_sees_the_same(folded: Hand, alice: User, bob: User) -> None:
    link = shared_hands.share(folded.pk, bob, hides_names=False)
    text = as_(alice).get(f"/shared/{link.code}/", {"step": "3"}).content.decode()
    assert cards_in(text) == cards_in(shown(link, step="3"))


def test_shared_page_has_nothing_of_a_users_own(over: Hand, bob: User) -> None:
    text = shown(shared_hands.share(over.pk, bob, hides_names=False))
    for own in ("csrfmiddlewaretoken", "Share this hand", "My hands", "for you", "/hands/", "Log out"):
        assert own not in text


def test_shared_page_is_not_indexed_and_sends_no_referrer(over: Hand, bob: User) -> None:
    response = Client().get(f"/shared/{shared_hands.share(over.pk, bob, hides_names=False).code}/")
    assert "noindex" in response["X-Robots-Tag"]
    assert 'name="robots" content="noindex' in response.content.decode()
    assert response["Referrer-Policy"] == "same-origin"
    assert "private" in response["Cache-Control"]


def test_link_can_hide_names(over: Hand, bob: User) -> None:
    Table.objects.filter(pk=over.table_id).update(name="Alice's round")
    link = shared_hands.share(over.pk, bob, hides_names=True)
    image = Client().get(f"/shared/{link.code}/board.svg").content.decode()
    everything = shown(link, step="99") + shown(link, part="steps") + shown(link, part="chances") + image
    for name in ("Alice", "Bob", "Carol"):
        assert name not in everything
    assert {"Player 1", "Player 2", "Player 3"} <= set(re.findall(r"Player \d", everything))


def test_link_can_show_names_again(over: Hand, bob: User) -> None:
    link = shared_hands.share(over.pk, bob, hides_names=True)
    assert shared_hands.share(over.pk, bob, hides_names=False) == link
    assert "Carol" in shown(link)


@pytest.mark.differs_on_services("a constraint of the database")
def test_there_is_one_link_for_each_maker(over: Hand, alice: User, bob: User) -> None:
    first, second = (shared_hands.share(over.pk, user, hides_names=False) for user in (alice, bob))
    assert first.code != second.code
    assert shared_hands.share(over.pk, alice, hides_names=False).code == first.code


def test_revoked_link_is_dead_and_the_next_has_another_code(over: Hand, bob: User) -> None:
    link = shared_hands.share(over.pk, bob, hides_names=False)
    shared_hands.revoke(over.pk, bob)
    assert is_dead(link)
    again = shared_hands.share(over.pk, bob, hides_names=False)
    assert again.code != link.code
    assert not is_dead(again)
    assert is_dead(link)


def test_nobody_revokes_the_link_of_another(over: Hand, alice: User, bob: User) -> None:
    link = shared_hands.share(over.pk, bob, hides_names=False)
    shared_hands.revoke(over.pk, alice)
    assert not is_dead(link)


def test_hands_of_a_private_table_are_shared_only_if_the_host_lets_them(over: Hand, three: Table, bob: User) -> None:
    make_private(three)
    with pytest.raises(Refused, match="does not let hands be shared"):
        shared_hands.share(over.pk, bob, hides_names=False)
    make_private(three, shares_hands=True)
    assert not is_dead(shared_hands.share(over.pk, bob, hides_names=False))


def test_user_who_may_not_see_a_hand_cannot_share_it(over: Hand, three: Table, ted: User) -> None:
    make_private(three, shares_hands=True)
    with pytest.raises(Refused, match="no such hand"):
        shared_hands.share(over.pk, ted, hides_names=False)
    assert as_(ted).post(f"/hands/{over.pk}/share/").status_code == 404


def test_running_hand_cannot_be_shared(three: Table, alice: User) -> None:
    with pytest.raises(Refused, match="no such hand"):
        shared_hands.share(hand_of(three).pk, alice, hides_names=False)


def _host_ends_it(three: Table, alice: User, bob: User) -> None:
    table_settings.set_access(three.pk, alice, found_by="link", watchable=True, approves=False)


def _table_is_not_public_any_more(three: Table, alice: User, bob: User) -> None:
    make_private(three)


def _hand_is_void(three: Table, alice: User, bob: User) -> None:
    Hand.objects.filter(table=three).update(state=Hand.State.VOID)


def _maker_is_banned(three: Table, alice: User, bob: User) -> None:
    by = User.objects.create_superuser(username="Judge")
    sanctions.impose(bob, kind=Sanction.Kind.BAN, reason="Spoke ill.", until=None, by=by)


def _maker_is_gone(three: Table, alice: User, bob: User) -> None:
    three.seated.filter(user=bob).delete()
    deletion.delete_account(bob)


Happens = Callable[[Table, User, User], None]


@pytest.mark.parametrize(
    "happens", [_host_ends_it, _table_is_not_public_any_more, _hand_is_void, _maker_is_banned, _maker_is_gone]
)
def test_link_dies_when_what_it_depends_on_ends(
    over: Hand, three: Table, alice: User, bob: User, happens: Happens
) -> None:
    table_settings.set_access(three.pk, alice, found_by="link", watchable=True, approves=False, shares_hands=True)
    link = shared_hands.share(over.pk, bob, hides_names=False)
    assert not is_dead(link)
    happens(fresh(three), alice, bob)
    assert is_dead(link)


@pytest.mark.parametrize("code", ["x", "0" * 13, "a" * 500, "\x00", "%00", "é", "'"])
@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_unknown_code_gets_404(over: Hand, code: str) -> None:
    assert Client().get(f"/shared/{code}/").status_code == 404
    assert Client().get(f"/shared/{code}/board.svg").status_code == 404


def test_form_makes_changes_and_revokes_a_link(over: Hand, bob: User) -> None:
    client, door = as_(bob), f"/hands/{over.pk}/share/"
    assert client.post(door, {"hides_names": "1"}).headers["Location"] == f"/hands/{over.pk}/#share"
    link = SharedHand.objects.get()
    assert link.hides_names
    assert f"http://testserver/shared/{link.code}/" in client.get(f"/hands/{over.pk}/").content.decode()
    client.post(door)
    assert not SharedHand.objects.get().hides_names
    client.post(door, {"do": "revoke"})
    assert SharedHand.objects.filter(revoked_at=None).count() == 0
    assert link.code not in client.get(f"/hands/{over.pk}/").content.decode()


def test_form_says_why_sharing_is_refused(over: Hand, three: Table, bob: User) -> None:
    make_private(three)
    response = as_(bob).post(f"/hands/{over.pk}/share/", follow=True)
    assert "does not let hands be shared" in response.content.decode()
    assert not SharedHand.objects.exists()


def test_form_needs_a_login_and_a_post(over: Hand, bob: User) -> None:
    assert Client().post(f"/hands/{over.pk}/share/").status_code == 302
    assert as_(bob).get(f"/hands/{over.pk}/share/")["Location"] == f"/hands/{over.pk}/"
    assert as_(bob).post("/hands/999999/share/").status_code == 404
    assert not SharedHand.objects.exists()


def test_number_of_links_is_limited(over: Hand, bob: User) -> None:
    for _ in range(limits.LIMITS["share"].most):
        as_(bob).post(f"/hands/{over.pk}/share/")
    response = as_(bob).post(f"/hands/{over.pk}/share/", follow=True)
    assert "Wait" in response.content.decode()


def test_board_is_an_image_that_needs_nothing_else(over: Hand, bob: User) -> None:
    response = Client().get(f"/shared/{shared_hands.share(over.pk, bob, hides_names=False).code}/board.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "public" in response["Cache-Control"]
    assert "max-age=60" in response["Cache-Control"]
    root = ET.fromstring(response.content)
    text = response.content.decode()
    links = set(re.findall(r'(?:href|src)="([^"]*)"', text))
    assert links
    assert all(link.startswith("#") for link in links)
    assert "style=" not in text
    assert len(cards_in(root.findtext("{http://www.w3.org/2000/svg}title") or "")) == 5


def test_names_cannot_break_out_of_the_image(over: Hand, bob: User, carol: User) -> None:
    Table.objects.filter(pk=over.table_id).update(name="<script>&\"'")
    User.objects.update(display_name="</text><script>")
    response = Client().get(f"/shared/{shared_hands.share(over.pk, bob, hides_names=False).code}/board.svg")
    ET.fromstring(response.content)
    assert "<script>" not in response.content.decode()


def test_host_decides_on_sharing_and_everybody_can_read_it(table: Table, alice: User, bob: User) -> None:
    assert not table.shares_hands
    assert ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="", shares_hands="1") == ""
    assert fresh(table).shares_hands
    assert [event.verb for event in TableEvent.objects.filter(table=table)] == ["shares_hands"]
    ask(table, alice, "set_door", found_by="lobby", watchable="1", approves="")
    assert not fresh(table).shares_hands
    text = as_(alice).get(f"/t/{table.code}/").content.decode()
    assert "lets players share hands" in text
    assert "keeps hands among the players" in text
    assert ask(table, bob, "set_door", found_by="lobby", shares_hands="1") != ""
    assert not fresh(table).shares_hands
