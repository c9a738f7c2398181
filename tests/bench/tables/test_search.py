"""The search for the largest number of tables doubles without an upper end, then halves the interval."""

from tests.bench.tables.search import Found, largest_number

PLENTY = 10**9


class Site:
    """Serves this many tables and no more, and remembers which numbers were tried."""

    def __init__(self, serves: int, *, trials: int = 100) -> None:
        self.serves = serves
        self.trials_left = trials
        self.tried: list[int] = []

    async def attempt(self, tables: int) -> bool | None:
        if len(self.tried) == self.trials_left:
            return None
        self.tried.append(tables)
        return tables <= self.serves

    async def search(self, first: int, most: int = PLENTY) -> Found:
        return await largest_number(self.attempt, first=first, served=first <= self.serves, most=most)


async def test_search_finds_a_number_far_larger_than_the_first() -> None:
    site = Site(serves=12_345)
    found = await site.search(first=10)
    assert site.tried[:3] == [20, 40, 80]
    assert found.too_many is not None
    assert found.largest <= 12_345 < found.too_many
    assert found.too_many - found.largest <= found.too_many / 16


async def test_search_finds_small_numbers_exactly() -> None:
    for serves in range(17):
        assert await Site(serves).search(first=10) == Found(serves, serves + 1)


async def test_search_ends_when_no_time_is_left_and_says_so() -> None:
    assert await Site(serves=PLENTY, trials=3).search(first=10) == Found(80, None)
    assert await Site(serves=100, trials=4).search(first=10) == Found(80, 160)


async def test_search_tries_no_more_tables_than_sockets_allow() -> None:
    site = Site(serves=PLENTY)
    assert await site.search(first=10, most=50) == Found(50, None)
    assert site.tried == [20, 40, 50]
