"""Show what may be watched: tables of the lobby and matches of programs; names only to members."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tables.hosting import house_bots
from tables.hosting import people as seated_people
from tables.lobby.live_games import watching
from tables.models import ArenaMatch, Seat, Table
from tests.tables.bots.duel.matches import stored
from tests.tables.games import begun, knockout, people
from tests.tables.helpers import open_table, seat_people

pytestmark = [pytest.mark.django_db, pytest.mark.differs_on_services("filtered counts and subqueries")]


def listed(reader: User) -> list[str]:
    return [table.code for table in watching(reader).tables]


def test_only_tables_with_players_are_listed(seated: Table, carol: User) -> None:
    open_table(carol)  # nobody plays there
    [table] = watching(carol).tables
    assert (table.code, table.taken, table.names) == (seated.code, 2, ("Alice", "Bob"))


@pytest.mark.parametrize("hidden", [{"watchable": False}, {"found_by": Table.FoundBy.LINK}])
def test_unwatchable_tables_are_not_listed(alice: User, bob: User, carol: User, hidden: dict[str, Any]) -> None:
    seat_people(open_table(alice, **hidden), [alice, bob])
    assert listed(carol) == []


def test_banned_user_does_not_see_the_table(seated: Table, alice: User, carol: User) -> None:
    seated_people.ban(seated.pk, alice, carol)
    assert listed(carol) == []


def test_running_games_are_listed_apart(alice: User) -> None:
    table = begun(knockout(alice, players_most=3), people(3))
    [game] = watching(alice).games
    assert (game.code, game.phase, game.taken) == (table.code, "Running", 3)
    assert listed(alice) == []


def test_matches_of_programs_are_listed_while_they_run(alice: User) -> None:
    [over] = stored(("CallAgent", "RandomAgent"), hands=2)
    assert watching(alice).matches == ()
    ArenaMatch.objects.filter(pk=over.pk).update(state=ArenaMatch.State.RUNNING, ended_at=None)
    [match] = watching(alice).matches
    assert (sorted(match.names), match.played, match.wanted) == (["CallAgent", "RandomAgent"], 2, over.hands_wanted)


def test_visitors_learn_no_name_but_the_hosts(client: Client, seated: Table) -> None:
    page = client.get("/watch/").content.decode()
    assert seated.name in page
    assert "Alice" not in page
    assert "Bob" not in page
    welcome = client.get(f"/t/{seated.code}/").content.decode()
    assert "Alice" in welcome
    assert "Bob" not in welcome


def test_bots_are_marked(seated: Table, alice: User, carol: User) -> None:
    house_bots.add_bot(seated.pk, alice, Seat.House.CALLER)
    [table] = watching(carol).tables
    assert table.names[2].endswith(" (bot)")


def test_members_learn_the_names(client: Client, seated: Table, carol: User) -> None:
    client.force_login(carol)
    assert "Alice, Bob" in client.get("/watch/").content.decode()
