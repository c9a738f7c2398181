"""docs/security.md answers every requirement of ASVS 5.0, levels 1 and 2, once, and names only tests that exist."""

import re
from typing import Final, NamedTuple

import pytest

from poker_site.environment import BASE_DIR

TEXT: Final = (BASE_DIR / "docs" / "security.md").read_text()
SECTIONS: Final = {
    1: (2, 9, 11, 3, 2),
    2: (3, 3, 4, 1),
    3: (0, 2, 4, 6, 5, 0, 2),
    4: (3, 1, 2, 4),
    5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4),
    7: (3, 4, 2, 5, 2, 2),
    8: (2, 3, 1, 1),
    9: (3, 4),
    10: (2, 2, 4, 11, 5, 2, 3),
    11: (2, 3, 3, 4, 1, 1),
    12: (3, 2, 4),
    13: (1, 5, 2, 5),
    14: (2, 4, 3),
    15: (3, 3, 7),
    16: (1, 5, 4, 3, 3),
    17: (1, 4, 2),
}
"""Maps a chapter to the number of requirements of level 1 or 2 in each section; these come first in a section."""
UNTESTED: Final = ("Does not apply: ", "Not met: ", "In part: ", "By hand: ", "Written above")


class Row(NamedTuple):
    number: str
    asked: str
    here: str
    tests: str


ROWS: Final = [
    Row(*(cell.strip() for cell in line.strip("|").split(" | ")))
    for line in TEXT.splitlines()
    if re.match(r"\| \d", line)
]


def test_every_requirement_has_one_row_in_order() -> None:
    wanted = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in SECTIONS.items()
        for section, most in enumerate(sections, start=1)
        for number in range(1, most + 1)
    ]
    assert len(wanted) == 253
    assert [row.number for row in ROWS] == wanted


@pytest.mark.parametrize("path", sorted(set(re.findall(r"tests/[\w/]+\.py", TEXT))))
def test_every_test_it_names_exists(path: str) -> None:
    assert (BASE_DIR / path).is_file()


def test_a_requirement_without_a_test_says_why() -> None:
    for row in ROWS:
        assert row.asked, row
        assert row.here, row
        if not re.search(r"tests/[\w/]+\.py", row.tests):
            assert row.tests == "—", row
            assert row.here.startswith(UNTESTED), row


def test_other_files_it_names_exist() -> None:
    for path in re.findall(r"`((?:accounts|docs|poker_site|static|tables)/[\w./]+)`", TEXT):
        assert (BASE_DIR / path).exists(), path


def test_the_readme_links_to_it() -> None:
    assert "(docs/security.md)" in (BASE_DIR / "README.md").read_text()
