"""The look at the database for all sockets of a process."""

from poker_site.watch import UNKNOWN, Watch


async def test_a_watcher_that_comes_during_the_query_is_told_in_the_next_round() -> None:
    """Its answer knows nothing of that one: a page that had just come was closed as if a backup had been restored."""
    told: list[tuple[str, int]] = []

    def versions_of(keys: set[int]) -> dict[int, int]:
        watch.watchers.add("late")
        return dict.fromkeys(keys, 7)

    def tell(watcher: str, version: int) -> None:
        told.append((watcher, version))

    watch: Watch[str] = Watch(what="test", key_of=len, versions_of=versions_of, tell=tell)
    await watch._compare()
    assert told == []
    await watch._compare()
    assert told == [("late", 7)]


async def test_a_watcher_that_asks_during_the_query_is_asked_about_in_the_next_round() -> None:
    told: list[tuple[str, int]] = []

    def versions_of(keys: set[int]) -> dict[int, int]:
        watch.ask("early")
        return dict.fromkeys(keys, 7)

    watch: Watch[str] = Watch(
        what="test", key_of=len, versions_of=versions_of, tell=lambda watcher, version: told.append((watcher, version))
    )
    watch.watchers.add("early")
    await watch._compare()
    await watch._compare()
    assert told == [("early", 7), ("early", UNKNOWN)]


async def test_a_watcher_that_goes_during_the_query_is_not_told() -> None:
    told: list[str] = []

    def versions_of(keys: set[int]) -> dict[int, int]:
        watch.watchers.discard("early")
        return dict.fromkeys(keys, 7)

    watch: Watch[str] = Watch(
        what="test", key_of=len, versions_of=versions_of, tell=lambda watcher, version: told.append(watcher)
    )
    watch.watchers.add("early")
    await watch._compare()
    assert told == []
