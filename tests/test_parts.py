"""Parts of a suite leave no test out and run none twice."""

import pytest

from tests.parts import files_of, parts

FILES = [f"test_{name}.py" for name in "gfaedcb"]


@pytest.mark.parametrize("of", [1, 2, 3, 9])
def test_each_file_is_in_exactly_one_part(of: int) -> None:
    found = [name for number in range(1, of + 1) for name in files_of(f"{number}/{of}", FILES)]
    assert sorted(found) == sorted(FILES)


def test_the_parts_that_are_run_belong_together() -> None:
    wanted = parts()
    assert wanted == [f"{number}/{len(wanted)}" for number in range(1, len(wanted) + 1)]
