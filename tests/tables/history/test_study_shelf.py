"""Keep PHH files that a user brings along on their study shelf, in the replayer, hidden from everybody else."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from tables.core.refusals import in_words
from tables.engine.phh import Details, to_phh
from tables.engine.phh_reading import from_phh
from tables.engine.phh_text import NotReadable
from tables.engine.rulebooks import rules_for
from tables.history import study_shelf
from tables.history.export.shelf import Unfit
from tables.models import StudyHand
from tests.tables.engine import test_phh_reading
from tests.tables.engine.test_phh import NAMES, deal, fold_out, three_at_the_river
from tests.tables.engine.test_phh_reading import with_actions

pytestmark = pytest.mark.django_db

A_HAND = to_phh(three_at_the_river(), names=NAMES, details=Details(table="Kitchen", hand=7))
ANOTHERS = with_actions("p3 f", "p4 f", "p1 cbr 300", "p2 f")
WRONG = with_actions("p3 f", "p4 f", "p1 cbr 150", "p2 f")
ENDLESS = f"0x{'f' * 6000}"
"""A number that Python reads, but refuses to write."""
MANY = f"[1]\n{ANOTHERS}\n\n[2]\n{WRONG}\n[3]\n{A_HAND}"


def reader(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def bring(user: User, *contents: str | bytes, name: str = "mine.phh") -> Any:
    files = [SimpleUploadedFile(name, one if isinstance(one, bytes) else one.encode()) for one in contents]
    return reader(user).post(reverse("study"), {"files": files}, follow=True)


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def titles(user: User) -> list[str]:
    return list(StudyHand.objects.filter(owner=user).order_by("pk").values_list("title", flat=True))


def on_shelf(user: User, source: str = A_HAND, title: str = "A hand") -> StudyHand:
    return StudyHand.objects.create(owner=user, title=title, source=source)


def test_file_of_ours_is_named_after_its_table(alice: User) -> None:
    answer = bring(alice, A_HAND)
    assert "1 hand is on your shelf now." in words(answer)
    assert titles(alice) == ["Kitchen, hand 7"]
    assert StudyHand.objects.get().source == A_HAND


@pytest.mark.differs_on_services("PostgreSQL holds texts to their length")
def test_file_of_another_program_is_named_after_the_file(alice: User) -> None:
    bring(alice, ANOTHERS, "\ufeff" + ANOTHERS, name="sunday.phh")
    assert titles(alice) == ["sunday", "sunday"]


@pytest.mark.differs_on_services("PostgreSQL takes no zero byte")
def test_invisible_characters_are_removed_from_titles_and_names(alice: User) -> None:
    named = r'players = ["A\u0000b", "\u202e", "c\u0007", "d"]'
    names = f"{ANOTHERS}\n{named}\n"
    bring(alice, names + r'table = "Kit\u0000chen\u202e"' + "\nhand = 7\n", name="sunday\u202e.phh")
    bring(alice, f"{ANOTHERS}\n" + r'table = "\u0000"' + "\nhand = 7\n", name="sunday\u202e.phh")
    assert titles(alice) == ["Kit chen, hand 7", "sunday"]
    page = words(reader(alice).get(reverse("study_hand", args=[StudyHand.objects.earliest("pk").pk])))
    assert "A b" in page
    assert "Player 2" in page
    assert not {"\0", "\u202e", "\x07"} & {*page}


def test_valid_hands_of_a_file_are_kept_and_others_named_with_line_and_reason(alice: User) -> None:
    answer = bring(alice, MANY, name="night.phhs")
    assert answer.status_code == 422
    assert titles(alice) == ["night 1", "Kitchen, hand 7"]
    line = 1 + MANY[: MANY.index("cbr 150")].count("\n")
    told = f"night.phhs</bdi>, hand 2, line {line}: action 7 (&#x27;p1 cbr 150&#x27;): Raise to at least 200."
    assert told in words(answer)


def test_line_of_a_wrong_action_is_found(alice: User) -> None:
    bad = A_HAND.replace('"p3 cc",\n  "p1 cc"', '"p3 cc",\n  "p9 cc"', 1)
    line = 1 + bad[: bad.index("p9 cc")].count("\n")
    assert f"line {line}: action 5 (&#x27;p9 cc&#x27;): only 3 play" in words(bring(alice, bad))


def test_reasons_are_told_in_chinese(alice: User) -> None:
    with translation.override("zh-hans"):
        [_, unfit, _] = study_shelf._examined("night.phhs", MANY.encode())
        assert isinstance(unfit, Unfit)
        assert unfit.reason.startswith("第 7 个动作（'p1 cbr 150'）：")
        assert "200" in unfit.reason
        assert "least" not in unfit.reason


def test_every_reason_of_the_engine_is_translated() -> None:
    files = test_phh_reading.test_what_cannot_be_played_here_is_refused_with_a_sentence
    actions = test_phh_reading.test_an_action_that_is_not_possible_is_named
    texts = [text for text, _ in files.pytestmark[0].args[1]]  # type: ignore[attr-defined]  # the decorator sets it
    texts += [with_actions(*made) for made, *_ in actions.pytestmark[0].args[1]]  # type: ignore[attr-defined]
    for text in texts:
        with pytest.raises(NotReadable) as caught, translation.override("zh-hans"):
            from_phh(text)
        with translation.override("zh-hans"):
            assert re.search("[\u4e00-\u9fff]", in_words(caught.value)), str(caught.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe\x00", "this is no text file in UTF-8"),
        (b"", "the file is empty"),
        (b"PokerStars Hand #1", "line 1: this is not written as PHH files are (TOML)"),
        (ANOTHERS.replace("'NT'", "'PO'").encode(), "line 1: variant: only no-limit"),
        (f"# {'x' * 50_000}\n{ANOTHERS}".encode(), "the hand is longer than 50,000 characters"),
        (ANOTHERS.replace("min_bet = 100", "min_bet = 50").encode(), "the least bet must be the big blind"),
        (b'a = """\n', "this is not written as PHH files are (TOML)"),
        (b"<script>alert(1)</script>", "(TOML)"),
        (f"{ANOTHERS}\ntable = 'x'\nhand = {ENDLESS}\n".encode(), "a number has more than 200 digits"),
        (ANOTHERS.replace("actions = [", f"actions = [{ENDLESS}, ").encode(), "a number has more than 200 digits"),
    ],
)
def test_file_that_is_no_hand_is_refused_with_its_reason(alice: User, content: bytes, told: str) -> None:
    answer = bring(alice, content)
    assert (answer.status_code, told in words(answer)) == (422, True)
    assert not titles(alice)
    assert "<script>alert" not in words(answer)


def test_form_without_a_file_is_refused(alice: User) -> None:
    answer = reader(alice).post(reverse("study"))
    assert (answer.status_code, "Choose a file." in words(answer)) == (422, True)


def test_number_of_files_at_once_is_limited(alice: User) -> None:
    answer = bring(alice, *[ANOTHERS] * 21)
    assert (answer.status_code, "At most 20 files at a time." in words(answer)) == (422, True)
    assert not titles(alice)


def test_bytes_at_once_are_limited(alice: User) -> None:
    answer = bring(alice, ANOTHERS, "x" * 500_000, "x" * 500_000)
    assert (answer.status_code, "At most 1 MB at a time." in words(answer)) == (422, True)
    assert not titles(alice)


def test_number_of_hands_at_once_is_limited(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_shelf, "MOST_AT_ONCE", 3)
    two = "".join(f"[{number}]\n{ANOTHERS}\n" for number in range(2))
    answer = bring(alice, two, two, two)
    assert "1 hand too many was not read" in words(answer)
    assert "2 hands too many were not read" in words(answer)
    assert len(titles(alice)) == 3


def test_all_hands_of_a_file_are_kept_at_once(alice: User) -> None:
    hands = [f"[{number}]\n{ANOTHERS}\nhand = {number}\ntable = 'Cleo Ave'\n\n" for number in range(400, 0, -1)]
    answer = bring(alice, "".join(hands), name="night.phhs")
    assert "400 hands are on your shelf now." in words(answer)
    assert titles(alice) == [f"Cleo Ave, hand {number}" for number in range(400, 0, -1)]
    assert from_phh(StudyHand.objects.latest("pk").source).net == (100, -100, 0, 0)


def test_number_of_hands_on_the_shelf_is_limited(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_shelf, "MOST_KEPT", 2)
    bring(alice, ANOTHERS)
    answer = bring(alice, A_HAND, with_actions("p3 f", "p4 f", "p1 f"))
    assert (answer.status_code, "The shelf holds at most 2 hands." in words(answer)) == (422, True)
    assert len(titles(alice)) == 1


@pytest.mark.differs_on_services("counted in Redis")
def test_number_of_uploads_an_hour_is_limited(alice: User) -> None:
    for _ in range(30):
        study_shelf.bring(alice, [])
    assert bring(alice, ANOTHERS).status_code == 429


@pytest.mark.parametrize("rulebook", ["cash", "home", "duel", "contest", "queue"])
def test_hand_of_any_rulebook_is_replayed(alice: User, rulebook: str) -> None:
    source = to_phh(fold_out(deal(rules_for(rulebook), [1000] * 3)), names={})
    study = on_shelf(alice, source)
    answer = reader(alice).get(reverse("study_hand", args=[study.pk]))
    assert (answer.status_code, "A hand" in words(answer)) == (200, True)


def test_hand_with_high_seat_numbers_is_replayed(alice: User) -> None:
    study = on_shelf(alice, with_actions("p3 f", "p4 f", "p1 f", seats=[100, 1000, 2**31 - 1, 7]))
    answer = reader(alice).get(reverse("study_hand", args=[study.pk]))
    assert (answer.status_code, f"Player {2**31 - 1}" in words(answer)) == (200, True)


def test_replayer_shows_names_and_only_cards_of_the_file(alice: User) -> None:
    study = on_shelf(alice)
    steps = json.loads(reader(alice).get(reverse("study_hand", args=[study.pk]), {"part": "steps"}).content)
    drawn = json.dumps(steps)
    assert all(name in drawn for name in NAMES.values())
    assert "ace of spades" in drawn
    hidden = three_at_the_river()
    for seat in hidden.seats[1:]:
        assert seat not in hidden.shown
    assert "king of diamonds" not in drawn


def test_page_mentions_missing_names_and_cents(alice: User) -> None:
    cents: dict[str, Any] = {
        "min_bet": 1.0,
        "blinds_or_straddles": [0.5, 1, 0, 0],
        "starting_stacks": [100, 100, 100, 100.01],
    }
    study = on_shelf(alice, with_actions("p3 f", "p4 f", "p1 f", **cents))
    page = words(reader(alice).get(reverse("study_hand", args=[study.pk])))
    assert "One chip here is a cent of the file" in page
    assert "Player 4" in page


def test_file_can_be_downloaded_again(alice: User) -> None:
    study = on_shelf(alice, title="牌 / Kitchen")
    answer = reader(alice).get(reverse("study_file", args=[study.pk]))
    assert answer.content.decode() == A_HAND
    assert answer["Content-Disposition"] == 'attachment; filename="kitchen.phh"'


@pytest.mark.differs_on_services("PostgreSQL holds texts to their length")
def test_hand_is_renamed(alice: User) -> None:
    study = on_shelf(alice)
    answer = reader(alice).post(reverse("study_rename", args=[study.pk]), {"title": "  The <b>big</b>  one "})
    assert answer.status_code == 302
    assert titles(alice) == ["The <b>big</b> one"]
    assert "The &lt;b&gt;big&lt;/b&gt; one" in words(reader(alice).get(reverse("study")))


@pytest.mark.parametrize("title", ["", "   ", "x" * 81, "a\u202eb", "a\x00b"])
def test_invalid_title_is_refused(alice: User, title: str) -> None:
    study = on_shelf(alice)
    answer = reader(alice).post(reverse("study_rename", args=[study.pk]), {"title": title})
    assert (answer.status_code, "Write a title of at most 80 characters." in words(answer)) == (422, True)
    assert titles(alice) == ["A hand"]


def test_hand_is_removed(alice: User) -> None:
    study = on_shelf(alice)
    assert reader(alice).post(reverse("study_remove", args=[study.pk])).status_code == 302
    assert not titles(alice)
    assert "The shelf is empty." in words(reader(alice).get(reverse("study")))


@pytest.mark.differs_on_services("subqueries and their order")
def test_long_shelf_has_pages(alice: User) -> None:
    StudyHand.objects.bulk_create(StudyHand(owner=alice, title=f"Hand-{n}-", source=A_HAND) for n in range(55))
    first = words(reader(alice).get(reverse("study")))
    assert ("Hand-54-" in first, "Hand-5-" in first, "Hand-4-" in first) == (True, True, False)
    oldest = StudyHand.objects.get(title="Hand-5-").pk
    second = words(reader(alice).get(reverse("study"), {"before": oldest}))
    assert ("Hand-4-" in second, "Hand-5-" in second) == (True, False)
    assert reader(alice).get(reverse("study"), {"before": "rubbish"}).status_code == 200


@pytest.mark.parametrize(
    ("door", "method"),
    [("study_hand", "get"), ("study_file", "get"), ("study_rename", "post"), ("study_remove", "post")],
)
def test_shelf_is_hidden_from_others(door: str, method: str, alice: User, bob: User) -> None:
    study = on_shelf(alice)
    for asked in (study.pk, 987_654, 2**70):
        if method == "post" and asked == 2**70:
            continue
        answer = getattr(reader(bob), method)(reverse(door, args=[asked]), {"title": "Mine"})
        assert answer.status_code == 404
    assert titles(alice) == ["A hand"]
    assert getattr(Client(), method)(reverse(door, args=[study.pk])).status_code == 302
    assert "A hand" not in words(reader(bob).get(reverse("study")))


@pytest.mark.parametrize("door", ["study_rename", "study_remove"])
def test_get_request_changes_nothing(door: str, alice: User) -> None:
    study = on_shelf(alice)
    assert reader(alice).get(reverse(door, args=[study.pk]))["Location"] == reverse("study")
    assert titles(alice) == ["A hand"]


def test_hand_that_the_rules_of_today_refuse_is_answered_with_a_sentence(alice: User) -> None:
    study = on_shelf(alice, A_HAND.replace("version = 1", "version = 0"))
    answer = reader(alice).get(reverse("study_hand", args=[study.pk]))
    assert (answer.status_code, "cannot be played by the rules of today" in words(answer)) == (409, True)
