"""Tables that nobody can reach do not count as open, and do not keep others from being opened."""

from pathlib import Path
from typing import Any

import pytest

from tests.bench.tables.embedded import EmbeddedTables
from tests.bench.tables.site import Site
from tests.ports import free_port


class Unreachable(Site):
    """Acts as a site that no process serves, and remembers the numbers of the tables that were asked of it."""

    numbers: list[range]

    def tell(self, module: str, *words: object) -> Any:
        number, first, silent = map(int, map(str, words))
        self.numbers.append(range(first, first + number))
        return [{"code": str(one), "silent": one < silent, "sessions": ["one"]} for one in self.numbers[-1]]


async def test_a_number_is_never_given_to_two_tables(tmp_path: Path) -> None:
    site = Unreachable(tmp_path, {}, [free_port()])
    site.numbers = []
    tables = EmbeddedTables(site)
    for wanted in (50, 20):
        with pytest.raises(OSError, match="Connect call failed"):
            await tables.open_tables(wanted)
    assert tables.tables == []
    assert site.numbers == [range(40), range(40, 60)]
