"""Make archives of a user's hands: what is in them, and who may have them."""

import io
import json
import zipfile
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.test import AsyncClient, Client
from django.urls import reverse

from accounts.models import User
from tables.core import hand_cache
from tables.engine.cards import card_text
from tables.engine.phh_many import sections
from tables.engine.phh_reading import from_phh
from tables.engine.phh_text import OWN_VARIANTS
from tables.history.export import archive, progress
from tables.history.export.archive import Archive, ArchiveOptions
from tables.history.hands.selecting import Filters, hands_of
from tables.models import Hand, Move, Table
from tests.tables.helpers import Clock, check_down, fold_out, hand_of, play_of, void_hand

pytestmark = pytest.mark.django_db


def play_hands(table: Table, clock: Clock, number: int) -> None:
    """Play hands that are folded and checked down in turns."""
    for at in range(number):
        clock.run_due(table)
        (check_down if at % 2 else fold_out)(table)


def archive_of(user: User, wanted: ArchiveOptions | None = None, filters: Filters | None = None) -> dict[str, str]:
    """Return the files of the archive by name."""
    made = Archive(user, hands_of(user, filters), 1, wanted or ArchiveOptions())
    return opened(b"".join(made.pieces()))


def opened(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def ask(user: User | None, door: str = "hands_archive", **query: Any) -> Any:
    client = Client()
    if user:
        client.force_login(user)
    return client.get(reverse(door), {"as": "text", **query})


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_every_hand_is_in_each_format_from_the_oldest_on(seated: Table, clock: Clock, alice: User) -> None:
    play_hands(seated, clock, 4)
    files = archive_of(alice)
    assert [*files] == ["phhs/hands-0001.phhs", "txt/hands-0001.txt", "jsonl/hands-0001.jsonl", "notes.txt"]
    records = [json.loads(line) for line in files["jsonl/hands-0001.jsonl"].splitlines()]
    assert [record["number"] for record in records] == [1, 2, 3, 4]
    hands = [from_phh(section.text) for section in sections(files["phhs/hands-0001.phhs"])]
    assert [[seat["net"] for seat in record["seats"]] for record in records] == [[*hand.net] for hand in hands]
    assert files["txt/hands-0001.txt"].count("Evenhand · No-limit hold'em 50/100 · Hand ") == 4
    assert "Hands in this archive: 4" in files["notes.txt"]


def test_many_hands_are_split_into_files_and_pieces(
    seated: Table, clock: Clock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "HANDS_PER_PIECE", 2)
    monkeypatch.setattr(archive, "HANDS_PER_FILE", 4)
    play_hands(seated, clock, 9)
    made = Archive(alice, hands_of(alice), 9, ArchiveOptions(text=False, phh=False))
    pieces = list(made.pieces())
    assert len(pieces) > 4
    files = opened(b"".join(pieces))
    lines = [len(files[f"jsonl/hands-{number:04}.jsonl"].splitlines()) for number in (1, 2, 3)]
    assert lines == [4, 4, 1]
    numbers = [json.loads(line)["number"] for name in files if "jsonl" in name for line in files[name].splitlines()]
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.differs_on_services("rows of one moment come in any order")
def test_hands_that_ended_at_the_same_time_come_once_each(
    seated: Table, clock: Clock, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "HANDS_PER_PIECE", 1)
    play_hands(seated, clock, 3)
    hands_of(alice).update(ended_at=clock())
    lines = archive_of(alice)["jsonl/hands-0001.jsonl"].splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]


def test_number_of_queries_of_a_piece_does_not_depend_on_its_hands(
    seated: Table, clock: Clock, alice: User, django_assert_num_queries: Any
) -> None:
    play_hands(seated, clock, 2)
    with django_assert_num_queries(5):  # the ids, the hands with players and moves, and whether there are more
        archive_of(alice)
    play_hands(seated, clock, 4)
    with django_assert_num_queries(5):
        archive_of(alice)


def test_text_is_in_the_chosen_language(seated: Table, clock: Clock, alice: User) -> None:
    play_hands(seated, clock, 1)
    files = archive_of(alice, ArchiveOptions(phh=False, json=False, language="zh-hans"))
    assert [*files] == ["txt/hands-0001.txt", "notes.txt"]
    assert "无限注德州" in files["txt/hands-0001.txt"]
    assert "本压缩包中的牌局数：1" in files["notes.txt"]


def test_archive_holds_only_hands_of_the_filters(seated: Table, clock: Clock, alice: User) -> None:
    play_hands(seated, clock, 4)
    won = hands_of(alice, Filters(result="won")).count()
    assert 0 < won < 4
    files = archive_of(alice, filters=Filters(result="won"))
    assert len(files["jsonl/hands-0001.jsonl"].splitlines()) == won


def test_hidden_cards_are_in_no_file(three: Table, alice: User) -> None:
    fold_out(three)
    hidden = {card_text(card) for seat in (2, 3) for card in play_of(three).hole(seat)}
    files = archive_of(alice)
    assert not [card for card in hidden for name in ("phhs", "jsonl") if card in files[f"{name}/hands-0001.{name}"]]


def test_hands_of_others_are_not_in_the_archive(seated: Table, clock: Clock, carol: User) -> None:
    play_hands(seated, clock, 2)
    assert [*archive_of(carol)] == ["notes.txt"]


def test_user_who_never_played_reads_that_instead_of_a_word_on_filters(client: Client, carol: User) -> None:
    client.force_login(carol)
    address = reverse("hands_export")
    assert "You have not played a hand yet." in client.get(address).content.decode()
    assert "No hand matches these filters." in client.get(address, {"rulebook": "duel"}).content.decode()


def test_notes_name_void_and_unreadable_hands(seated: Table, clock: Clock, alice: User) -> None:
    play_hands(seated, clock, 2)
    Hand.objects.filter(number=2).update(rules={"version": 99})
    clock.run_due(seated)
    void_hand(seated)
    files = archive_of(alice)
    assert len(files["jsonl/hands-0001.jsonl"].splitlines()) == 1
    assert "Hands in this archive: 1" in files["notes.txt"]
    assert "cannot be read any more; a moderator can look into it:\nA table, 2" in files["notes.txt"]
    assert "called off, with nothing to tell: 1" in files["notes.txt"]


def test_notes_name_a_hand_whose_log_is_incomplete(seated: Table, clock: Clock, alice: User) -> None:
    """The other hands are in the archive all the same."""
    play_hands(seated, clock, 2)
    Move.objects.filter(hand__number=1).delete()
    files = archive_of(alice)
    assert "Hands in this archive: 1" in files["notes.txt"]
    assert "a moderator can look into it:\nA table, 1" in files["notes.txt"]


def test_exported_hands_are_not_cached(seated: Table, clock: Clock, alice: User) -> None:
    play_hands(seated, clock, 3)
    hand_cache._memory.hands.clear()
    archive_of(alice)
    assert not hand_cache._memory.hands


def test_number_of_hands_is_limited(seated: Table, clock: Clock, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.history.export.archive_views.MOST_HANDS", 1)
    play_hands(seated, clock, 2)
    answer = ask(alice)
    assert (answer.status_code, "at most 1 hands" in words(answer)) == (422, True)
    page = ask(alice, "hands_export")
    assert "at most 1 hands" in words(page)
    assert reverse("hands_archive") not in words(page)


@pytest.mark.differs_on_services("counted in Redis")
def test_number_of_archives_an_hour_is_limited(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    for _ in range(30):
        assert ask(alice).status_code == 200
        cache.delete(f"export-runs:{alice.pk}")
    assert ask(alice).status_code == 429


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ({"as": "docx"}, 422, "Choose what is to be in the archive."),
        ({"as": ""}, 422, "Choose what is to be in the archive."),
        ({"cards": "XYZ"}, 422, "These filters choose no hands."),
        ({"from": "yesterday"}, 422, "These filters choose no hands."),
        ({"rulebook": "chess"}, 422, "These filters choose no hands."),
        ({"table": "nowhere"}, 422, "These filters choose no hands."),
        ({"pot_from": 999_999}, 404, "No hand matches these filters."),
    ],
)
def test_wrong_choices_are_answered_with_a_sentence(
    dealt: Table, alice: User, query: dict[str, Any], status: int, sentence: str
) -> None:
    fold_out(dealt)
    answer = ask(alice, **query)
    assert (answer.status_code, sentence in words(answer)) == (status, True)
    assert ask(alice, "hands_export", **query).status_code in (200, 422)


def test_page_keeps_the_filters(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    page = words(ask(alice, "hands_export", result="lost", cards='"><b>'))
    assert '"><b>' not in page
    page = words(ask(alice, "hands_export", result="lost", table=dealt.code))
    assert f'<input type="hidden" name="table" value="{dealt.code}">' in page
    assert '<input type="hidden" name="result" value="lost">' in page


@pytest.mark.parametrize(("language", "words_of_it"), [("en", "an odd size in fixed limit"), ("zh-hans", "固定限注")])
def test_page_explains_each_code_of_our_own(dealt: Table, alice: User, language: str, words_of_it: str) -> None:
    fold_out(dealt)
    client = Client(headers={"accept-language": language})
    client.force_login(alice)
    page = words(client.get(reverse("hands_export")))
    assert words_of_it in page
    assert [code for code in OWN_VARIANTS.values() if code not in page] == []


@pytest.mark.parametrize("door", ["hands_archive", "hands_export", "hands_export_progress"])
def test_login_is_needed_and_posts_are_refused(door: str, alice: User) -> None:
    assert ask(None, door).status_code == 302
    client = Client()
    client.force_login(alice)
    assert client.post(reverse(door)).status_code == 405


def test_head_request_takes_no_place(dealt: Table, alice: User) -> None:
    fold_out(dealt)
    client = Client()
    client.force_login(alice)
    assert client.head(reverse("hands_archive"), {"as": "text"}).status_code == 200
    assert progress.progress_of(alice.pk) is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("real commits while the archive is being sent")
async def test_archive_is_sent_piece_by_piece(seated: Table, clock: Clock, alice: User) -> None:
    await sync_to_async(play_hands)(seated, clock, 3)
    client = AsyncClient()
    await client.aforce_login(alice)
    response: Any = await client.get(reverse("hands_archive"), {"as": ["text", "phh"], "language": "en"})
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    assert response["Content-Disposition"] == 'attachment; filename="evenhand-2030-01-01.zip"'
    files = opened(b"".join([piece async for piece in response.streaming_content]))
    assert [*files] == ["phhs/hands-0001.phhs", "txt/hands-0001.txt", "notes.txt"]
    number = (await sync_to_async(hand_of)(seated)).number
    assert f"Hands in this archive: {number}" in files["notes.txt"]
    told = progress.progress_of(alice.pk)
    assert told is not None
    assert (told.state, told.done) == ("done", 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.differs_on_services("real commits while the archive is being sent")
async def test_another_archive_may_begin_after_the_response_is_closed(seated: Table, clock: Clock, alice: User) -> None:
    await sync_to_async(play_hands)(seated, clock, 1)
    client = AsyncClient()
    await client.aforce_login(alice)
    first: Any = await client.get(reverse("hands_archive"), {"as": "text"})
    assert (await client.get(reverse("hands_archive"), {"as": "text"})).status_code == 409
    first.close()
    told = progress.progress_of(alice.pk)
    assert told is not None
    assert told.state == "stopped"
    assert (await client.get(reverse("hands_archive"), {"as": "text"})).status_code == 200
