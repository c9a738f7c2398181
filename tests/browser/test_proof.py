"""The browser checks the proof of a deal: it finds what Python finds, and says what this browser saw itself."""

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from poker_site.environment import BASE_DIR
from tables.engine.proof import build_record, check_record
from tests.browser import rooms
from tests.browser.conftest import PHONE, People, Person
from tests.browser.test_every_page import SCREENS, look_at
from tests.tables.engine.tampering import (
    BOB,
    CAROL,
    CHANGED,
    DECK,
    GOOD,
    SEATS,
    TAMPERED,
    changed,
    honest,
    marked,
    tampered,
)

SCRIPTS = ("sha256.js", "proof-read.js", "proof-check.js")
UNWRITABLE = 10**5000  # Python refuses to write it
CHECK = """texts => texts.map(text => {
    try { return proof.check(text).findings }
    catch (error) { if (error instanceof proof.NoRecord) return error.message; throw error }
})"""
SWAP = """seals => {
    const before = localStorage.getItem("seals");
    localStorage.setItem("seals", seals);
    return before;
}"""


@pytest.fixture
def scripts(people: People) -> Page:
    """Load the scripts of the page and nothing else: no server, not even a site."""
    page = people().page
    for name in SCRIPTS:
        page.add_script_tag(path=BASE_DIR / "static" / "js" / name)
    return page


def lies() -> Iterator[dict[str, Any]]:
    yield from (tampered(tamper) for tamper, _ in TAMPERED)
    yield marked()
    for path in CHANGED:
        yield from (record for lie, record in changed(path) if lie != UNWRITABLE)


def test_sha256_in_javascript_equals_that_of_python(scripts: Page) -> None:
    luck = random.Random(5)
    texts = [b"", b"abc", b"a" * 1_000, *(luck.randbytes(length) for length in range(200))]
    hashes = scripts.evaluate("texts => texts.map(bytes => sha256(Uint8Array.from(bytes)))", [[*one] for one in texts])
    assert hashes[1] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hashes == [sha256(text).hexdigest() for text in texts]


def test_check_works_over_plain_http(scripts: Page) -> None:
    assert scripts.evaluate("[window.isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    assert scripts.evaluate(CHECK, [json.dumps(GOOD)]) == [[]]


def test_check_finds_the_same_lies_as_python(scripts: Page) -> None:
    texts = [text for text in map(json.dumps, lies()) if "NaN" not in text]
    expected = [[finding.code.value for finding in check_record(json.loads(text))] for text in texts]
    found = scripts.evaluate(CHECK, texts)
    assert [[finding["code"] for finding in findings] for findings in found] == expected
    assert all(expected)


def test_honest_records_have_no_findings(scripts: Page) -> None:
    records = [honest(random.Random(seed)) for seed in range(150)]
    assert scripts.evaluate(CHECK, [json.dumps(record) for record in records]) == [[]] * len(records)


GOOD_TEXT = json.dumps(GOOD)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "json"),
        ("{", "json"),
        ("{}x", "json"),
        ("[1,]", "json"),
        ("{1: 2}", "json"),
        ('"open', "json"),
        ("01", "json"),
        ("[NaN]", "json"),
        ("'a'", "json"),
        ("[" * 20_000, "json"),
        (GOOD_TEXT.replace('"cut"', '"cut": 3, "cut"'), "json"),
        (GOOD_TEXT.replace('"leaf"', '"le\\u0061f": 1, "leaf"'), "json"),
        (" " * 300_000, "large"),
    ],
    ids=range(13),
)
def test_text_that_is_no_record_is_refused_with_the_reason(scripts: Page, text: str, reason: str) -> None:
    assert scripts.evaluate(CHECK, [text]) == [reason]


def test_check_reads_json_however_it_is_written(scripts: Page) -> None:
    texts = [json.dumps(GOOD, indent=4), f"\n\t{GOOD_TEXT}\r\n", GOOD_TEXT.replace('"cut"', '"c\\u0075t"')]
    assert scripts.evaluate(CHECK, texts) == [[], [], []]


def played(people: People, *names: str, **second: Any) -> tuple[Person, Person, str]:
    """Let two people play a hand to the showdown; return them with the address of its proof."""
    cast = [people(), people(**second)]
    for person, name in zip(cast, names, strict=True):
        person.join(name)
    path = rooms.deal_in(*cast)
    rooms.go_along(cast)
    return cast[0], cast[1], f"/hands/{cast[0].seeds.last_hand(rooms.code_of(path))}/proof/"


def lines(person: Person, place: str = "#proof-result") -> list[str]:
    verdict = person.page.locator(f"{place} [data-verdict]")
    expect(verdict).to_be_visible()
    return [verdict.inner_text(), *person.page.locator(f"{place} li").all_inner_texts()]


def check(person: Person, text: str) -> list[str]:
    person.page.locator("#proof-record").fill(text)
    person.page.get_by_role("button", name="Check this record").click()
    return lines(person, "#proof-tried")


@pytest.mark.long
def test_player_sees_that_all_is_well_and_catches_a_lie(people: People, owner: str, tmp_path: Path) -> None:
    first, other, address = played(people, "Prue Proof", "Phil Proof", viewport=PHONE, has_touch=True, is_mobile=True)
    for person, seat in ((first, 1), (other, 2)):
        person.visit(address)
        said = lines(person)
        assert said[0].startswith("All is well")
        assert "This browser saw this very seal of the deck before the deck was cut." in said
        assert f"The number of this browser counted, at seat {seat}." in said
    assert look_at(first, address, "desk", slug="proof") == look_at(other, address, "phone", slug="proof") == []

    record = first.page.locator("#proof-record").input_value()
    kept = json.loads(record)
    lie = json.dumps({**kept, "cut": (kept["cut"] + 1) % 52})
    assert check(first, lie)[0] == "Something is wrong with this record:"
    assert any("the numbers add up to" in line for line in lines(first, "#proof-tried"))
    swapped = json.loads(record)
    one, two = swapped["cards"][:2]
    one["proof"], two["proof"] = two["proof"], one["proof"]
    place, beside = (f"Card {number} of seat {one['where']['seat']}, shown as " for number in (1, 2))
    said = check(first, json.dumps(swapped))[1:]
    assert [line.startswith(start) for line, start in zip(said, (place, beside), strict=False)] == [True, True]
    assert all("card_place" in line for line in said[:2])
    first.page.get_by_role("button", name="This hand again").click()
    expect(first.page.locator("#proof-record")).to_have_value(record)

    path = tmp_path / "hand.json"
    path.write_text(lie)
    first.page.locator("#proof-file").set_input_files(path)
    assert lines(first, "#proof-tried")[0] == "Something is wrong with this record:"
    assert check(first, "nonsense") == ["There is nothing to check: this is not JSON, or it names a field twice."]

    every_lie_has_words(first)
    what_became_of_its_own_number(first)
    a_browser_that_saw_something_else(first)


def every_lie_has_words(person: Person) -> None:
    texts = [text for text in map(json.dumps, lies()) if "NaN" not in text]
    sentences = person.page.evaluate(
        f"""texts => ({CHECK})(texts).flat().map(({{sentence, values}}) => [sentence, Object.keys(values),
            document.getElementById("proof-words").content.querySelector(`[data-word="${{sentence}}"]`)?.textContent])""",
        texts,
    )
    for sentence, values, words in sentences:
        assert words, sentence
        assert {part.split("}")[0] for part in words.split("{")[1:]} <= set(values), sentence


def what_became_of_its_own_number(person: Person) -> None:
    """Check what the page says of this browser's own number; Bob promised one, and a stand-in counts for him."""
    root = GOOD["root"]
    bobs = {"root": root, "early": True, "commitment": SEATS[6], "number": BOB}
    carols = {"root": root, "early": True, "commitment": SEATS[2], "number": CAROL, "told": True}
    strangers = {"root": root, "early": True, "commitment": "f" * 64, "number": "f" * 32}
    cases = [
        ([{"root": root, "early": False}], "came only after the deck was cut"),
        ([carols], "The number of this browser counted, at seat 2."),
        ([{**bobs, "told": True}], "sent its number, but at seat 6 a stand-in counts"),
        ([bobs], "could not send its number in time, so at seat 6 a stand-in counts"),
        ([strangers], "is not in the record"),
        ([strangers, carols], "The number of this browser counted, at seat 2."),
    ]
    for seals, words in cases:
        before = person.page.evaluate(SWAP, json.dumps(seals))
        said = check(person, json.dumps(GOOD))
        person.page.evaluate(SWAP, before)
        assert said[0].startswith("All is well"), said
        assert any(words in line for line in said), (words, said)
    silent = build_record(DECK, numbers={}, shown=[])
    assert any("nobody opened a number" in line for line in check(person, json.dumps(silent)))


def a_browser_that_saw_something_else(person: Person) -> None:
    """Check that the page trusts what this browser was shown, whatever the server says now."""
    person.page.evaluate(
        """() => localStorage.setItem("seals", localStorage.getItem("seals").replace(/"root":"../g, '"root":"zz'))"""
    )
    person.page.reload()
    said = lines(person)
    assert said[0] == "Something is wrong with this record:"
    assert any("was shown another seal" in line for line in said)
    person.picture("proof-another-seal")
    for kept in ("[]", "{", "7", '{"a": 1}', "[null]"):
        person.page.evaluate("kept => localStorage.setItem('seals', kept)", kept)
        person.page.reload()
        said = lines(person)
        assert said[0].startswith("All is well")
        assert any("did not see this seal" in line for line in said), kept


def test_stranger_can_check_a_proof_in_chinese(people: People, owner: str) -> None:
    *_, address = played(people, "Pia Proof", "Pablo Proof")
    stranger = people(**SCREENS["small"], locale="zh-CN")
    stranger.context.add_cookies([{"name": "theme", "value": "light", "url": stranger.site}])
    stranger.join("证明人")
    assert look_at(stranger, address, "small-light", slug="proof") == []
    said = lines(stranger)
    assert said[0].startswith("一切无误")
    assert any("本浏览器当时没有看到" in line for line in said)
    for script in stranger.page.locator(".scripts li").all():
        source = script.get_by_role("link").evaluate("async link => (await fetch(link.href)).text()")
        assert sha256(source.encode()).hexdigest() == script.locator("> code").inner_text()
    expect(stranger.page.locator(".scripts li > code")).to_have_count(len(SCRIPTS))


def test_record_can_be_downloaded_without_javascript(people: People, owner: str) -> None:
    *_, address = played(people, "Pearl Proof", "Percy Proof")
    plain = people(java_script_enabled=False)
    plain.join("Plain Proof")
    plain.visit(address)
    expect(plain.page.get_by_text("cannot check the record by itself")).to_be_visible()
    expect(plain.page.get_by_role("button", name="Check this record")).to_be_hidden()
    with plain.page.expect_download() as download:
        plain.page.get_by_role("link", name="The record (JSON)").click()
    assert check_record(json.loads(Path(download.value.path()).read_text())) == ()
