"""Test that `python -m tables.verify` says whether a record holds, in plain words and by its exit status."""

import io
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tables import verify
from tables.engine.deck import commitment, seal
from tables.engine.proof import CardPlace, build_record

NUMBER = "a1" * 16
ROOT_FOLDER = Path(__file__).resolve().parents[3]


def record(numbers: dict[int, str]) -> dict[str, Any]:
    luck = random.Random(3)
    seats = {1: commitment(NUMBER), 2: None}
    deck = seal(commitments=seats, burns=(True, True, True), below=luck.randrange, token=luck.randbytes)
    return build_record(deck, numbers=numbers, shown=[CardPlace(seat=1, card=0), CardPlace(card=4)])


GOOD = record({1: NUMBER})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hand.json"


def test_a_good_record_passes_with_one_line_for_each_check(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(GOOD), encoding="utf-8")
    assert verify.main([str(file)]) == 0
    printed = capsys.readouterr()
    cards = " ".join(card["proof"]["text"] for card in GOOD["cards"])
    assert printed.out.splitlines() == [
        "Good: seats, commitments and burns were fixed under the root.",
        "Good: 1 of 2 numbers were revealed and match their commitments (seats: 1); stand-ins count for the others.",
        f"Good: the numbers add up to the cut, {GOOD['cut']}.",
        f"Good: the shown cards lay where the cut put them: {cards}.",
        f"Compare it yourself: your table showed this root before the numbers were revealed: {GOOD['root']}.",
        "If you sent a number, it must stand at your seat.",
    ]
    assert printed.err == ""


def test_a_cut_without_a_number_of_any_player_is_pointed_out(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(record({})), encoding="utf-8")
    assert verify.main([str(file)]) == 0
    assert "the server alone knew the cut" in capsys.readouterr().out


def test_each_finding_is_a_line_and_the_status_is_one(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = json.loads(json.dumps(GOOD))
    bad["burns"][0] = False
    bad["seats"][0]["number"] = "b2" * 16
    file.write_text(json.dumps(bad), encoding="utf-8")
    assert verify.main([str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "Wrong (other_number): The number of seat 1 does not match its commitment." in lines
    assert "Wrong (deal_proof): The seats, commitments or burns are not those fixed under the root." in lines
    assert not any(line.startswith("Good") for line in lines)


def test_json_that_is_no_record_is_a_finding(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("NaN", encoding="utf-8")
    assert verify.main([str(file)]) == 1
    assert capsys.readouterr().out.startswith("Wrong (malformed): The record does not have exactly these fields")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\xff",
        b"[" * 100_000,
        b"1" * 5000,
        json.dumps(GOOD).replace('"cut"', '"cut": 1, "cut"').encode(),
        json.dumps(GOOD).encode() + b" " * verify.LARGEST_FILE,
    ],
    ids=["empty", "half", "no text", "deep", "long number", "field twice", "large"],
)
def test_a_file_that_is_not_one_small_json_value_is_not_checked(
    content: bytes, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert verify.main([str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("The file is ")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Name one file"),
        (["one", "two"], "Name one file"),
        (["/nowhere/hand.json"], "The file '/nowhere/hand.json' cannot be read."),
        ([str(ROOT_FOLDER)], "cannot be read."),
        (["\0"], "cannot be read."),
    ],
)
def test_an_unreadable_file_is_reported_in_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


def test_a_record_with_all_cards_of_ten_players_is_small_enough(file: Path) -> None:
    seats = dict.fromkeys(range(1, 11))
    deck = seal(commitments=seats, burns=(True, True, True), below=random.randrange, token=random.randbytes)
    shown = [CardPlace(seat=seat, card=card) for seat in seats for card in (0, 1)] + [
        CardPlace(card=card) for card in range(5)
    ]
    file.write_text(json.dumps(build_record(deck, numbers={}, shown=shown), indent=4), encoding="utf-8")
    assert file.stat().st_size < verify.LARGEST_FILE / 4
    assert verify.main([str(file)]) == 0


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert verify.main(["-"]) == 0


def test_verify_runs_as_a_program_without_settings_and_django() -> None:
    program = "import runpy, sys; sys.modules['django'] = None; runpy.run_module('tables.verify', run_name='__main__')"
    ran = subprocess.run(
        [sys.executable, "-c", program, "-"],
        input=json.dumps(GOOD | {"cut": 99}).encode(),
        cwd=ROOT_FOLDER,
        env={},
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert ran.stdout.decode().splitlines() == ["Wrong (cut): The cut is not a whole number from 0 to 51."]
