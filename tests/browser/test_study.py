"""Hands are downloaded as an archive of files, and files come back to the shelf to be replayed."""

import zipfile
from typing import Any

from playwright.sync_api import expect

from tables.engine.phh import Details, to_phh
from tests.browser.conftest import DESK, PHONE, SCREENS, People, Person
from tests.browser.test_every_page import look_at
from tests.browser.test_hands import TABLES
from tests.tables.engine.test_phh import NAMES, three_at_the_river
from tests.tables.engine.test_phh_reading import with_actions

OURS = to_phh(three_at_the_river(), names=NAMES, details=Details(table="Saturday", hand=31))
NIGHT = f"[1]\n{with_actions('p3 f', 'p4 f', 'p1 cbr 300', 'p2 f')}\n[2]\n{with_actions('p3 f', 'p4 x')}\n"


def bring(person: Person, **files: str) -> None:
    sent = [{"name": f"{name}.phhs", "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]
    person.page.locator("input[type=file]").set_input_files(sent)  # type: ignore[arg-type]  # files as playwright has them
    person.page.locator("form.export button.main").click()


def test_file_comes_to_the_shelf_and_is_replayed(people: People, owner: str) -> None:
    person = people(viewport=DESK)
    person.join("Sturla Shelf")
    person.visit("/study/")
    bring(person, ours=OURS)
    page = person.page
    expect(page.get_by_text("1 hand is on your shelf now.")).to_be_visible()
    page.get_by_role("link", name="Saturday, hand 31").click()
    expect(page.get_by_role("heading", name="Saturday, hand 31")).to_be_visible()
    expect(page.locator("#replay[data-ready]")).to_be_attached()
    page.keyboard.press("End")
    expect(page.locator("#t-centre")).to_contain_text("Alice +800")
    person.picture("study-replayed-desk")
    page.go_back()
    bring(person, night=NIGHT)
    expect(page.get_by_role("alert")).to_contain_text("night.phhs, hand 2")
    expect(page.get_by_role("alert")).to_contain_text("this is no action of hold'em")
    person.picture("study-wrong-desk")
    page.locator("summary", has_text="night 1").click()
    page.get_by_role("textbox", name="Title").nth(0).fill("The steal")
    page.get_by_role("button", name="Rename").nth(0).click()
    expect(page.get_by_role("link", name="The steal")).to_be_visible()
    page.locator("summary", has_text="The steal").click()
    page.get_by_role("button", name="Remove").nth(0).click()
    expect(page.get_by_role("link", name="The steal")).to_have_count(0)


def test_shelf_and_export_fit_each_screen_in_both_languages(people: People, owner: str) -> None:
    complaints = []
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    screens: dict[str, dict[str, Any]] = {"desk": {"viewport": DESK}, "phone": phone}
    for screen, options in screens.items():
        for language in ("en-US", "zh-CN"):
            person = people(**options, locale=language)
            name = f"Snorri {screen} {language[:2]}"
            person.join(name)
            person.seeds.play_past_hands([owner, name], 2, TABLES)
            person.visit("/study/")
            bring(person, night=NIGHT, ours=OURS)
            expect(person.page.get_by_role("alert")).to_be_visible()
            person.picture(f"study-wrong-{screen}-{language}")
            complaints += look_at(person, "/study/", f"{screen}-{language}")
            complaints += look_at(person, "/hands/export/", f"{screen}-{language}")
    assert complaints == []


def test_archive_is_downloaded_and_the_page_says_when_it_is_done(people: People, owner: str) -> None:
    person = people(accept_downloads=True)
    person.join("Saxo Archive")
    person.seeds.play_past_hands([owner, "Saxo Archive"], 20, TABLES)
    person.visit("/hands/")
    person.page.get_by_role("link", name="Export these hands").click()
    expect(person.page.get_by_text("All your hands: 40")).to_be_visible()
    with person.page.expect_download() as coming:
        person.page.get_by_role("button", name="Download").click()
    saved = SCREENS / "hands.zip"
    SCREENS.mkdir(parents=True, exist_ok=True)
    coming.value.save_as(saved)
    with zipfile.ZipFile(saved) as archive:
        assert "Hands in this archive: 40" in archive.read("notes.txt").decode()
    saved.unlink()
    expect(person.page.get_by_text("The archive is done, hands looked at: 40.")).to_be_visible(timeout=15_000)
