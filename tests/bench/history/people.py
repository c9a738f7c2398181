"""Write the accounts and tables, which are few enough for ordinary inserts."""

from typing import Final

from accounts.models import Preferences, User
from tables.models import Table
from tests.bench.history.world import EVENING, World

AT_A_TIME: Final = 500


def create_accounts_and_tables(world: World) -> None:
    """Create the accounts and the tables, both with the keys 1, 2, 3 and so on."""
    users = [
        User(pk=key, username=f"player{key}", display_name=f"Player{key}", password="!")
        for key in range(1, world.accounts + 1)
    ]
    User.objects.bulk_create(users, AT_A_TIME)
    Preferences.objects.bulk_create([Preferences(user=user) for user in users], AT_A_TIME, ignore_conflicts=True)
    tables = [_table(world, key) for key in range(1, world.tables + 1)]
    Table.objects.bulk_create(tables, AT_A_TIME)


def _table(world: World, key: int) -> Table:
    return Table(
        pk=key,
        name=f"Table {key}",
        owner_id=world.players(key, 0)[0],
        rules=world.rules(key).to_json(),
        buy_in_least=1,
        buy_in_most=10**9,
        hands_dealt=world.evenings * EVENING,
    )
